/** Who {customer} may be: an existing customer by number, or a temporary one by the name that was issued. */

/** A customer number as it may stand in a page's query (reading 14). */
const CUSTOMER_NUMBER = /^[0-9A-Za-z_-]{1,64}$/
/** A {customer} issued by the register call: 128 random bits in lower-case base 32 behind a mark. */
export const TEMPORARY_CUSTOMER = /^tmp-[a-z2-7]{26}$/
export const TEMPORARY_CUSTOMER_MARK = 'tmp-'

/** Usable as an existing customer's number; a temporary customer never is (reading 18). */
export function isCustomerNumber(text: string): boolean {
  return CUSTOMER_NUMBER.test(text) && !text.startsWith(TEMPORARY_CUSTOMER_MARK)
}
