/** Facilities of an existing number that come without a key: whose request they complete. */
import { describe, expect, test } from 'vitest'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  FACILITIES,
  NOW,
  PRICE,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'

const RIVALS = FACILITIES.map((row) => ({ ...row, facilityName: '別の事業所' }))

describe.each(ENGINES)('facilities without a key on %s', (engine) => {
  const start = async () => {
    const database = await openEmpty(engine)
    const at = (offset: number) => applicationsOn(database, { clock: () => NOW + offset })
    const agree = (offset: number, call = {}) =>
      at(offset).consent(consent({ customer: 'C-1', kind: 2, ...call }))
    const add = (offset: number, facilities = FACILITIES) =>
      at(offset).addFacilities(addition({ customer: 'C-1', facilities }))
    return { database, agree, add }
  }

  test('rows that come after another’s completed the only request are a request of their own, with its consent', async () => {
    const { database, agree, add } = await start()
    const { reference } = await agree(0, { priceText: '9,980' })
    await agree(1)
    const first = await add(2)
    expect(first).toMatchObject({ replayed: false, isNew: false })
    const own = await add(3, RIVALS)
    expect(own).toMatchObject({ replayed: false, isNew: true })
    expect([reference, first.reference]).not.toContain(own.reference)
    expect(await add(4, RIVALS)).toEqual({
      reference: own.reference,
      replayed: true,
      isNew: false,
      statusLink: null,
    })
    const { applications: rows, consents, facilities } = await everythingIn(database)
    expect(rows.map((row) => [row.created_at - NOW, row.state, row.consent_price])).toEqual([
      [0, 'pending', '9,980'],
      [1, 'complete', PRICE],
      [3, 'complete', PRICE],
    ])
    const copy = rows[2]
    expect(copy).toMatchObject({
      id: expect.stringMatching(/^req-[a-z2-7]{26}$/),
      flow: 'migration',
      customer: 'C-1',
      application_key: null,
      assurance: 'unverified',
      consent_seq: 1,
      completed_at: NOW + 3,
    })
    const given = consents.find(({ at }) => at === NOW + 1)
    expect(consents.filter(({ application }) => application === copy?.id)).toEqual([
      { ...given, application: copy?.id },
    ])
    expect(new Set(facilities.map((row) => row.facility_name))).toEqual(
      new Set([...FACILITIES, ...RIVALS].map((row) => row.facilityName)),
    )
  })

  test('the same rows are a repetition, unless a consent came after their request was complete', async () => {
    const { database, agree, add } = await start()
    await agree(0)
    const { reference } = await add(2)
    const replay = { reference, replayed: true, isNew: false, statusLink: null }
    expect(await add(3)).toEqual(replay)
    // No later than the completion: the sender of this consent still owes rows of their own.
    await agree(2)
    expect(await add(4)).toEqual(replay)
    await agree(5)
    expect(await add(6)).toMatchObject({ replayed: false, isNew: false })
    const { applications: rows } = await everythingIn(database)
    expect(rows.map((row) => [row.created_at - NOW, row.state])).toEqual([
      [0, 'complete'],
      [2, 'pending'],
      [5, 'complete'],
    ])
  })

  test('a pending request of somebody who was invited is completed by nobody else', async () => {
    const { database, agree, add } = await start()
    const invited = await agree(0, { invitation: { status: 'valid', id: 'inv-1', key: 'k1' } })
    const own = await add(1)
    expect(own.isNew).toBe(true)
    expect(own.reference).not.toBe(invited.reference)
    const { applications: rows } = await everythingIn(database)
    expect(rows.map((row) => [row.reference, row.state, row.assurance])).toEqual([
      [invited.reference, 'pending', 'invited'],
      [own.reference, 'complete', 'unverified'],
    ])
  })

  test('rows that no price list covers are at no price that was consented to', async () => {
    const { agree, add } = await start()
    await agree(0)
    for (const serviceKey of ['SYURO_SENTAKU', 'unknown'])
      await expect(
        add(1, [{ facilityName: 'あ', facilityNumber: '1310000011', serviceKey }]),
      ).rejects.toMatchObject({ code: 'price_mismatch' })
  })
})
