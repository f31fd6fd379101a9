/** The estimate step: rows are checked first, and priced only where nothing is wrong (specification 5). */
import { groupOf } from '#domain/catalogue.ts'
import { estimate } from '#domain/estimate.ts'
import { cellName, type FacilityRow } from '#domain/facilities.ts'
import { validateRows, validRows } from '#domain/facility-rules.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import { type PriceList, priceListAt } from '#domain/price-lists.ts'
import type { Problem } from '#domain/problem.ts'
import type { Quote } from '../sending/application-state.ts'

/** The quote for normalised rows at an instant (epoch milliseconds), or everything wrong with them. */
export function quoteOf(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  now: number,
): Quote | Problem[] {
  const { rows: rules, catalogue } = FLOWS[flow]
  const problems = validateRows(rules, catalogue, rows)
  if (problems.length > 0) return problems
  const list = priceListAt(catalogue, now)
  const counted = validRows(catalogue, rows)
  const priced = estimate(list, counted)
  return priced ? { rows: counted, estimate: priced } : unpriced(list, counted)
}

/** Services that the list in force does not offer: the clock was set back after they were chosen. */
function unpriced(list: PriceList, rows: readonly FacilityRow[]): Problem[] {
  return rows
    .filter(({ serviceKey }) => {
      const group = groupOf(list.catalogue, serviceKey)
      return group === undefined || list.prices[group] === undefined
    })
    .map(({ no }) => ({
      field: cellName(no, 'serviceKey'),
      message: messages.inRow(no, messages.unknownService),
    }))
}
