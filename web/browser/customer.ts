/** The customer number of the page's query parameter. */
import { isCustomerNumber } from '#domain/customer-number.ts'
import { useHydrated } from './hydrated.ts'
import { useQuery } from './location.ts'

/** The usable number; null if there is none, undefined until hydration is done. */
export function useCustomerNumber(): string | null | undefined {
  const number = new URLSearchParams(useQuery()).get('customerNumber')
  if (!useHydrated()) return undefined
  return number !== null && isCustomerNumber(number) ? number : null
}
