/** What a printed estimate says beside its prices: a number, the last day it is good for, the sum with tax. Pure. */
import type { Catalogue } from './catalogue.ts'
import { priceListsOf, startOfDayInTokyo } from './price-lists.ts'

/** Consumption tax, in percent; a fraction of a yen is dropped. */
export const TAX_PERCENT = 10

export function consumptionTaxOf(yen: number): number {
  return Math.floor((yen * TAX_PERCENT) / 100)
}

/** Days for which an estimate is good, the day it was made not counted. */
export const ESTIMATE_VALID_DAYS = 30

const DAY_MS = 86_400_000

/** An instant of the last day on which the estimate holds: no later than the eve of the next price list. */
export function validUntil(catalogue: Catalogue, madeAt: number): number {
  const last = madeAt + ESTIMATE_VALID_DAYS * DAY_MS
  const turns = priceListsOf(catalogue).map(({ from }) => startOfDayInTokyo(from))
  const next = turns.find((turn) => turn > madeAt)
  return next === undefined ? last : Math.min(last, next - 1)
}

/** Digits and letters that are read aloud without a mistake. */
const SPOKEN = '23456789BCDFGHJKMNPQRTVWXY'
const SIGNS = 6

/** e.g. 20261122-K7Q3FM. The same content on the same day has the same number, so that two prints of it are one estimate. */
export function estimateNumber(madeAt: number, content: string): string {
  // FNV-1a: nothing is proved by it.
  let hash = 0x811c9dc5
  for (let index = 0; index < content.length; index += 1)
    hash = Math.imul(hash ^ content.charCodeAt(index), 0x01000193) >>> 0
  let rest = hash
  const signs = Array.from({ length: SIGNS }, () => {
    const sign = SPOKEN[rest % SPOKEN.length]
    rest = Math.floor(rest / SPOKEN.length)
    return sign
  })
  return `${DAY_IN_TOKYO.format(madeAt).replaceAll('-', '')}-${signs.join('')}`
}

/** YYYY-MM-DD */
const DAY_IN_TOKYO = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' })
