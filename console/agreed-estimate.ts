/** Breakdown of the agreed price: the facilities estimated again under the agreed price list. */
import type { ApplicationRecord } from '#domain/console.ts'
import { type Estimate, estimate } from '#domain/estimate.ts'
import { PRICE_LISTS } from '#domain/price-lists.ts'

/** Null while nothing is agreed, where nothing is charged, and when the rows were erased. */
export function agreedEstimate({ priceList, facilities }: ApplicationRecord): Estimate | null {
  const list = PRICE_LISTS.find(({ version }) => version === priceList)
  return list && facilities.length > 0 ? estimate(list, facilities) : null
}
