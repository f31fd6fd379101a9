import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesNumberOf, telephoneNumbersIn } from './telephone.ts'

/** What stood in the field of real forms, and what the same person types at the gate. */
const OPENS: readonly [typed: string, answered: string][] = [
  ['03-1234-5678', '03-1234-5678'],
  ['03-1234-5678', '0312345678'],
  ['0312345678', '０３－１２３４－５６７８'],
  ['０３ー１２３４ー５６７８', '03-1234-5678'],
  ['03ｰ1234ｰ5678', '03−1234−5678'],
  ['03（1234）5678', '(03)1234-5678'],
  ['03 1234 5678', '03　1234　5678'],
  ['03.1234.5678', '03・1234・5678'],
  ['03の1234の5678', '03-1234-5678'],
  ['03-1234-5678（内線12）', '03-1234-5678'],
  ['03-1234-5678（内線12）', '03-1234-5678 内線12'],
  ['03-1234-5678(12)', '0312345678'],
  ['03-1234-5678-12', '03-1234-5678'],
  ['03-1234-5678（代表）', '03-1234-5678'],
  ['代表 03-1234-5678', '03-1234-5678（代）'],
  ['TEL：03-1234-5678', '℡03-1234-5678'],
  ['電話03-1234-5678　担当2課', '03-1234-5678'],
  ['FAX03-1234-5679', '03-1234-5679'],
  ['TEL03-1234-5678/FAX03-1234-5679', '03-1234-5678'],
  ['03-1234-5678 / 090-1234-5678', '090-1234-5678'],
  ['03-1234-5678／090-1234-5678', '03-1234-5678/090-1234-5678'],
  ['03-1234-5678・090-1234-5678', '090-1234-5678'],
  ['03-1234-5678 090-1234-5678', '03-1234-5678'],
  ['0312345678、09012345678', '09012345678'],
  ['03-1234-5678〜9', '03-1234-5678'],
  ['03-1234-5678/79', '03-1234-5678'],
  ['+81-3-1234-5678', '03-1234-5678'],
  ['03-1234-5678', '+81 3-1234-5678'],
  ['＋８１（０）３－１２３４－５６７８', '03-1234-5678'],
  ['(+81)90-1234-5678', '090-1234-5678'],
  ['090-1234-5678', '+819012345678'],
  ['81-3-1234-5678', '03-1234-5678'],
  ['010-81-3-1234-5678', '03-1234-5678'],
  ['0081 90 1234 5678', '090-1234-5678'],
  ['312345678', '03-1234-5678'],
  ['9012345678', '090-1234-5678'],
  ['03-1234-5678', '3-1234-5678'],
  ['0120-000-123', '120000123'],
  ['0800-123-4567', '8001234567'],
  ['050-1234-5678', '5012345678'],
  ['0463-12-3456', '463123456'],
  ['"0312345678"', '03-1234-5678'],
  ['03-1234\u200b-5678\ufe0e', '03-1234-5678'],
  ['+1 650-253-0000', '16502530000'],
  // Nine digits that no rule knows are compared as they are.
  ['012345678', '012-345-678'],
]

const STAYS_CLOSED: readonly [typed: string, answered: string][] = [
  ['03-1234-5678', '03-1234-5679'],
  ['03-1234-5678', '1234-5678'],
  ['03-1234-5678', '内線12'],
  ['03-1234-5678（内線123456789）', '0123456780'],
  ['03-1234-5678', '03-1234-5678 / 03-1234-5679'],
  ['03-1234-5678', ''],
  ['なし', 'なし'],
  ['', ''],
  ['1234-5678', '1234-5678'],
  ['1234-5678/8765-4321', '1234567887654321'],
  ['12345678', '012345678'],
  ['090-1234-567', '090-1234-5678'],
  ['03-1234-56789', '03-1234-5678'],
  ['+1 650-253-0000', '650-253-0000'],
  // What leads abroad has no length at which it ends, and what is no whole number loses no country.
  ['010-1-650-253-0000', '0101650253'],
  ['81-234-567-89', '023-456-789'],
]

test.each(OPENS)('%j is named by %j', (typed, answered) => {
  expect(namesNumberOf(typed, answered)).toBe(true)
})

test.each(STAYS_CLOSED)('%j is not named by %j', (typed, answered) => {
  expect(namesNumberOf(typed, answered)).toBe(false)
})

