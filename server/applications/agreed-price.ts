/** The price that both sides agree on: what was consented to must follow from the rows (reading 21). */
import { estimate } from '#domain/estimate.ts'
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import { acceptedPriceLists, formatAmount, type PriceList } from '#domain/price-lists.ts'
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
  for (const [index, list] of acceptedPriceLists(FLOWS[flow].catalogue, at).entries()) {
    const total = totalOf(list, rows)
    if (total !== undefined && formatAmount(total) === consented)
      return { total, list: list.version, inForce: index === 0 }
  }
  throw new AppError('price_mismatch')
}

/** The prices that a consent to these rows may name now, as consents store them. */
export function acceptedPrices(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  at: number,
): string[] {
  const totals = acceptedPriceLists(FLOWS[flow].catalogue, at).map((list) => totalOf(list, rows))
  return [...new Set(totals.filter((total) => total !== undefined).map(formatAmount))]
}

function totalOf(list: PriceList, rows: readonly FacilityRow[]): number | undefined {
  const filled = rows.filter((row) => !isBlankRow(row))
  return estimate(list, filled)?.total
}
