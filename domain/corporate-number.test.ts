import { expect, test } from 'vitest'
import { isCorporateNumber } from './directory.ts'

test.each([
  // The agency's own number, and the example of its specification of the check digit.
  ['7000012050002', true],
  ['8700110005901', true],
  ['7000012050003', false],
  ['7000012050020', false],
  ['700001205000', false],
  ['70000120500021', false],
  ['７００００１２０５０００２', false],
  ['0000000000000', false],
  ['', false],
])('%s: %s', (text, valid) => {
  expect(isCorporateNumber(text)).toBe(valid)
})

test('fourteen digits are none, whatever the first', () => {
  const digits = Array.from('123456789', (digit) => `${digit}7000012050002`)
  expect(digits.filter(isCorporateNumber)).toEqual([])
})