test('every pair is compared, whichever is right', () => {
  const asked: string[] = []
  const isSame = (one: string, other: string) => asked.push(`${one} ${other}`) > 0
  namesNumberOf('03-1234-5678/090-1234-5678', '0312345678/09012345678', isSame)
  expect(asked).toEqual([
    '0312345678 0312345678',
    '09012345678 0312345678',
    '0312345678 09012345678',
    '09012345678 09012345678',
  ])
})

/** A number as it is dialled, in the groups in which it is written. */
const groups = fc.oneof(
  fc
    .tuple(fc.constantFrom('03', '06'), digits(4), digits(4))
    .filter(([, district]) => /^[2-9]/.test(district)),
  fc.tuple(fc.constantFrom('045', '0463', '0120', '0570', '099'), digits(6)).map(([area, rest]) => {
    const cut = 6 - area.length
    return [area, rest.slice(0, cut), rest.slice(cut).padEnd(10 - area.length - cut, '7')]
  }),
  fc.tuple(fc.constantFrom('090', '080', '070', '050', '020', '060'), digits(4), digits(4)),
)

function digits(count: number) {
  return fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((all) => all.join(''))
}

type Groups = readonly string[]
const withoutZero = ([first = '', ...others]: Groups) => [first.slice(1), ...others]

/** Forms in which people write a number. */
const FORMS: readonly ((number: Groups) => string)[] = [
  (number) => number.join('-'),
  (number) => number.join(''),
  (number) => number.join('ー'),
  (number) => number.join(' '),
  ([area, ...others]) => `（${area}）${others.join('-')}`,
  ([area, district, last]) => `${area}(${district})${last}`,
  (number) => `+81 ${withoutZero(number).join('-')}`,
  (number) => `+81(0)${withoutZero(number).join('')}`,
  (number) => withoutZero(number).join(''),
  (number) => `電話：${number.join('-')}（代表）`,
  (number) => `${number.join('-')}（内線123）`,
  (number) =>
    number
      .join('-')
      .replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
]
const form = fc.constantFrom(...FORMS)

describe('of numbers in any two forms', () => {
  test('the same is known', () => {
    fc.assert(
      fc.property(groups, form, form, (number, typed, answered) => {
        expect(telephoneNumbersIn(typed(number))).toEqual([number.join('')])
        expect(namesNumberOf(typed(number), answered(number))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('either of two opens what names both, and no third', () => {
    fc.assert(
      fc.property(groups, groups, groups, form, form, form, (one, other, third, a, b, c) => {
        const both = `${a(one)}／${b(other)}`
        expect([namesNumberOf(both, c(one)), namesNumberOf(both, c(other))]).toEqual([true, true])
        const isThird = ![one.join(''), other.join('')].includes(third.join(''))
        expect(namesNumberOf(both, c(third))).toBe(!isThird)
      }),
    )
  })

  test('no pair of different ones opens', () => {
    const oneDigitOff = fc.tuple(groups, fc.nat(7)).map(([number, at]) => {
      const last = number.join('').slice(-8)
      const changed = `${last.slice(0, at)}${(Number(last[at]) + 1) % 10}${last.slice(at + 1)}`
      return [number, regrouped(number, number.join('').slice(0, -8) + changed)] as const
    })
    const any = fc.tuple(groups, groups).filter(([one, other]) => one.join('') !== other.join(''))
    fc.assert(
      fc.property(fc.oneof(oneDigitOff, any), form, form, ([one, other], typed, answered) => {
        expect(namesNumberOf(typed(one), answered(other))).toBe(false)
      }),
      { numRuns: 4000 },
    )
  })
})

/** The digits in groups as long as those of `like`. */
function regrouped(like: Groups, number: string): string[] {
  return like.map((group, index) => {
    const from = like.slice(0, index).join('').length
    return number.slice(from, from + group.length)
  })
}

test('no text opens what it has fewer than nine digits of', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789０１①ー－- +/(）内線\u200b') })
  fc.assert(
    fc.property(text, text, (typed, answered) => {
      const count = answered.normalize('NFKC').replace(/[^0-9]/g, '').length
      if (count < 9) expect(namesNumberOf(typed, answered)).toBe(false)
    }),
  )
})
