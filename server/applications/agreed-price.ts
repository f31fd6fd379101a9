/** The price that both sides agree on: what was consented to must follow from the rows (reading 21). */
import { estimate } from '#domain/estimate.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { acceptedPriceLists, formatAmount } from '#domain/price-lists.ts'
import { AppError } from '../errors.ts'

/** Yen a month, and the list that makes it. */
export type Agreement = { total: number; list: string; inForce: boolean }

/** By the list in force, else by the one it replaced within the hour. Throws price_mismatch where neither gives that price. */
export function agreedPrice(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  consented: string | null,
  at: number,
): Agreement {
  const agreed = offers(flow, rows, at).find(({ total }) => formatAmount(total) === consented)
  if (!agreed) throw new AppError('price_mismatch')
  return agreed
}

/** The prices that a consent to these rows may name now, as consents store them. */
export function acceptedPrices(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  at: number,
): string[] {
  return [...new Set(offers(flow, rows, at).map(({ total }) => formatAmount(total)))]
}

/** What the rows cost under each list that counts now; a list that lacks one of their services offers nothing. */
function offers(flow: FlowWithRows, rows: readonly FacilityRow[], at: number): Agreement[] {
  const filled = rows.filter((row) => !isBlankRow(row))
  return acceptedPriceLists(FLOWS[flow].catalogue, at).flatMap((list, index) => {
    const sum = estimate(list, filled)
    return sum ? [{ total: sum.total, list: list.version, inForce: index === 0 }] : []
  })
}
