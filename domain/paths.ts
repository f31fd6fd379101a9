/** Where the public apply API answers (specification 7). */

export const API_BASE = '/api'

export const PATHS = {
  register: '/public/temp/customers/regist-renewal',
  consent: '/public/temp/customers/:customer/consent',
  facilities: '/public/temp/customers/:customer/facilities',
  postalCodes: '/postal-codes',
  directory: '/directory',
  corporations: '/directory/corporations',
  corporationFacilities: '/directory/corporations/:id/facilities',
  numberedFacilities: '/directory/facilities',
  vitals: '/vitals',
} as const

/** A path of PATHS with {customer} filled in and percent-encoded, without the API base. */
export function customerPath(call: 'consent' | 'facilities', customer: string): string {
  return PATHS[call].replace(':customer', encodeURIComponent(customer))
}

/** The published facilities of a corporation, without the API base. */
export function corporationPath(id: string): string {
  return PATHS.corporationFacilities.replace(':id', encodeURIComponent(id))
}
