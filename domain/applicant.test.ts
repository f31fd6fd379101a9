import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Applicant,
  type ApplicantField,
  applicantFieldsOf,
  BILLING_METHODS,
  CHANCES,
  CORPORATION_FIELDS,
  choiceLabel,
  EMPTY_APPLICANT,
  fieldRow,
  isShown,
  missingFields,
  normaliseApplicant,
  normaliseField,
  validateApplicant,
} from './applicant.ts'
import { isMailAddress } from './mail-address.ts'
import { messages } from './messages.ts'

const good: Applicant = {
  ...EMPTY_APPLICANT,
  companyName: '社会福祉法人 髙﨑会',
  zipcode: '1600022',
  address: '東京都新宿区新宿1-1-1',
  tel: '03-1234-5678',
  email: 'info@example.jp',
  person: '𠮷野 花子',
  chance: '9',
  nowsoft: '1',
}

const messagesOf = (flow: 'entry' | 'trial', changed: Partial<Applicant>) =>
  validateApplicant(flow, { ...good, ...changed }).map(({ field, message }) => [field, message])

const LABELS: [ApplicantField, string][] = [
  ['companyName', '法人名'],
  ['zipcode', '郵便番号'],
  ['address', '住所'],
  ['tel', '電話番号'],
  ['email', 'メールアドレス'],
  ['person', '登録担当者名'],
  ['chance', '当ソフトを何でお知りになりましたか'],
  ['otherFacility', 'ご紹介元の事業所名'],
  ['nowsoft', '現在の請求方法'],
  ['nowsoftname', 'ご利用中のソフト名'],
]

const FIRST_OF_SURVEY = LABELS.findIndex(([field]) => field === 'chance')

test('fields, labels and their order on the screen', () => {
  expect(applicantFieldsOf('trial').map((field) => [field, fieldRow(field).label])).toEqual(LABELS)
  expect(applicantFieldsOf('entry')).toEqual(
    LABELS.slice(0, FIRST_OF_SURVEY).map(([field]) => field),
  )
})

test('choices in the order of the screen', () => {
  expect(CHANCES).toEqual([
    ['9', 'Web検索'],
    ['3', 'ダイレクトメール'],
    ['8', '展示会'],
    ['4', 'チラシ'],
    ['5', '広告'],
    ['6', '他の事業所からの紹介'],
    ['7', 'その他'],
  ])
  expect(BILLING_METHODS).toEqual([
    ['1', '新規開設'],
    ['2', '他社ソフト'],
    ['3', '国保連の簡易入力システム'],
    ['4', '税理士・行政書士などへの外部委託'],
  ])
})

test('a code that is no choice is shown as it is', () => {
  expect(choiceLabel('chance', '6')).toBe('他の事業所からの紹介')
  expect(choiceLabel('chance', '99')).toBe('99')
  expect(choiceLabel('tel', '6')).toBe('6')
})

describe('validateApplicant', () => {
  test('says nothing of a good one', () => {
    expect(validateApplicant('entry', good)).toEqual([])
    expect(validateApplicant('trial', good)).toEqual([])
  })

  test('says everything that is missing, in screen order', () => {
    const asked = [
      ['companyName', '法人名を入力してください。'],
      ['zipcode', '郵便番号を入力してください。'],
      ['address', '住所を入力してください。'],
      ['tel', '電話番号を入力してください。'],
      ['email', 'メールアドレスを入力してください。'],
      ['person', '登録担当者名を入力してください。'],
    ]
    expect(messagesOf('entry', EMPTY_APPLICANT)).toEqual(asked)
    expect(messagesOf('trial', EMPTY_APPLICANT)).toEqual([
      ...asked,
      ['chance', '当ソフトを何でお知りになったかを選択してください。'],
      ['nowsoft', '現在の請求方法を選択してください。'],
    ])
  })

  const limited: [ApplicantField, Partial<Applicant>][] = [
    ['companyName', {}],
    ['address', {}],
    ['tel', {}],
    ['email', {}],
    ['person', {}],
    ['otherFacility', { chance: '6' }],
    ['nowsoftname', { nowsoft: '2' }],
  ]
  test.each(limited)('%s takes 255 UTF-16 units and no more', (field, shown) => {
    const label = fieldRow(field).label
    const tooLong = [[field, `${label}は255文字以内で入力してください。`]]
    const of = (value: string) => messagesOf('trial', { ...shown, [field]: value })
    expect(of('あ'.repeat(255))).toEqual([])
    expect(of('あ'.repeat(256))).toEqual(tooLong)
    expect(of(`${'𠮷'.repeat(127)}髙`)).toEqual([])
    expect(of('𠮷'.repeat(128))).toEqual(tooLong)
    expect(of(`${'👨‍👩‍👧'.repeat(31)}1234567`)).toEqual([])
    expect(of('👨‍👩‍👧'.repeat(32))).toEqual(tooLong)
  })

  test.each([
    '123456',
    '12345678',
    '１２３４５６７',
    '123-4567',
    ' 1234567',
    '1234567\n',
    'abcdefg',
    '٣٤٥٦٧٨٩',
  ])('zipcode %j is not seven half-width digits', (zipcode) => {
    expect(messagesOf('entry', { zipcode })).toEqual([
      ['zipcode', '郵便番号は半角数値7文字で入力してください。'],
    ])
  })

  test.each(['\u000b', '\t', '\u0000', '\ud842'])(
    'what could not be stored is an error: %j',
    (text) => {
      const values = { ...good, companyName: `社会福祉法人${text}会` }
      expect(validateApplicant('entry', values)).toEqual([
        { field: 'companyName', message: messages.unstorable('法人名') },
      ])
    },
  )

  test('white space alone is missing', () => {
    expect(messagesOf('entry', { companyName: ' 　', zipcode: '　' })).toEqual([
      ['companyName', '法人名を入力してください。'],
      ['zipcode', '郵便番号を入力してください。'],
    ])
  })

  test('does not judge the format of a mail address', () => {
    expect(messagesOf('entry', { email: 'not an address' })).toEqual([])
  })

  test('the other software needs its name, and only then', () => {
    expect(messagesOf('trial', { nowsoft: '2' })).toEqual([
      ['nowsoftname', 'ご利用中のソフト名を入力してください。'],
    ])
    expect(messagesOf('trial', { nowsoft: '3' })).toEqual([])
  })

  test('the referring facility may stay empty', () => {
    expect(messagesOf('trial', { chance: '6' })).toEqual([])
  })

  test('a field that is not shown is not judged', () => {
    const long = 'あ'.repeat(256)
    expect(messagesOf('trial', { otherFacility: long, nowsoftname: long })).toEqual([])
  })

  test('a code that is no choice is refused, and entry asks for none', () => {
    expect(messagesOf('trial', { chance: '1', nowsoft: '5' })).toEqual([
      ['chance', '「当ソフトを何でお知りになりましたか」は、選択肢から選んでください。'],
      ['nowsoft', '「現在の請求方法」は、選択肢から選んでください。'],
    ])
    expect(messagesOf('entry', { chance: '1', nowsoft: '' })).toEqual([])
  })
})

