import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasValidCheckDigit, lostZero } from './facilities.ts'

describe('hasValidCheckDigit', () => {
  // 1 3 1 1 1 1 1 1 1: products 2 3 2 1 2 1 2 1 2, sum 16, check digit 4.
  // 0 1 1 0 1 0 0 0 1: products 0 1 2 0 2 0 0 0 2, sum 7, check digit 3.
  // 4 7 5 5 9 9 9 9 9: products 8 7 10 5 18 9 18 9 18, digit sums 8 7 1 5 9 9 9 9 9, sum 66, check digit 4.
  // 1 3 1 1 1 1 1 1 8: the last product is 16, its digits 7; sum 21, check digit 9.
  test.each(['1311111114', '0110100013', '4755999994', '1311111189'])('%s', (number) => {
    expect(hasValidCheckDigit(number)).toBe(true)
  })

  test.each([
    ['another last digit', '1311111115'],
    ['prefecture 00', '0011111119'],
    ['prefecture 48', '4811111113'],
    ['nine digits', '110100013'],
    ['eleven digits', '13111111140'],
    ['full-width digits', '１３１１１１１１１４'],
    ['a line break behind', '1311111114\n'],
    ['nothing', ''],
    ['letters', 'abcdefghij'],
  ])('not with %s', (_, number) => {
    expect(hasValidCheckDigit(number)).toBe(false)
  })

  test('every nine digits of a prefecture have exactly one check digit, and a mistyped digit is noticed', () => {
    const nine = fc
      .tuple(fc.integer({ min: 1, max: 47 }), fc.integer({ min: 0, max: 9_999_999 }))
      .map(([prefecture, rest]) => `${prefecture}`.padStart(2, '0') + `${rest}`.padStart(7, '0'))
    fc.assert(
      fc.property(
        nine,
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (head, at, by) => {
          const right = Array.from('0123456789', (last) => head + last).filter(hasValidCheckDigit)
          expect(right).toHaveLength(1)
          const digits = Array.from(right[0] ?? '', Number)
          digits[at] = ((digits[at] ?? 0) + by) % 10
          expect(hasValidCheckDigit(digits.join(''))).toBe(false)
        },
      ),
    )
  })
})

describe('lostZero', () => {
  test('gives prefecture 01 to 09 back its zero', () => {
    expect(lostZero('110100013')).toBe('0110100013')
  })

  test.each([
    ['nothing is lost', '0110100013'],
    ['the repaired number fails its check', '110100014'],
    ['the prefecture would be 00', '011111119'],
    ['eight digits', '11010001'],
    ['not digits', '11010001a'],
    ['nothing', ''],
  ])('null when %s', (_, number) => {
    expect(lostZero(number)).toBeNull()
  })
})
