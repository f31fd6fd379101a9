import { describe, expect, test } from 'vitest'
import { messages, refusals } from '#domain/messages.ts'
import {
  addition,
  applicationsOn,
  CORPORATION,
  consent,
  everythingIn,
  NO_CAMPAIGN,
  register,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'

describe.each(ENGINES)('refusals on %s', (engine) => {
  test('kinds go with the customers they are meant for', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username } = await applications.register(register())
    const stranger = `tmp-${'a'.repeat(26)}`
    for (const [customer, kind, code] of [
      [username, 2, 'unknown_customer'],
      [username, 3, 'unknown_customer'],
      [username, 4, 'validation_failed'],
      ['C-1', 1, 'unknown_customer'],
      ['C-1', 4, 'unknown_customer'],
      [stranger, 1, 'unknown_customer'],
      ['tmp-abc', 2, 'unknown_customer'],
      ['a b', 2, 'unknown_customer'],
      ['x'.repeat(65), 3, 'unknown_customer'],
    ] as const)
      await expect(applications.consent(consent({ customer, kind }))).rejects.toMatchObject({
        code,
      })
    for (const customer of [stranger, 'tmp-abc', 'a/b'])
      await expect(applications.addFacilities(addition({ customer }))).rejects.toMatchObject({
        code: 'unknown_customer',
        status: 404,
      })
    expect((await everythingIn(database)).consents).toEqual([])
  })

  test('a price that is no price, or none where there must be one, is refused', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const { username: customer } = await applications.register(register())
    for (const priceText of ['9980', '09,980', '9,98', '1,0000', '-9,980', '９,980', '', ' 9,980'])
      await expect(
        applications.consent(consent({ customer, kind: 1, priceText })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { priceText: [refusals.priceMalformed] },
      })
    await expect(
      applications.consent(consent({ customer: 'C-1', kind: 2, priceText: undefined })),
    ).rejects.toMatchObject({ fields: { priceText: [refusals.priceMissing] } })
    expect((await everythingIn(database)).consents).toEqual([])
  })

  test('what is wrong is told by wire names, and nothing is stored', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    const applicant = {
      ...TRIAL.applicant,
      companyName: '',
      zipcode: '131-003',
      email: 'tanaka@',
      chance: '1',
      nowsoftname: 'あ'.repeat(256),
    }
    await expect(applications.register(register({ ...TRIAL, applicant }))).rejects.toMatchObject({
      code: 'validation_failed',
      status: 422,
      fields: {
        jigyousha: ['法人名を入力してください。'],
        zipcode: ['郵便番号は半角数値7文字で入力してください。'],
        mailaddress: [messages.mailFormat],
        from: ['当ソフトを何でお知りになりましたかは選択肢の中から選んでください。'],
        nowsoftname: ['ご利用中のソフト名は255文字以内で入力してください。'],
      },
    })
    const { username: customer } = await applications.register(register(TRIAL))
    await applications.consent(consent({ customer, kind: 4, priceText: '10,980' }))
    const facilities = [
      { facilityName: '', facilityNumber: '1310000011', serviceKey: '' },
      { facilityName: 'い', facilityNumber: '13100', serviceKey: 'SYUKEI_B' },
      { facilityName: 'う\u0000', facilityNumber: '1310000011', serviceKey: 'KYODO' },
    ]
    const refusal = (rows: typeof facilities) =>
      expect(applications.addFacilities(addition({ customer, facilities: rows }))).rejects
    await refusal(facilities.slice(0, 2)).toMatchObject({
      code: 'validation_failed',
      fields: {
        'facilities.1.facilityName': [`1行目：${messages.halfRow}`],
        'facilities.1.serviceKey': [`1行目：${messages.halfRow}`],
        'facilities.2.facilityNumber': ['2行目：事業所番号は10文字で入力してください。'],
      },
    })
    await refusal(facilities).toMatchObject({
      fields: { 'facilities.3.facilityName': [`3行目：${messages.unstorable('事業所名')}`] },
    })
    await refusal(
      Array.from({ length: 31 }, () => ({
        facilityName: 'あ',
        facilityNumber: '1310000011',
        serviceKey: 'KYODO',
      })),
    ).toMatchObject({
      fields: { facilities: ['事業所は30件以内で入力してください。'] },
    })
    await refusal([]).toMatchObject({ fields: { 'facilities.1.facilityName': [messages.noRow] } })
    const stored = await everythingIn(database)
    expect(stored.facilities).toEqual([])
    expect(stored.outbox).toEqual([])
  })

  test('text that could not be stored as typed is refused, whichever field it is in', async () => {
    const database = await openEmpty(engine)
    const applications = applicationsOn(database)
    for (const bad of ['a\u0000b', 'a\nb', 'a\u0085b', 'a\ud800b']) {
      await expect(
        applications.register(register({ applicant: { ...CORPORATION, address: bad } })),
      ).rejects.toMatchObject({
        code: 'validation_failed',
        fields: { address: [messages.unstorable('住所')] },
      })
      await expect(
        applications.register(register({ ...TRIAL, campaign: { ...NO_CAMPAIGN, lead_id: bad } })),
      ).rejects.toMatchObject({ fields: { lead_id: [messages.unstorable('lead_id')] } })
    }
    expect((await everythingIn(database)).applications).toEqual([])
  })
})
