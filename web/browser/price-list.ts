/** The list in force by the client's clock, read only after the page has come to life (reading 4). */
import type { Catalogue } from '#domain/catalogue.ts'
import { type PriceList, priceListAt } from '#domain/pricing.ts'
import { useHydrated } from './hydrated.ts'

/** Before that the oldest list: a prerendered page must not carry its build machine's date. */
export function usePriceList(catalogue: Catalogue): PriceList {
  return priceListAt(catalogue, useHydrated() ? Date.now() : 0)
}
