import { describe, expect, onTestFinished, test } from 'vitest'
import { openPage } from '../testing-page.ts'
import { initial } from './application-state.ts'
import {
  destinationOf,
  pricesInForce,
  problemsOfRefusal,
  problemsOfRows,
  refusalOf,
  resumeAttempt,
} from './outcome.ts'
import { forget, keepAttempt, recallAttempt } from './session-storage.ts'

const MAIL = { error: { code: 'validation_failed', fields: { mailaddress: ['形式が違います。'] } } }
const GENERIC = {
  title: 'エラーが発生しました',
  message: 'エラーが発生しました。時間をおいて再度操作してください。',
  isFailure: true,
}

describe('where a failure leads', () => {
  test.each([
    ['entry', 'register', MAIL, { path: '/entry/result', state: GENERIC }],
    ['entry', 'consent', {}, null],
    ['entry', 'facilities', {}, null],
    ['migration', 'consent', {}, { path: '/inherit-facility-info/result', state: GENERIC }],
    ['migration', 'facilities', {}, { path: '/inherit-facility-info/result', state: GENERIC }],
    ['suspension', 'consent', {}, { path: '/teishi/result', state: GENERIC }],
    ['trial', 'register', MAIL, { path: '/trial/mail-error', state: null }],
    ['trial', 'register', {}, { path: '/trial/result', state: GENERIC }],
    ['trial', 'register', undefined, { path: '/trial/result', state: GENERIC }],
    ['trial', 'consent', MAIL, null],
  ] as const)('%s, %s', (flow, call, body, destination) => {
    expect(destinationOf(flow, call, body)).toEqual(destination)
  })
})

describe('a field that a reply refuses', () => {
  test.each<[string, unknown, string | null]>([
    ['in this project’s shape', MAIL, '形式が違います。'],
    ['at the top', { mailaddress: '違います。' }, '違います。'],
    [
      'in a list of errors',
      { errors: [{ tel: ['x'] }, { mailaddress: ['違います。'] }] },
      '違います。',
    ],
    ['without words', { errors: { mailaddress: true } }, ''],
    ['with an object', { errors: { mailaddress: { code: 'E1' } } }, ''],
    ['but empty', { errors: { mailaddress: [] } }, null],
    ['but an empty text', { errors: { mailaddress: '' } }, null],
    ['but null', { errors: { mailaddress: null } }, null],
    ['but false', { errors: { mailaddress: false } }, null],
    ['in the words alone', { error: { message: 'mailaddress' } }, null],
    ['nowhere', { error: { fields: { tel: ['x'] } } }, null],
    ['in no object', 'mailaddress', null],
  ])('%s', (_, body, sentence) => {
    expect(refusalOf(body, 'mailaddress')).toBe(sentence)
  })

  test('becomes a problem of the control that has it, in screen order', () => {
    const fields = { mailaddress: true, zipcode: true, jigyousha: ['法人名が違います。'] }
    expect(problemsOfRefusal({ error: { fields } })).toEqual([
      { field: 'companyName', message: '法人名が違います。' },
      { field: 'zipcode', message: GENERIC.message },
      {
        field: 'email',
        message: 'メールアドレスの形式が正しくありません。正しい形式で入力し直してください。',
      },
    ])
  })
})

test('a row that a reply refuses is named by its number on the screen, whatever its place in the call', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    no: index + 3,
    ...{ facilityName: 'あおば', facilityNumber: '', serviceKey: 'KYODO' },
  }))
  const fields = {
    'facilities.12.facilityName': ['12行目：事業所名が違います。'],
    'facilities.2.facilityNumber': ['番号が「1行目：1310100011」と同じです。'],
    'facilities.1.serviceKey': true,
  }
  expect(problemsOfRows({ error: { fields } }, rows)).toEqual([
    {
      field: 'facilities.4.facilityNumber',
      message: '4行目：番号が「1行目：1310100011」と同じです。',
    },
    { field: 'facilities.14.facilityName', message: '14行目：事業所名が違います。' },
  ])
})

describe('the prices in force that a reply tells', () => {
  const TOLD = { version: 'contract-9', prices: { disability: 12_000 }, at: '2026-11-23T00:00:00Z' }
  const of = (inForce: unknown) => pricesInForce({ error: { inForce } })

  test('are taken as they are', () => {
    expect(of(TOLD)).toEqual(TOLD)
  })

  test.each([
    undefined,
    null,
    'contract-9',
    { ...TOLD, version: 9 },
    { ...TOLD, prices: undefined },
    { ...TOLD, prices: null },
    { ...TOLD, prices: '9980' },
    { ...TOLD, prices: { disability: 12_000, community: 0.5 } },
    { ...TOLD, prices: { disability: '12,000' } },
    { ...TOLD, at: undefined },
    { ...TOLD, at: 'tomorrow' },
  ])('are none in another shape: %j', (told) => {
    expect(of(told)).toBeNull()
  })
})

test('an attempt is shown once the page has loaded: the browser scrolls until then', async () => {
  await openPage('')
  onTestFinished(() => forget('sending.loading'))
  keepAttempt('loading', 'failed')
  // The simulated document has its own load event first.
  while (document.readyState !== 'complete') await new Promise((resolve) => setTimeout(resolve))
  Object.defineProperty(document, 'readyState', { value: 'interactive', configurable: true })
  let prepared = 0
  const shown = resumeAttempt('loading', {
    current: { current: initial('entry') },
    dispatch: () => expect.unreachable(),
    prepare: async () => {
      prepared += 1
    },
  })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(prepared).toBe(0)
  dispatchEvent(new Event('load'))
  await shown
  expect(prepared).toBe(1)
})

test('an attempt stays where nothing was found to send, and is looked for first', async () => {
  await openPage('')
  onTestFinished(() => forget('sending.late'))
  let prepared = 0
  const resumption = {
    current: { current: initial('entry') },
    dispatch: () => expect.unreachable(),
    prepare: async () => {
      prepared += 1
    },
  }
  await resumeAttempt('late', resumption)
  expect(prepared).toBe(0)
  keepAttempt('late', 'failed')
  await resumeAttempt('late', resumption)
  expect([prepared, recallAttempt('late')]).toEqual([1, 'failed'])
})
