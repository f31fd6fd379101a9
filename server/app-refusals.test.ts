/** What the API refuses, and the one shape it says so in. */
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { API_ERRORS, type ErrorCode, messages, refusals } from '#domain/messages.ts'
import { startApp } from './testing/app.ts'
import { everythingIn, FACILITIES, PRICE } from './testing/calls.ts'
import {
  consentOf,
  ENTRY,
  errorBody,
  facilitiesOf,
  form,
  post,
  REGISTER,
} from './testing/requests.ts'

const UNKNOWN = `tmp-${'a'.repeat(26)}`
const unread = [API_ERRORS.malformed_request]

/** Whatever is wrong: status, body, and nothing stored. */
type Refusal = [name: string, request: InjectOptions, status: number, code: ErrorCode]
const REFUSALS: [...Refusal, fields?: Record<string, string[]>][] = [
  ['unknown path', { url: '/nothing' }, 404, 'not_found'],
  ['unknown path in the API', { url: '/api/nothing' }, 404, 'not_found'],
  ['unknown path, any body', { ...form('x'), url: '/nothing' }, 404, 'not_found'],
  ['path that is no UTF-8', { url: '/%zz' }, 400, 'malformed_request'],
  ['path of bad bytes', { url: '/%ff' }, 400, 'malformed_request'],
  ['wrong method', { url: REGISTER }, 405, 'method_not_allowed'],
  ['wrong method with a body', { ...form(ENTRY), method: 'PUT' }, 405, 'method_not_allowed'],
  ['preflight', { url: REGISTER, method: 'OPTIONS' }, 405, 'method_not_allowed'],
  ['JSON where a form is due', post(REGISTER, ENTRY), 415, 'unsupported_media_type'],
  [
    'form where JSON is due',
    { ...form('kind=1'), url: consentOf(UNKNOWN) },
    415,
    'unsupported_media_type',
  ],
  ['text', form(ENTRY, { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
  [
    'multipart',
    form(ENTRY, { 'content-type': 'multipart/form-data; boundary=x' }),
    415,
    'unsupported_media_type',
  ],
  ['no type', { method: 'POST', url: REGISTER, payload: 'a=b' }, 415, 'unsupported_media_type'],
  ['no body', { method: 'POST', url: REGISTER }, 400, 'malformed_request'],
  ['broken JSON', post(consentOf(UNKNOWN), '{"kind":'), 400, 'malformed_request'],
  ['empty JSON', post(consentOf(UNKNOWN), ''), 400, 'malformed_request'],
  ['JSON that is no object', post(consentOf(UNKNOWN), '[1]'), 400, 'malformed_request'],
  ['null', post(consentOf(UNKNOWN), 'null'), 400, 'malformed_request'],
  [
    'key twice',
    post(consentOf(UNKNOWN), '{"kind":1,"kind":4}'),
    400,
    'malformed_request',
    { kind: unread },
  ],
  [
    'prototype',
    post(consentOf(UNKNOWN), '{"__proto__":{"kind":1}}'),
    400,
    'malformed_request',
    { ['__proto__']: unread },
  ],
  [
    'field twice',
    form(`${new URLSearchParams(ENTRY)}&tel=1`),
    400,
    'malformed_request',
    { tel: unread },
  ],
  ['bad escape', form('jigyousha=%E9%AB'), 400, 'malformed_request', { jigyousha: unread }],
  ['large form', form({ ...ENTRY, address: 'a'.repeat(65_536) }), 413, 'payload_too_large'],
  [
    'large consent',
    post(consentOf(UNKNOWN), { kind: 1, x: 'a'.repeat(4096) }),
    413,
    'payload_too_large',
  ],
  [
    'large facilities',
    post(facilitiesOf(UNKNOWN), { x: 'a'.repeat(262_144) }),
    413,
    'payload_too_large',
  ],
  ['other site', form(ENTRY, { 'sec-fetch-site': 'cross-site' }), 403, 'cross_site'],
  ['other origin', form(ENTRY, { origin: 'https://evil.test' }), 403, 'cross_site'],
  ['hidden origin', form(ENTRY, { origin: 'null' }), 403, 'cross_site'],
  [
    'key with a space',
    form(ENTRY, { 'idempotency-key': 'a b' }),
    400,
    'malformed_request',
    { 'Idempotency-Key': unread },
  ],
  [
    'long key',
    form(ENTRY, { 'idempotency-key': 'k'.repeat(256) }),
    400,
    'malformed_request',
    { 'Idempotency-Key': unread },
  ],
  [
    'unknown customer',
    post(consentOf(UNKNOWN), { kind: 1, priceText: PRICE }),
    404,
    'unknown_customer',
  ],
  ['unusable customer', post(consentOf('a/b c'), { kind: 3 }), 404, 'unknown_customer'],
  ['very long customer', post(consentOf('9'.repeat(900)), { kind: 3 }), 404, 'unknown_customer'],
  [
    'number for an entry',
    post(consentOf('C-1'), { kind: 1, priceText: PRICE }),
    404,
    'unknown_customer',
  ],
  [
    'facilities before a consent',
    post(facilitiesOf('C-1'), { facilities: FACILITIES }),
    409,
    'consent_missing',
  ],
  [
    'mail address',
    form({ ...ENTRY, mailaddress: 'a@b@c' }),
    422,
    'validation_failed',
    { mailaddress: [messages.mailFormat] },
  ],
  [
    'missing field',
    form(without(ENTRY, 'tel')),
    422,
    'validation_failed',
    { tel: [messages.required('電話番号')] },
  ],
  [
    'NUL',
    form({ ...ENTRY, person: 'a\0b' }),
    422,
    'validation_failed',
    { person: [messages.unstorable('登録担当者名')] },
  ],
  [
    'control character in JSON',
    post(consentOf('C-1'), { kind: 2, priceText: '9,980\u0007' }),
    422,
    'validation_failed',
    { priceText: [refusals.priceMalformed] },
  ],
]

test.each(REFUSALS)(
  '%s is refused in the one shape',
  async (_name, request, status, code, fields) => {
    const { app, database } = await startApp()
    const response = await app.inject(request)
    expect([response.statusCode, response.json()]).toEqual([status, errorBody(code, fields)])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers['content-security-policy']).toContain(
      "require-trusted-types-for 'script'",
    )
    expect((await everythingIn(database)).applications).toEqual([])
  },
)

describe('nothing is coerced', () => {
  const wrong = (field: string) => errorBody('validation_failed', { [field]: unread })

  test.each([
    ['kind', [true, '1', [1], 1.5, 0, 5, null, {}, ''], { priceText: PRICE }],
    ['priceText', [9980, true, null, ['9,980'], {}], { kind: 2 }],
  ])('%s is none of %j', async (field, values, more) => {
    const { app } = await startApp()
    for (const value of values) {
      const response = await app.inject(post(consentOf('C-1'), { ...more, [field]: value }))
      expect([value, response.statusCode, response.json()]).toEqual([value, 422, wrong(field)])
    }
  })

  const FIXED: [field: string, text: string | undefined][] = [
    ['appform', '1'],
    ['appform', '3.0'],
    ['appform', ''],
    ['appform', undefined],
    ['insert', '1'],
    ['insert', 'TRUE'],
    ['insert', undefined],
    ['page', '02'],
    ['page', ' 2'],
    ['plan3', 'true'],
    ['plan3', undefined],
  ]
  test('a fixed value is exactly that', async () => {
    const { app } = await startApp()
    for (const [field, text] of FIXED) {
      const body = text === undefined ? without(ENTRY, field) : { ...ENTRY, [field]: text }
      const response = await app.inject(form(body))
      expect([text, response.statusCode, response.json()]).toEqual([text, 422, wrong(field)])
    }
  })

  test.each([
    [{ facilities: {} }, 'facilities'],
    [{ facilities: '[]' }, 'facilities'],
    [{}, 'facilities'],
    [{ facilities: [null] }, 'facilities.1'],
    [
      { facilities: [FACILITIES[0], { ...FACILITIES[0], facilityName: 1 }] },
      'facilities.2.facilityName',
    ],
    [
      { facilities: [{ ...FACILITIES[0], facilityNumber: 1310000011 }] },
      'facilities.1.facilityNumber',
    ],
    [{ facilities: [{ ...FACILITIES[0], serviceKey: ['KYODO'] }] }, 'facilities.1.serviceKey'],
  ])('facilities %j', async (body, field) => {
    const { app } = await startApp()
    const response = await app.inject(post(facilitiesOf('C-1'), body))
    expect([response.statusCode, response.json()]).toEqual([422, wrong(field)])
  })
})

test('however much is wrong, an answer stays small', async () => {
  const { app } = await startApp()
  const send = (values: number) =>
    app.inject(post(facilitiesOf('C-1'), `{"facilities":[${'{},'.repeat(values)}{}]}`))
  const answer = await send(1_500)
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().error.fields)).toHaveLength(100)
  const unread = await send(80_000)
  expect([unread.statusCode, unread.rawPayload.length < 1_000]).toEqual([400, true])
})

test('405 says what is allowed', async () => {
  const { app } = await startApp()
  const refused = await app.inject({ method: 'DELETE', url: '/livez' })
  expect(refused.headers.allow).toBe('GET, HEAD')
})

test('a fault of our own tells nothing of itself, and is logged by its place alone', async () => {
  const { app, logged } = await startApp({
    postalCodes: {
      about: { published: '', packages: [], codes: 0, offices: 0 } as never,
      lookUp: () => {
        throw new Error('select 0312345678 from secrets')
      },
      *rows() {},
    },
  })
  const response = await app.inject('/api/postal-codes?zipcode=1000001')
  expect([response.statusCode, response.json()]).toEqual([500, errorBody('internal')])
  const [fault] = logged()
    .split('\n')
    .map((line) => line && JSON.parse(line))
  expect(fault).toMatchObject({ level: 'error', event: 'fault', fault: { type: 'Error' } })
  expect(fault.fault.at[0]).toContain('app-refusals.test.ts')
  expect(logged()).not.toContain('0312345678')
})

function without(fields: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
}
