/** The beacon of a person's way through a form. A file of its own: a page at rest loads nothing else of the contract for it. */

/** Under the API's base. */
export const USAGE_ADDRESS = '/api/usage'
