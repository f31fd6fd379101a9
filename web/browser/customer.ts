/** The customer number of the page's query parameter. */
import { isCustomerNumber } from '#domain/customer-number.ts'
import { trimOuterSpace } from '#domain/text.ts'
import { useHydrated } from './hydrated.ts'
import { useQuery } from './location.ts'

/** The query parameter (specification 2). */
export const CUSTOMER_NUMBER = 'customerNumber'

/** The usable number; null if there is none, undefined until hydration is done. */
export function useCustomerNumber(): string | null | undefined {
  const number = useTypedCustomerNumber()
  if (!useHydrated()) return undefined
  return isCustomerNumber(number) ? number : null
}

/** What the query holds, usable or not, without outer white space. */
export function useTypedCustomerNumber(): string {
  return trimOuterSpace(new URLSearchParams(useQuery()).get(CUSTOMER_NUMBER) ?? '')
}
