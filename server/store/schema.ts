/** The tables as both databases have them; instants are epoch milliseconds, yes and no is a state with a name. */

import { sql } from 'kysely'
import { CAMPAIGN_KEYS, namesOfFields } from '#domain/applicant.ts'
import type { Flow } from '#domain/flows.ts'
import type { Role } from '#domain/roles.ts'
import type {
  ApplicationState,
  Assurance,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  FlagName,
  StaffStatus,
} from '#domain/staff.ts'
import type {
  ApplicantCallRow,
  MessageRow,
  RevisionFacts,
  StatusLinkRow,
  WithdrawalRow,
} from './applicant-rows.ts'

/** Field name on the pages → column. */
export const APPLICANT_COLUMNS = namesOfFields('column')

/** Everything that a client sends to register, as it is stored. */
export const REGISTRATION_COLUMNS = [...Object.values(APPLICANT_COLUMNS), ...CAMPAIGN_KEYS] as const
export type Registration = Record<(typeof REGISTRATION_COLUMNS)[number], string>

export const EMPTY_REGISTRATION = Object.fromEntries(
  REGISTRATION_COLUMNS.map((column) => [column, '']),
) as Registration

/** Normalised forms that duplicates and searches are found by; null where there is nothing to find. */
export type SearchColumns = {
  search_mail: string | null
  search_tel: string | null
  search_company: string | null
}

export type ApplicationRow = {
  id: string
  /** Short, to be read aloud and searched for; says nothing and opens nothing. */
  reference: string
  flow: Flow
  /** What {customer} in the path is: the username issued, or the customer number that was given. */
  customer: string
  /** Names the application through all its calls; null where the client sent none (reading 20). */
  application_key: string | null
  /** pending: calls are still to come. superseded: closed to its caller, who began again. */
  state: ApplicationState
  staff_status: StaffStatus
  assurance: Assurance
  /** Number of the consent that counts; 0 before the first. */
  consent_seq: number
  consent_price: string | null
  /** Yen a month that both sides agreed on, and the list that makes it; null until complete. */
  agreed_price: number | null
  price_list: string | null
  /** How often the same open request was made again. */
  repeat_count: number
  superseded_by: string | null
  created_at: number
  completed_at: number | null
  erased_at: number | null
  /** Of its link; a renewal raises it, and ends the link before. */
  link_generation: number
  /** When staff closed it, null while it is open; a process of the version before leaves it as it was. */
  closed_at: number | null
  /** That the billing system gave a new customer; empty before, and for a request of an existing one. */
  customer_number: string
  /** Of the revision that counts; 1 is what was sent first. */
  revision: number
} & Registration &
  SearchColumns

/** Never changed: a later consent is a further row, and the last one counts. */
export type ConsentRow = {
  application: string
  seq: number
  kind: number
  price_text: string | null
  at: number
  terms_version: string
  /** The words that were pressed. */
  button: string
  /** The price list in force at that moment; null where the flow has no price. */
  price_list: string | null
}

export type FacilityRecord = {
  application: string
  no: number
  facility_name: string
  facility_number: string
  service_key: string
}

export type RevisionRow = RevisionFacts & Registration
export type RevisionFacilityRow = FacilityRecord & { revision: number }

export type FlagRow = { application: string; flag: FlagName; detail: string; at: number }

/** What staff and jobs did, in order; append only. */
export type HistoryRow = {
  id: string
  application: string
  at: number
  who: string
  action: string
  detail: string
}

export type OutboxKind = keyof typeof DELIVERY_KINDS
export type OutboxState = keyof typeof DELIVERY_STATES

/** What a completed application promised to send. The id is the Message-ID. */
export type OutboxRow = {
  id: string
  application: string
  kind: OutboxKind
  recipient: string
  /** What limits count: one name for all spellings of the recipient; empty for a webhook. */
  mailbox: string
  /** Mail domain or webhook host: what may be slow or down by itself. */
  destination: string
  /** 16 bits of a hash of the client's network address: tells one sender's flood from the others. */
  source: string
  state: OutboxState
  /** Also the fencing token of a lease: whoever claims the row raises it, and nothing lowers it. */
  attempts: number
  /** Attempts after which it stayed open whether the other side took it. */
  unknown_answers: number
  /** All pauses after failures of its own together, in milliseconds: how far its attempts are spread. */
  backoff_ms: number
  /** When it is due; while it is being sent, when its lease ends. */
  next_at: number
  last_error: string | null
  created_at: number
  sent_at: number | null
}

/** Shared rate limits: how much of a bucket is used in the window that began at window_start. */
export type LimitRow = { bucket: string; window_start: number; used: number }

export type UsedInvitationRow = { id: string; application: string; at: number }

/** Small facts about the installation itself. */
export type FactRow = { name: string; value: string }

