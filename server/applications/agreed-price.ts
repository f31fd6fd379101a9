/** The price that both sides agree on: what was consented to must follow from the rows (reading 21). */
import { type FacilityRow, isBlankRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows } from '#domain/flows.ts'
import {
  estimate,
  formatAmount,
  type PriceList,
  priceListAt,
  priceListsOf,
} from '#domain/pricing.ts'
import { AppError } from '../errors.ts'

/** Yen a month, and the list that makes it. */
export type Agreement = { total: number; list: string; inForce: boolean }

/** By the list in force, else by another published one. Throws price_mismatch where no list comes to what was consented. */
export function agreedPrice(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  consented: string | null,
  at: number,
): Agreement {
  const { catalogue } = FLOWS[flow]
  const inForce = priceListAt(catalogue, at)
  for (const list of new Set([inForce, ...priceListsOf(catalogue)])) {
    const total = totalOf(list, rows)
    if (total !== undefined && formatAmount(total) === consented)
      return { total, list: list.version, inForce: list === inForce }
  }
  throw new AppError('price_mismatch')
}

/** What would be consented to for these rows now; empty where one of them has no price. */
export function priceTextOf(flow: FlowWithRows, rows: readonly FacilityRow[], at: number): string {
  const total = totalOf(priceListAt(FLOWS[flow].catalogue, at), rows)
  return total === undefined ? '' : formatAmount(total)
}

function totalOf(list: PriceList, rows: readonly FacilityRow[]): number | undefined {
  const filled = rows.filter((row) => !isBlankRow(row))
  return estimate(list, filled)?.total
}
