/** The price list in force by the client's clock, read only after hydration (reading 4). */
import type { Catalogue } from '#domain/catalogue.ts'
import { type PriceList, priceListAt } from '#domain/price-lists.ts'
import { useHydrated } from './hydrated.ts'

/** The oldest list until then: prerendered HTML must not depend on the build date. */
export function usePriceList(catalogue: Catalogue): PriceList {
  return priceListAt(catalogue, useHydrated() ? Date.now() : 0)
}
