/** Ids of the places in the prerendered frame that scripts fill, or take away. */

/** What leads to a reload is said there: hidden while all is well. */
export const FAULT_ID = 'fault'

/** The sentence for a page whose scripts never come. */
export const WAITING_ID = 'waiting'

/** Behind the gate of the status page: a reload would close it. */
export const DETAILS_ID = 'details'

/** A group with nothing in it, named while something is sent. Its content must not change: Orca forgets where it was. */
export const SENDING_ID = 'sending'

/** 電話で相談中, in the footer beside the telephone number; disabled until the page has come to life. */
export const CALL_ID = 'on-call'
