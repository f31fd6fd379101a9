/** The price of the rows that count under a list: the page's own, or the one that the server has told of; and what a clock is worth. */
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { type Catalogue, GROUPS } from '#domain/catalogue.ts'
import { cellName, type FacilityRow, validateRows, validRows } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { messages, type Problem, recoveries } from '#domain/messages.ts'
import { estimate, isOffered, PRICE_LISTS, type PriceList } from '#domain/prices.ts'
import { DAY_MS, dayInWords, tokyoDay } from '#domain/tokyo-time.ts'
import type { Quote } from '../sending/application-state.ts'

/** The estimate step: rows are checked first, and priced only where nothing is wrong (specification 5). The quote for normalised rows under a list, or everything wrong with them. */
export function quoteOf(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  list: PriceList,
): Quote | Problem[] {
  const { rows: rules, catalogue } = FLOWS[flow]
  const problems = validateRows(rules, catalogue, rows)
  if (problems.length > 0) return problems
  const counted = validRows(catalogue, rows)
  const priced = estimate(list, counted)
  return priced ? { rows: counted, estimate: priced } : unpriced(list, counted)
}

/** Services that the list does not offer: they were chosen under another one. */
function unpriced(list: PriceList, rows: readonly FacilityRow[]): Problem[] {
  return rows
    .filter(({ serviceKey }) => !isOffered(list, serviceKey))
    .map(({ no }) => ({
      field: cellName(no, 'serviceKey'),
      message: messages.inRow(no, messages.unknownService),
    }))
}

/** The list that the server has told of, with its prices; null where it has a group that this build does not know. */
export function listInForce(
  catalogue: Catalogue,
  { version, prices, at }: PricesInForce,
): PriceList | null {
  if (!Object.keys(prices).every((group) => Object.hasOwn(GROUPS, group))) return null
  const known = PRICE_LISTS.find((list) => list.version === version)
  return { version, catalogue, from: known?.from ?? tokyoDay(Date.parse(at)), prices }
}

/** Refused at the very price that the list in force gives here: this page counts otherwise than the server. */
export function isSamePrice(quote: Quote | Problem[], sent: Quote): boolean {
  if (Array.isArray(quote)) return false
  const { priceList, total } = quote.estimate
  return priceList === sent.estimate.priceList && total === sent.estimate.total
}

/** A clock is spoken of where it is wrong by more than this: a day decides on a price, an hour does not. */
const WRONG_CLOCK_MS = DAY_MS

/** What to say of the device's clock (both epoch milliseconds); null while it is right enough. */
export function wrongClock(device: number, server: number): string | null {
  return Math.abs(server - device) > WRONG_CLOCK_MS
    ? recoveries.wrongClock(dayInWords(device), dayInWords(server))
    : null
}
