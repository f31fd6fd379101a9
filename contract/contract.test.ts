import { describe, expect, test } from 'vitest'
import { type Applicant, CAMPAIGN_KEYS, type Campaign, EMPTY_APPLICANT } from '#domain/applicant.ts'
import { isCustomerNumber, TEMPORARY_CUSTOMER } from '#domain/flows.ts'
import { formatAmount } from '#domain/prices.ts'
import {
  API_BASE,
  applicantOf,
  customerPath,
  formatFormSignals,
  IDEMPOTENCY_KEY,
  PATHS,
  PRICE_TEXT,
  parseFormSignals,
  registrationFields,
} from './apply.ts'

const applicant: Applicant = {
  ...EMPTY_APPLICANT,
  companyName: '法人',
  zipcode: '1600022',
  address: '住所',
  tel: '03',
  email: 'a@b',
  person: '担当',
  chance: '6',
  otherFacility: '紹介元',
  nowsoft: '2',
  nowsoftname: 'ソフト',
}
const campaign = Object.fromEntries(CAMPAIGN_KEYS.map((key) => [key, `v-${key}`])) as Campaign

describe('registrationFields', () => {
  const corporation = [
    ['jigyousha', '法人'],
    ['zipcode', '1600022'],
    ['address', '住所'],
    ['tel', '03'],
    ['person', '担当'],
    ['mailaddress', 'a@b'],
  ]
  const fixed = [
    ['insert', 'true'],
    ['page', '2'],
    ['plan3', '1'],
  ]

  test('entry sends these fields in this order, and nothing of the trial', () => {
    expect(registrationFields('entry', applicant, campaign)).toEqual([
      ...corporation,
      ['appform', '3'],
      ...fixed,
    ])
  })

  test('the trial sends these in this order', () => {
    expect(registrationFields('trial', applicant, campaign)).toEqual([
      ...corporation,
      ['appform', '4'],
      ...fixed,
      ['from', '6'],
      ['oshiete_jigyousha', '紹介元'],
      ['nowsoft', '2'],
      ['nowsoftname', 'ソフト'],
      ['lead_id', 'v-lead_id'],
      ['contact_id', 'v-contact_id'],
      ['service', 'v-service'],
      ['utm_source', 'v-utm_source'],
      ['lp_category', 'v-lp_category'],
      ['content', 'v-content'],
      ['utm_campaign', 'v-utm_campaign'],
      ['utm_term', 'v-utm_term'],
    ])
  })
})

test('campaign keys', () => {
  expect(CAMPAIGN_KEYS).toEqual([
    'lead_id',
    'contact_id',
    'service',
    'utm_source',
    'lp_category',
    'content',
    'utm_campaign',
    'utm_term',
  ])
})

test('paths', () => {
  expect(API_BASE).toBe('/api')
  expect(PATHS.register).toBe('/public/temp/customers/regist-renewal')
  expect(customerPath('consent', '12-A')).toBe('/public/temp/customers/12-A/consent')
  expect(customerPath('facilities', 'a/b?$&')).toBe(
    '/public/temp/customers/a%2Fb%3F%24%26/facilities',
  )
})

test.each([
  ['0', true],
  ['1', true],
  ['999', true],
  ['9,980', true],
  ['19,960', true],
  ['998,000', true],
  ['1,000,000', true],
  ['', false],
  ['00', false],
  ['0,980', false],
  ['9980', false],
  ['1000', false],
  ['9,98', false],
  ['9,9800', false],
  [',980', false],
  ['９,９８０', false],
  ['9、980', false],
  ['9,980円', false],
  ['¥9,980', false],
  ['-9,980', false],
  [' 9,980', false],
  ['9,980\n', false],
  ['9,980.0', false],
])('price text %j is well formed: %s', (text, wellFormed) => {
  expect(PRICE_TEXT.test(text)).toBe(wellFormed)
})

test.each([0, 4980, 998000, 100_000_000])('%i yen is written in well-formed price text', (yen) => {
  expect(PRICE_TEXT.test(formatAmount(yen))).toBe(true)
})

test.each([
  ['a', true],
  ['!', true],
  ['~', true],
  ['k'.repeat(255), true],
  ['', false],
  ['k'.repeat(256), false],
  ['a b', false],
  ['a\n', false],
  ['\u007f', false],
  ['鍵', false],
])('application key %j may be sent: %s', (key, may) => {
  expect(IDEMPOTENCY_KEY.test(key)).toBe(may)
})

const temporary = `tmp-${'a2z7'.repeat(6)}bc`
test.each([
  ['1', true],
  ['12345678', true],
  ['Ab_-9', true],
  ['x'.repeat(64), true],
  ['tmp', true],
  ['', false],
  ['x'.repeat(65), false],
  ['１２３', false],
  ['a b', false],
  ['a\n', false],
  ['a/b', false],
  ['tmp-', false],
  [temporary, false],
])('%j is a customer number: %s', (text, is) => {
  expect(isCustomerNumber(text)).toBe(is)
})

test.each([
  [temporary, true],
  [temporary.slice(0, -1), false],
  [`${temporary}a`, false],
  [temporary.toUpperCase(), false],
  [temporary.replace('2', '1'), false],
  [`${temporary}\n`, false],
])('%j is a temporary customer: %s', (text, is) => {
  expect(TEMPORARY_CUSTOMER.test(text)).toBe(is)
})

describe('signals of the form', () => {
  test.each([
    [{ elapsed: 1234.6, trap: false }, 'elapsed=1235;trap=0'],
    [{ elapsed: 7, trap: true }, 'elapsed=7;trap=1'],
  ])('%j are sent as %s, and read again', (signals, text) => {
    expect(formatFormSignals(signals)).toBe(text)
    expect(parseFormSignals(text)).toEqual({ ...signals, elapsed: Math.round(signals.elapsed) })
  })

  test.each([
    '',
    ' elapsed=1;trap=0',
    'elapsed=1;trap=0 ',
    'elapsed=;trap=0',
    'elapsed=a;trap=0',
    'elapsed=1;trap=2',
  ])('%j are none', (text) => {
    expect(parseFormSignals(text)).toBeNull()
  })
})

test('an applicant comes back from the names of the wire; what is missing is empty', () => {
  const sent = registrationFields('trial', applicant, campaign)
  expect(applicantOf(Object.fromEntries(sent))).toEqual(applicant)
  expect(applicantOf({ jigyousha: 'あおば会' })).toEqual({
    ...EMPTY_APPLICANT,
    companyName: 'あおば会',
  })
})
