/** The beacon of the pages' reporter. A file of its own: a page at rest loads nothing else of the contract for it. */

/** What is measured (reading 27): web-vitals' names, milliseconds but for CLS. */
export const VITALS = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const

/** Under the API's base. */
export const VITALS_ADDRESS = '/api/vitals'
