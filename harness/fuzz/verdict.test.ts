import { describe, expect, test } from 'vitest'
import { STATUS_ERRORS } from '#contract/status.ts'
import { API_ERRORS } from '#domain/messages.ts'
import { repliesIn } from './bytes.ts'
import { judge } from './exchange.ts'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; script-src 'self'",
}
const refusal = (error: object, more = {}) => ({
  status: 422,
  headers: HEADERS,
  text: JSON.stringify({ error, ...more }),
})
const VALIDATION_FAILED = { code: 'validation_failed', message: API_ERRORS.validation_failed }

const PRICE_MISMATCH = { code: 'price_mismatch', message: API_ERRORS.price_mismatch }
const IN_FORCE = { version: 'contract-1', prices: { child: 4980 }, at: '2026-11-23T00:00:00Z' }

describe('the shape of an answer', () => {
  test('an error in shape is told by its code, all else by none', () => {
    expect(judge(refusal(VALIDATION_FAILED))).toBe('validation_failed')
    expect(judge(refusal({ ...VALIDATION_FAILED, fields: { tel: ['x'] } }))).toBe(
      'validation_failed',
    )
    expect(judge(refusal({ ...PRICE_MISMATCH, inForce: IN_FORCE }))).toBe('price_mismatch')
    const unknown = { code: 'link_unknown', message: STATUS_ERRORS.link_unknown }
    expect(judge({ ...refusal(unknown), status: 404 })).toBe('link_unknown')
    expect(judge({ status: 200, headers: HEADERS, text: '{}' })).toBeNull()
  })

  test.each([
    ['a 5xx', { ...refusal(VALIDATION_FAILED), status: 500 }],
    ['another status', { ...refusal(VALIDATION_FAILED), status: 400 }],
    ['another message', refusal({ ...VALIDATION_FAILED, message: 'x' })],
    ['an unknown code', refusal({ ...VALIDATION_FAILED, code: 'toString' })],
    ['more than the error', refusal(VALIDATION_FAILED, { stack: 'x' })],
    ['more than code, message and fields', refusal({ ...VALIDATION_FAILED, stack: 'x' })],
    ['fields that are no lists', refusal({ ...VALIDATION_FAILED, fields: { tel: 'x' } })],
    ['no fields at all', refusal({ ...VALIDATION_FAILED, fields: {} })],
    ['a price without the list in force', refusal(PRICE_MISMATCH)],
    ['a list in force of another error', refusal({ ...VALIDATION_FAILED, inForce: IN_FORCE })],
    [
      'a price that is no number',
      refusal({ ...PRICE_MISMATCH, inForce: { ...IN_FORCE, prices: { child: '1' } } }),
    ],
    ['no JSON', { ...refusal(VALIDATION_FAILED), text: '<html>' }],
    [
      'a header less',
      { ...refusal(VALIDATION_FAILED), headers: { ...HEADERS, 'referrer-policy': '' } },
    ],
    [
      'no policy',
      { ...refusal(VALIDATION_FAILED), headers: { ...HEADERS, 'content-security-policy': '' } },
    ],
    ['very much', { status: 200, headers: HEADERS, text: 'x'.repeat(50_001) }],
  ])('%s is no answer of ours', (_, reply) => {
    expect(() => judge(reply)).toThrow()
  })
})

describe('answers on one connection', () => {
  const answersIn = (stream: string) =>
    repliesIn(Buffer.from(stream)).map(({ status, text }) => [status, text])

  test('are told apart by their lengths', () => {
    expect(
      answersIn(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nあ' +
          'HTTP/1.1 304 Not Modified\r\netag: "x"\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n{}',
      ),
    ).toEqual([
      [100, ''],
      [200, 'あ'],
      [304, ''],
      [404, '{}'],
    ])
  })

  test('to HEAD tell a length that does not follow', () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'
    expect(answersIn(head + head)).toEqual([
      [200, ''],
      [200, ''],
    ])
  })

  test('are left out where they are cut short, and are a fault where they are no HTTP', () => {
    const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'
    expect(answersIn(`${whole}HTTP/1.1 40`)).toEqual([[200, '{}']])
    expect(answersIn(`${whole}HTTP/1.1 400 Bad\r\ncontent-length: 9\r\n\r\n{`)).toEqual([
      [200, '{}'],
    ])
    expect(() => answersIn(`${whole}Error: at server.ts:1`)).toThrow('no HTTP')
  })
})