test('what is still to be filled in: asked for, shown, and blank', () => {
  const required = CORPORATION_FIELDS.filter((field) => fieldRow(field).missing !== null)
  expect(missingFields('entry', {})).toEqual(required)
  expect(missingFields('entry', { companyName: ' 　', tel: '1', zipcode: '12' })).toEqual([
    'companyName',
    'address',
    'email',
    'person',
  ])
  const survey = (values: Parameters<typeof missingFields>[1]) =>
    missingFields('trial', values).filter((field) => !CORPORATION_FIELDS.includes(field))
  expect(survey({ chance: '6' })).toEqual(['nowsoft'])
  expect(survey({ chance: '9', nowsoft: '2' })).toEqual(['nowsoftname'])
})

describe('normalising', () => {
  test.each([
    ['zipcode', '〒１６０－００２２', '1600022'],
    ['tel', '０３−１２３４−５６７８ 内線Ａ', '03-1234-5678 内線A'],
    ['companyName', 'ｶﾌﾞｼｷ１２', 'ｶﾌﾞｼｷ１２'],
    ['email', '　ａ＠example.jp\u200b', 'a@example.jp'],
  ] satisfies [ApplicantField, string, string][])('%s %j → %j', (field, typed, sent) => {
    expect(normaliseField(field, typed)).toBe(sent)
  })

  test('a conditional field is sent only while it is shown', () => {
    const typed = { ...good, otherFacility: '紹介元', nowsoftname: 'ソフト' }
    expect(normaliseApplicant(typed)).toEqual(good)
    const shown = { ...typed, chance: '6', nowsoft: '2' }
    expect(normaliseApplicant(shown)).toEqual(shown)
    expect([isShown('otherFacility', typed), isShown('otherFacility', shown)]).toEqual([
      false,
      true,
    ])
    expect([isShown('nowsoftname', typed), isShown('nowsoftname', shown)]).toEqual([false, true])
    expect(isShown('tel', typed)).toBe(true)
  })
})

/** Anything at all in every field, often a real code where one is asked. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('2', '6', '', '１２３'),
)
const anyApplicant = fc.record(
  Object.fromEntries(LABELS.map(([field]) => [field, anyText])) as Record<
    ApplicantField,
    typeof anyText
  >,
)

test('validation never throws and never changes what it is given', () => {
  fc.assert(
    fc.property(anyApplicant, fc.constantFrom('entry', 'trial'), (applicant, flow) => {
      const before = { ...applicant }
      const fields = validateApplicant(flow, Object.freeze(applicant)).map(({ field }) => field)
      expect(applicant).toEqual(before)
      expect(fields).toEqual(applicantFieldsOf(flow).filter((field) => fields.includes(field)))
    }),
  )
})

test('normalising twice is normalising once', () => {
  fc.assert(
    fc.property(anyApplicant, (applicant) => {
      const once = normaliseApplicant(applicant)
      expect(normaliseApplicant(once)).toEqual(once)
    }),
  )
})

describe('isMailAddress', () => {
  test.each([
    'a@b',
    'info@example.jp',
    "o'brien+tag@sub.example.co.jp",
    '.dot.@example.jp',
    `a@${'b'.repeat(63)}.jp`,
  ])('%s is one', (text) => {
    expect(isMailAddress(text)).toBe(true)
  })
  test.each([
    '',
    'a',
    '@b',
    'a@',
    'a@b@c',
    'a@-b.jp',
    'a@b-.jp',
    'a@b..jp',
    'a b@c.jp',
    'a@b.jp ',
    'a@b.jp\n',
    'あ@b.jp',
    'a@日本.jp',
    '"a"@b.jp',
    `a@${'b'.repeat(64)}.jp`,
  ])('%j is none', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })
})
