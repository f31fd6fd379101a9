/** Where the public apply API answers (specification 7). */

export const API_BASE = '/api'

export const PATHS = {
  register: '/public/temp/customers/regist-renewal',
  consent: '/public/temp/customers/:customer/consent',
  facilities: '/public/temp/customers/:customer/facilities',
  postalCodes: '/postal-codes',
  vitals: '/vitals',
} as const

/** A path of PATHS with {customer} filled in and percent-encoded, without the API base. */
export function customerPath(call: 'consent' | 'facilities', customer: string): string {
  return PATHS[call].replace(':customer', encodeURIComponent(customer))
}
