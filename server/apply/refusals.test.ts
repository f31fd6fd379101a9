import { describe, expect, test } from 'vitest'
import { PRICE_TEXT_LIMIT, WIRE_NAMES } from '#contract/apply.ts'
import {
  type Applicant,
  applicantFieldsOf,
  CAMPAIGN_KEYS,
  CAMPAIGN_LIMIT,
  fieldRow,
  TEXT_LIMIT,
} from '#domain/applicant.ts'
import { CELL_LABELS, FACILITY_CELLS } from '#domain/facilities.ts'
import { messages, refusals } from '#domain/messages.ts'
import {
  addition,
  applicationsOn,
  consent,
  everythingIn,
  NO_CAMPAIGN,
  register,
  TRIAL,
} from '../testing/calls.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { facilityFaults, numbered, priceFaults, registrationFaults } from './refusals.ts'

describe.each(ENGINES)('refusals on %s', (engine) => {
  test('a kind that there is not is refused', async () => {
    const applications = applicationsOn(await openEmpty(engine))
    const call = applications.consent(consent({ customer: 'C-1', kind: 5 as never }))
    await expect(call).rejects.toMatchObject({ code: 'malformed_request' })
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
        from: ['「当ソフトを何でお知りになりましたか」は、選択肢から選んでください。'],
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
})

const UNSTORABLE = ['a\u0000b', 'a\nb', 'a\u0085b', 'a\ud800b', '\n']

describe('what is wrong with a registration', () => {
  const faults = (flow: 'entry' | 'trial', changes: Partial<Applicant>, campaign = {}) =>
    registrationFaults(flow, { ...TRIAL.applicant, ...changes }, { ...NO_CAMPAIGN, ...campaign })

  test('nothing, with every text as long as it may be', () => {
    const long = 'あ'.repeat(TEXT_LIMIT)
    const corporation = { companyName: long, address: long, tel: long, person: long }
    const texts = { ...corporation, otherFacility: long, nowsoftname: long }
    const campaign = Object.fromEntries(
      CAMPAIGN_KEYS.map((key) => [key, 'x'.repeat(CAMPAIGN_LIMIT)]),
    )
    expect(faults('entry', texts, campaign)).toEqual({})
    expect(faults('trial', texts, campaign)).toEqual({})
    // Not shown, and not asked for.
    expect(faults('trial', { chance: '3', nowsoft: '1', nowsoftname: '' })).toEqual({})
  })

  test.each(applicantFieldsOf('trial').map((field) => [field]))(
    'a text in %s that could not be stored as typed, or is too long, shown or not',
    (field) => {
      const { label, limit } = fieldRow(field)
      for (const hidden of [{}, { chance: '3', nowsoft: '1' }]) {
        const refusalOf = (text: string) => faults('trial', { ...hidden, [field]: text })
        for (const text of UNSTORABLE)
          expect(refusalOf(text)[WIRE_NAMES[field]]).toEqual([messages.unstorable(label)])
        expect(refusalOf('あ'.repeat(limit + 1))).toMatchObject({
          [WIRE_NAMES[field]]: [messages.tooLong(label, limit)],
        })
      }
    },
  )

  test.each(CAMPAIGN_KEYS.map((key) => [key]))('the campaign value %s', (key) => {
    const long = { [key]: 'x'.repeat(CAMPAIGN_LIMIT + 1) }
    expect(faults('trial', {}, long)).toEqual({ [key]: [messages.tooLong(key, CAMPAIGN_LIMIT)] })
    for (const text of UNSTORABLE) {
      expect(faults('trial', {}, { [key]: text })).toEqual({ [key]: [messages.unstorable(key)] })
      // An entry neither stores nor judges it.
      expect(faults('entry', {}, { [key]: text })).toEqual({})
    }
  })

  test('everything at once, each field once', () => {
    const bad = { address: 'a\nb', email: 'tanaka', companyName: '' }
    expect(faults('trial', bad, { lead_id: '\n' })).toEqual({
      address: [messages.unstorable('住所')],
      mailaddress: [messages.mailFormat],
      jigyousha: ['法人名を入力してください。'],
      lead_id: [messages.unstorable('lead_id')],
    })
    expect(faults('entry', { email: '' })).toEqual({
      mailaddress: ['メールアドレスを入力してください。'],
    })
  })
})

describe('what is wrong with facilities', () => {
  const row = { facilityName: 'あ', facilityNumber: '1310000011', serviceKey: 'KYODO' }
  const faults = (flow: 'entry' | 'trial', ...rows: object[]) =>
    facilityFaults(flow, numbered(rows.map((one) => ({ ...row, ...one }))))

  test('nothing, with as many rows as there may be', () => {
    expect(faults('trial', ...Array(30).fill({}))).toEqual({})
    expect(faults('entry', ...Array(100).fill({}))).toEqual({})
    expect(faults('entry', ...Array(101).fill({}))).toEqual({
      facilities: ['事業所は100件以内で入力してください。'],
    })
  })

  test.each(FACILITY_CELLS.map((cell) => [cell]))(
    'a text in %s that could not be stored as typed, even around it',
    (cell) => {
      const text = [messages.inRow(2, messages.unstorable(CELL_LABELS[cell]))]
      for (const bad of [...UNSTORABLE, `\n${row[cell]}`])
        expect(faults('entry', {}, { [cell]: bad })).toEqual({ [`facilities.2.${cell}`]: text })
    },
  )

  test('each field is told what is wrong with it, and no other field', () => {
    expect(faults('trial', {}, { serviceKey: '' })).toEqual({
      'facilities.2.serviceKey': [`2行目：${messages.halfRow}`],
    })
  })
})

test('a price is as long as the contract has it, and no longer', () => {
  const longest = '999,999,999,999'
  expect(longest).toHaveLength(PRICE_TEXT_LIMIT)
  expect(priceFaults('entry', longest)).toEqual({})
  expect(priceFaults('entry', `1,${longest}`)).toEqual({ priceText: [refusals.priceMalformed] })
  expect(priceFaults('suspension', undefined)).toEqual({})
})
