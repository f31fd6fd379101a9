/** Conditions that an index carries, in the very words of that index: a parameter would hide it from the planner. */
import { sql } from 'kysely'

/** Asked of an existing number. */
export const IS_REQUEST = sql<boolean>`flow in ('migration', 'suspension')`

/** Of applications. SQLite takes "is null" of a unique column for one row at most, and would walk through all of them. */
export const HAS_NO_KEY = sql<boolean>`not (application_key is not null)`

/** Of the outbox. */
export const IS_UNSENT = sql<boolean>`state <> 'sent'`
export const IS_OUT_OF_QUEUE = sql<boolean>`state in ('sending', 'held', 'failed')`
export const IS_TO_APPLICANT = sql<boolean>`kind = 'mail_applicant'`
