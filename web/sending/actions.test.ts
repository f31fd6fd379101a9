import { expect, test } from 'vitest'
import { API_ERRORS } from '#domain/messages.ts'
import { actionOf, isOffer } from './actions.ts'

test('these codes are mended; after any other, only what can succeed is offered', () => {
  const codes = Object.keys(API_ERRORS)
  expect(
    codes.filter((code) => !isOffer(actionOf(code))).map((code) => [code, actionOf(code)]),
  ).toEqual([
    ['unknown_customer', 'begin-anew'],
    ['consent_missing', 'consent-again'],
    ['already_completed', 'received'],
    ['superseded', 'begin-anew'],
    ['key_reused', 'begin-anew'],
    ['price_mismatch', 'show-price'],
    ['invitation_required', 'begin-by-link'],
  ])
  expect(codes.filter((code) => actionOf(code) === 'retry')).toEqual([
    'request_timeout',
    'rate_limited',
    'unavailable',
    'internal',
  ])
})

test.each([undefined, '', 'a_code_of_tomorrow', 'toString'])('of %s nothing is known', (code) => {
  expect(actionOf(code)).toBe('retry')
})
