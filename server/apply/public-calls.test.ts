import { describe, expect, test } from 'vitest'
import { MOST_CONSENTS } from '#contract/apply.ts'
import type { FlagName } from '#domain/staff.ts'
import type { ApplicationRow } from '../store/schema.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  FACILITIES,
  NOW,
  PRICE,
  register,
  suspension,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { idOfIssued } from './new-rows.ts'

const BLANK = { facilityName: ' ', facilityNumber: '', serviceKey: '' }

describe.each(ENGINES)('applications on %s', (engine) => {
  test('nobody fills the disk with versions of one consent', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    const agree = (priceText: string) =>
      applications.consent(consent({ customer, kind: 1, priceText }))
    for (let i = 0; i < MOST_CONSENTS / 2; i++) {
      await agree('9,980')
      await agree(PRICE)
    }
    await expect(agree('9,980')).rejects.toMatchObject({ code: 'too_many_consents', status: 409 })
    expect((await agree(PRICE)).replayed).toBe(true)
    await applications.addFacilities(addition({ customer }))
    expect((await everythingIn(database)).consents).toHaveLength(MOST_CONSENTS)
  })

  test('facilities complete once: the same again is a replay, others are refused', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    await expect(applications.addFacilities(addition({ customer }))).rejects.toMatchObject({
      code: 'consent_missing',
      status: 409,
    })
    await applications.consent(consent({ customer, kind: 1 }))
    const first = await applications.addFacilities(addition({ customer }))
    expect(first).toMatchObject({ replayed: false, isNew: false })
    const again = await applications.addFacilities(addition({ customer }))
    expect(again).toEqual({ ...first, replayed: true })
    const [one = BLANK, ...others] = FACILITIES
    const changed = (change: object) => [{ ...one, ...change }, ...others]
    for (const facilities of [
      FACILITIES.toReversed(),
      others,
      [],
      [...FACILITIES, one],
      [BLANK, ...FACILITIES],
      changed({ facilityName: 'ほか' }),
      changed({ facilityNumber: '1310000029' }),
      changed({ serviceKey: 'IDO' }),
    ])
      await expect(
        applications.addFacilities(addition({ customer, facilities })),
      ).rejects.toMatchObject({ code: 'already_completed', status: 409 })
    expect((await everythingIn(database)).outbox).toHaveLength(2)
  })

  test('likely duplicates of the last 30 days are flagged, each with the reference of another', async () => {
    const database = await openEmpty(engine)
    const day = 86_400_000
    const whole = async (at: number, changes: Partial<typeof CORPORATION>) => {
      const applications = applicationsOn(database, { clock: () => at })
      const applicant = { ...CORPORATION, ...changes }
      const { username: customer } = await applications.register(register({ applicant }))
      await applications.consent(consent({ customer, kind: 1 }))
      const { reference } = await applications.addFacilities(addition({ customer }))
      return { id: idOfIssued(customer), reference }
    }
    const others = { companyName: '別会社', tel: '06-1111-2222', email: 'x@other.example.jp' }
    const first = await whole(NOW, {})
    const sameTel = await whole(NOW + day, { ...others, tel: '０３（１２３４）５６７８' })
    const sameMail = await whole(NOW + 2 * day, {
      ...others,
      tel: '1',
      companyName: '甲',
      email: 'Tanaka@Aozora.example.jp',
    })
    const sameName = await whole(NOW + 3 * day, {
      ...others,
      tel: '2',
      email: 'y@y.jp',
      companyName: 'あおぞら',
    })
    await whole(NOW + 4 * day, { companyName: '乙', tel: '3', email: 'z@z.jp' })
    await whole(NOW + 34 * day, {
      ...others,
      tel: '4',
      email: 'q@q.jp',
      companyName: '社会福祉法人　あおぞら',
    })
    const { flags } = await everythingIn(database)
    expect(new Set(flags.map(({ application, detail }) => [application, detail]))).toEqual(
      new Set([
        [sameTel.id, first.reference],
        [first.id, sameTel.reference],
        [sameMail.id, first.reference],
        [sameName.id, first.reference],
      ]),
    )
  })

  test('what was seen about each call becomes a flag, once, and changes nothing else', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const seen = (flag: FlagName, detail = 'a') => ({ flags: [{ flag, detail }] })
    const { username: customer } = await applications.register(register(seen('robot')))
    const agree = (call: object) => applications.consent(consent({ customer, kind: 1, ...call }))
    await agree({ priceText: '9,980', ...seen('robot', 'again') })
    await agree(seen('limit_near'))
    await applications.addFacilities(addition({ customer, ...seen('bad_invitation') }))
    const request = { key: 'm', customer: 'C-1', kind: 2 } as const
    await applications.consent(consent({ ...request, ...seen('robot') }))
    await applications.consent(consent({ ...request, priceText: '0', ...seen('limit_near') }))
    await applications.consent(suspension('C-2', seen('robot')))
    const stored = await everythingIn(database)
    const flagsOf = (whose: string) => {
      const isOf = (row: ApplicationRow) => [row.customer, row.issued_name].includes(whose)
      const { id } = stored.applications.find(isOf) ?? {}
      return stored.flags.filter(({ application }) => application === id)
    }
    expect(flagsOf(customer)).toEqual(
      ['bad_invitation', 'limit_near', 'robot'].map((flag) => ({
        application: idOfIssued(customer),
        flag,
        detail: 'a',
        at: NOW,
      })),
    )
    expect(flagsOf('C-1').map(({ flag }) => flag)).toEqual(['limit_near', 'robot'])
    expect(flagsOf('C-2')).toMatchObject([{ flag: 'robot', detail: 'a', at: NOW }])
    expect(stored.outbox).toHaveLength(3)
  })
})
