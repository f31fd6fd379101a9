/** How the agreed price came about: the rows counted again under the list that both sides agreed on. */
import type { ApplicationRecord } from '#domain/console.ts'
import { type Estimate, estimate, PRICE_LISTS } from '#domain/pricing.ts'

/** Null while nothing is agreed, where nothing is charged, and when the rows were erased. */
export function agreedEstimate({ priceList, facilities }: ApplicationRecord): Estimate | null {
  const list = PRICE_LISTS.find(({ version }) => version === priceList)
  return list && facilities.length > 0 ? estimate(list, facilities) : null
}
