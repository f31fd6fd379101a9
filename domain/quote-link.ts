/**
 * What a link with an estimate carries: services, facility numbers and names, a day, and the price list of that day. No
 * price, no corporation, no other words. Anybody can make such a link: what is not exactly of this form is refused.
 */
import { FACILITY_LIMITS, type FacilityRow } from './facilities.ts'
import { FLOWS } from './flows.ts'
import { isOffered, type PriceList, priceListAt } from './prices.ts'
import { safeName } from './safe-name.ts'
import { startOfDayInTokyo, tokyoDay } from './tokyo-time.ts'

/** Only a contract's prices are decided on: the trial costs nothing. */
const CATALOGUE = 'contract'

/** Letters of a facility's name; a longer one ends with 「…」. */
const NAME_LETTERS = 40
/** Digits, letters and hyphens: a number is no place for a message. */
const NUMBER = /^[0-9A-Za-z-]*$/
const NUMBER_LIMIT = 16

export type LinkedQuote = { rows: FacilityRow[]; list: PriceList; day: string }
export type QuoteRefusal = 'damaged' | 'unknown-list' | 'future'

/** The text for the link; null where the rows, or the list that they were priced by, cannot be carried. `now`: epoch milliseconds. */
export function quoteText(
  rows: readonly FacilityRow[],
  priceList: string,
  now: number,
): string | null {
  const lines = rows.map(({ facilityName, facilityNumber, serviceKey }) => [
    serviceKey,
    facilityNumber,
    shortName(facilityName),
  ])
  const text = JSON.stringify([priceList, tokyoDay(now), ...lines])
  return typeof readQuote(text, now) === 'string' ? null : text
}

/** The estimate that a link is about, or why there is none. */
export function readQuote(text: string, now: number): LinkedQuote | QuoteRefusal {
  const [version, day, ...lines] = parsed(text)
  if (typeof version !== 'string' || !isDay(day)) return 'damaged'
  if (day > tokyoDay(now)) return 'future'
  const list = priceListAt(CATALOGUE, startOfDayInTokyo(day))
  if (list.version !== version) return 'unknown-list'
  if (lines.length === 0 || lines.length > FLOWS.entry.rows.max) return 'damaged'
  const rows = lines.map((line, index) => rowOf(line, index + 1, list))
  return rows.every((row) => row !== null) ? { rows, list, day } : 'damaged'
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const start = startOfDayInTokyo(value)
  return !Number.isNaN(start) && tokyoDay(start) === value
}

function rowOf(line: unknown, no: number, list: PriceList): FacilityRow | null {
  if (!Array.isArray(line) || line.length !== 3) return null
  const [serviceKey, facilityNumber, facilityName] = line as unknown[]
  if (typeof serviceKey !== 'string' || !isOffered(list, serviceKey)) return null
  if (typeof facilityNumber !== 'string' || facilityNumber.length > NUMBER_LIMIT) return null
  if (!NUMBER.test(facilityNumber)) return null
  if (typeof facilityName !== 'string' || facilityName === '') return null
  return shortName(facilityName) === facilityName
    ? { no, facilityName, facilityNumber, serviceKey }
    : null
}

/** As a mail would carry it, and shorter. */
function shortName(name: string): string {
  return safeName(name.slice(0, FACILITY_LIMITS.facilityName), NAME_LETTERS - 1)
}
