import { describe, expect, test } from 'vitest'
import { PRICE_LISTS } from '#domain/prices.ts'
import { estimateNumber, validUntil } from './estimate.tsx'
import { consumptionTaxOf } from './estimate-rows.tsx'

const day = (text: string) => Date.parse(`${text}T12:00:00+09:00`)
const inTokyo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })

test.each([
  [0, 0],
  [9980, 998],
  [34920, 3492],
  [19, 1],
])('the tax of %i yen is %i yen', (yen, tax) => {
  expect(consumptionTaxOf(yen)).toBe(tax)
})

describe('the last day of an estimate', () => {
  test('is thirty days on', () => {
    expect(inTokyo.format(validUntil('contract', day('2026-11-22')))).toBe('2026-12-22')
  })

  test('is the eve of the next price list where that comes first', () => {
    const next = PRICE_LISTS.find(({ version }) => version === 'trial-2025-02')
    expect(next?.from).toBe('2025-02-01')
    expect(inTokyo.format(validUntil('trial', day('2025-01-20')))).toBe('2025-01-31')
    expect(inTokyo.format(validUntil('trial', day('2025-02-01')))).toBe('2025-03-03')
    const turn = Date.parse('2025-02-01T00:00:00+09:00')
    expect(validUntil('trial', turn - 1)).toBe(turn - 1)
    expect(inTokyo.format(validUntil('trial', turn))).toBe('2025-03-03')
  })
})

describe('the number of an estimate', () => {
  test('begins with the day in Tokyo', () => {
    expect(estimateNumber(Date.parse('2026-11-22T15:00:00Z'), 'a')).toMatch(
      /^20261123-[2-9BCDFGHJKMNPQRTVWXY]{6}$/,
    )
  })

  // A print of yesterday's version has it too.
  test('is the hash of the content, written with signs that are read aloud without a mistake', () => {
    expect(estimateNumber(day('2026-11-22'), '')).toBe('20261122-5KY5B2')
    expect(estimateNumber(day('2026-11-22'), '9,980円')).toBe('20261122-96XMKV')
  })

  test('is the same for the same content, and another for another', () => {
    const at = day('2026-11-22')
    expect(estimateNumber(at, '9,980')).toBe(estimateNumber(at + 1000, '9,980'))
    const numbers = Array.from({ length: 1000 }, (_, index) => estimateNumber(at, `row ${index}`))
    expect(new Set(numbers).size).toBe(1000)
  })
})
