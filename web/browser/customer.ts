/** The customer number that a page is opened for. */
import { isCustomerNumber } from '#domain/customer-number.ts'
import { useHydrated } from './hydrated.ts'
import { useQuery } from './location.ts'

/** The usable number of the query; null where there is none, undefined until the page has come to life. */
export function useCustomerNumber(): string | null | undefined {
  const number = new URLSearchParams(useQuery()).get('customerNumber')
  if (!useHydrated()) return undefined
  return number !== null && isCustomerNumber(number) ? number : null
}