/** Somebody who may use the console; password and second factor are null until the setup is finished. */
export type StaffAccountRow = {
  name: string
  role: Role
  password_hash: string | null
  /** Encrypted. */
  totp_secret: string | null
  /** The last TOTP step used: a code counts once. */
  totp_step: number
  /** Of the code with which the person sets up password and second factor. */
  setup_hash: string | null
  setup_until: number | null
  disabled_at: number | null
  created_at: number
  /** Issuer and subject at the identity provider; null for an account with a password. */
  subject: string | null
  /** Raised by whatever ends all sessions, and by a new password or second factor: what was checked before is stale. */
  generation: number
}

export type StaffRecoveryCodeRow = { account: string; hash: string }

/** The id is the hash of the cookie's value. */
export type StaffSessionRow = {
  id: string
  account: string
  created_at: number
  seen_at: number
  /** When the identity provider last saw the person's proof; null where it did not say, and for passwords. */
  authenticated_at: number | null
  /** Of the identity provider, to end its session too. Encrypted. */
  id_token: string | null
  /** Of the account when the login read it; in any other the session is over. */
  generation: number
}

/** Who did what; append only. */
export type AuditRow = {
  id: string
  at: number
  who: string
  via: 'console' | 'command' | 'api'
  action: string
  /** An application's reference, or an account's name; empty where the action concerns many. */
  subject: string
  detail: string
}

/** A completed application in the feed of the staff API. */
export type ChangeRow = {
  application: string
  /** Raised with each change that the feed tells of. */
  version: number
  /** The batch in which it stands in the feed; null until it is read for the first time since its last change. */
  place: number | null
  /** The last version that the other side has confirmed; 0 before the first. */
  acknowledged_version: number
  acknowledged_at: number | null
}

/** One row: the last batch of places. */
export type ChangeBatchRow = { id: number; last: number }

export type ApiTokenRow = {
  name: string
  hash: string
  /** Names with spaces between. */
  scopes: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  /** To the hour. */
  used_at: number | null
}

/** What a request under an Idempotency-Key was, hashed, and what it was answered. */
export type ApiReplyRow = { token: string; key: string; request: string; reply: string; at: number }

/** What staff make of an application beside its status; there is none while nobody has touched it. */
export type WorkRow = {
  application: string
  /** Empty for nobody. */
  assignee: string
  touched_at: number
  touched_by: string
}

/** Conditions of a list that a person keeps, as JSON. */
export type StaffViewRow = { account: string; name: string; filter: string }

/** An application that the index of the search has not taken in as it is now. */
export type SearchDueRow = {
  created_at: number
  application: string
  /** Two changes at once never wait for one row. */
  cause: 'begun' | 'completed' | `corrected.${number}`
}

export type SearchTextRow = { document: number; application: string; text: string }

/** So many documents one after another; sealed where `sealed_version` is `version`. */
export type SearchChunkRow = { chunk: number; version: number; sealed_version: number | null }

/** The documents of a chunk that have a gram (see server/search). */
export type SearchGramRow = { gram: string; chunk: number; documents: string }

export type MigrationRow = { id: number; name: string }

export type Schema = {
  migrations: MigrationRow
  applications: ApplicationRow
  consents: ConsentRow
  facilities: FacilityRecord
  flags: FlagRow
  history: HistoryRow
  outbox: OutboxRow
  limits: LimitRow
  used_invitations: UsedInvitationRow
  facts: FactRow
  staff_accounts: StaffAccountRow
  staff_recovery_codes: StaffRecoveryCodeRow
  staff_sessions: StaffSessionRow
  audit: AuditRow
  changes: ChangeRow
  change_batches: ChangeBatchRow
  api_tokens: ApiTokenRow
  api_replies: ApiReplyRow
  work: WorkRow
  status_links: StatusLinkRow
  messages: MessageRow
  withdrawal_requests: WithdrawalRow
  applicant_calls: ApplicantCallRow
  revisions: RevisionRow
  revision_facilities: RevisionFacilityRow
  staff_views: StaffViewRow
  search_due: SearchDueRow
  search_texts: SearchTextRow
  search_chunks: SearchChunkRow
  search_grams: SearchGramRow
}

// Conditions that an index carries, in the very words of that index: a parameter would hide it from the planner.

/** Asked of an existing number. */
export const IS_REQUEST = sql<boolean>`flow in ('migration', 'suspension')`

/** Of applications. SQLite takes "is null" of a unique column for one row at most, and would walk through all of them. */
export const HAS_NO_KEY = sql<boolean>`not (application_key is not null)`

/** Of the outbox. */
export const IS_UNSENT = sql<boolean>`state <> 'sent'`
export const IS_OUT_OF_QUEUE = sql<boolean>`state in ('sending', 'held', 'failed')`
export const IS_TO_APPLICANT = sql<boolean>`kind = 'mail_applicant'`
export const IS_STATUS_MAIL = sql<boolean>`kind = 'mail_status'`
