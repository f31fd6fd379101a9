/** What the receiver of mails and webhooks does no good. */

/** Of a hanging mailbox nothing is ever answered. */
export const HANGS = 'hangs'
/** The n-th webhook of so many, in the order of their ids, is answered 500. */
export const BAD_OF = 5
