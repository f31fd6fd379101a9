/** Paths of the pages behind an applicant's link. Apart from status.ts, whose sentences no other page is to load. */

/** The link stands behind `#`, and so in no request and no referrer. */
export const STATUS_PAGE = '/status'
/** A correction; what it needs of the link is handed over within the tab. */
export const CORRECT_PAGE = '/status/correct'
