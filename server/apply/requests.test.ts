import { describe, expect, test } from 'vitest'
import { changeStatus } from '../store/queries/staff-changes.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  NOW,
  PRICE,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'

describe.each(ENGINES)('requests of existing numbers on %s', (engine) => {
  test('a migration with a key goes on where it stopped', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const agree = (priceText: string) =>
      applications.consent(consent({ key: 'm', customer: 'C-1', kind: 2, priceText }))
    await expect(
      applications.addFacilities(addition({ key: 'm', customer: 'C-1' })),
    ).rejects.toMatchObject({ code: 'consent_missing' })
    expect(await agree('9,980')).toMatchObject({ replayed: false, isNew: true })
    expect(await agree(PRICE)).toMatchObject({ replayed: false, isNew: false })
    expect((await agree(PRICE)).replayed).toBe(true)
    await expect(
      applications.consent(consent({ key: 'm', customer: 'C-2', kind: 2 })),
    ).rejects.toMatchObject({ code: 'key_reused' })
    await applications.addFacilities(addition({ key: 'm', customer: 'C-1' }))
    expect(
      (await applications.addFacilities(addition({ key: 'm', customer: 'C-1' }))).replayed,
    ).toBe(true)
    const stored = await everythingIn(database)
    expect(stored.applications).toMatchObject([
      { customer: 'C-1', flow: 'migration', state: 'complete', assurance: 'unverified', email: '' },
    ])
    expect(stored.outbox.map(({ kind }) => kind)).toEqual(['mail_staff'])
  })

  test('a request beside an open one of another kind is flagged, beside a closed one it is not', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const move = async (customer: string) => {
      await applications.consent(consent({ customer, kind: 2 }))
      return (await applications.addFacilities(addition({ customer }))).reference
    }
    const moved = await move('C-1')
    const ended = await applications.consent(suspension('C-1'))
    const endedFirst = await applications.consent(suspension('C-2'))
    const movedLater = await move('C-2')
    const closed = await move('C-3')
    await database.atomic(async (tx) => {
      const [{ id } = { id: '' }] = await findApplications(tx, closed)
      await changeStatus(tx, { id, to: 'done', at: 5 })
    })
    await applications.consent(suspension('C-3'))
    const { applications: rows, flags } = await everythingIn(database)
    const referenceOf = (id: string) => rows.find((row) => row.id === id)?.reference
    expect(
      new Map(
        flags
          .filter(({ flag }) => flag === 'later_request')
          .map(({ application, detail }) => [referenceOf(application), detail]),
      ),
    ).toEqual(
      new Map([
        [ended.reference, moved],
        [movedLater, endedFirst.reference],
      ]),
    )
  })

  test('keyless requests of one number, sent crosswise, never meet', async () => {
    const database = await openEmpty(engine)
    const at = (offset: number) => applicationsOn(database, { clock: () => NOW + offset })
    const agree = (offset: number, priceText: string) =>
      at(offset).consent(consent({ customer: 'C-1', kind: 2, priceText }))
    const add = async (offset: number, facilities = FACILITIES) =>
      (await at(offset).addFacilities(addition({ customer: 'C-1', facilities }))).replayed
    const one = FACILITIES.slice(2)
    await agree(0, '9,980')
    await agree(1, PRICE)
    await agree(2, '0')
    expect(await add(3, one)).toBe(false)
    expect(await add(4)).toBe(false)
    // Both replies were lost; the stranger's request is still pending.
    expect(await add(5, one)).toBe(true)
    expect(await add(6)).toBe(true)
    const { applications: rows } = await everythingIn(database)
    expect(rows.map(({ state, consent_price }) => [state, consent_price])).toEqual([
      ['complete', '9,980'],
      ['complete', PRICE],
      ['pending', '0'],
    ])
  })

  test('a suspension is complete with its consent; its key gets the first answer again', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const first = await applications.consent(suspension('C-1', { key: 's' }))
    expect(await applications.consent(suspension('C-1', { key: 's' }))).toEqual({
      reference: first.reference,
      replayed: true,
      isNew: false,
      statusLink: null,
    })
    await applications.consent(suspension('C-2'))
    const stored = await everythingIn(database)
    const rows = stored.applications.map((row) => [row.customer, row.state])
    expect(new Set(rows)).toEqual(
      new Set([
        ['C-1', 'complete'],
        ['C-2', 'complete'],
      ]),
    )
    expect(stored.outbox.map(({ kind }) => kind)).toEqual(['mail_staff', 'mail_staff'])
    expect(stored.consents).toMatchObject([
      { kind: 3, price_text: null, price_list: null, button: '規約に同意して利用停止手続きを行う' },
      { kind: 3 },
    ])
  })
})
