/** The tables as both databases have them; instants are epoch milliseconds, yes and no is a state with a name. */

import { sql } from 'kysely'
import { CAMPAIGN_KEYS, namesOfFields } from '#domain/applicant.ts'
import type { Flow } from '#domain/flows.ts'
import type { Role } from '#domain/roles.ts'
import type {
  ApplicationState,
  Assurance,
  CustomerAnswer,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  FlagName,
  StaffStatus,
} from '#domain/staff.ts'
import type { Mark, UsageError, Width } from '#domain/usage.ts'
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
  /** Says nothing of the issued name, and opens nothing. */
  id: string
  /** Short, to be read aloud and searched for; says nothing and opens nothing. */
  reference: string
  flow: Flow
  /**
   * The name that was issued to a new customer: the key to its calls, read by the register answer alone (reading 43).
   * Empty for a request of an existing one.
   */
  issued_name: string
  /** The existing customer's number that was given; empty for a new one. */
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
  /** The reference of what took its place. */
  superseded_by: string | null
  created_at: number
  completed_at: number | null
  erased_at: number | null
  /** Of its link; raising it ends the link before. */
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

/** Columns that several tables have alike: what a migration does to them in one it does in all. */
export const MIRRORED = [
  { tables: ['applications', 'revisions'], columns: REGISTRATION_COLUMNS },
  {
    tables: ['facilities', 'revision_facilities'],
    columns: ['application', 'no', 'facility_name', 'facility_number', 'service_key'],
  },
] as const satisfies readonly { tables: readonly (keyof Schema)[]; columns: readonly string[] }[]

export type FlagRow = { application: string; flag: FlagName; detail: string; at: number }

/** What staff and jobs did, in order; append only. */
export type HistoryRow = {
  id: string
  application: string
  at: number
  who: string
  action: string
  detail: string
  /** Of a status: who confirmed the request, as staff wrote it; else empty. */
  confirmed_by: string
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

/** A notice that a sending of a mail came back; nothing of what the notice quotes. */
export type ReturnedMailRow = {
  /** Of the outbox. */
  delivery: string
  /** The attempt that the notice names. */
  sending: number
  application: string
  at: number
  /** RFC 3463, such as 5.1.1; empty where the notice has none. */
  code: string
  /** past: of an earlier sending, or to an address that is not on file any more. */
  state: 'open' | 'settled' | 'past'
  settled_at: number | null
  settled_by: string | null
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

/** What the billing system said last of an application's customer number. */
export type CustomerAnswerRow = {
  application: string
  answer: CustomerAnswer
  /** Untrusted text; empty where it told none. */
  name: string
  /** Of the application, that it answered for. */
  version: number
  at: number
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

/** What an application is found by, in one spelling; one that was erased has none. */
export type SearchTextRow = { created_at: number; application: string; text: string }

/** Of a day in Tokyo: how many pages reached a step of a form, or had its table filled in one way. */
export type UsageRow = { day: string; flow: Flow; mark: Mark; width: Width; count: number }

/** Of a day in Tokyo: how many pages met this error first. */
export type UsageErrorRow = UsageError & { day: string; flow: Flow; count: number }

/** What erased applications count for in figures, by the month of completion in Tokyo. */
export type KeptSumRow = {
  month: string
  flow: Flow
  /** facilities: how many it had. chance, trial, contract: of a trial, by how it heard of the product or its campaign. */
  kind: 'facilities' | 'chance' | 'trial' | 'contract'
  name: string
  /** Facilities, or days from the trial to the contract. */
  size: number
  count: number
}

export type MigrationRow = { id: number; name: string }

export type Schema = {
  migrations: MigrationRow
  applications: ApplicationRow
  consents: ConsentRow
  facilities: FacilityRecord
  flags: FlagRow
  history: HistoryRow
  outbox: OutboxRow
  returned_mails: ReturnedMailRow
  customer_answers: CustomerAnswerRow
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
  search_texts: SearchTextRow
  usage: UsageRow
  usage_errors: UsageErrorRow
  kept_sums: KeptSumRow
}

// Conditions that an index carries, in the very words of that index: a parameter would hide it from the planner.

/** Asked of an existing number. */
export const IS_REQUEST = sql<boolean>`flow in ('migration', 'suspension')`

/** Of flags. */
export const IS_OF_TRIAL = sql<boolean>`flag = 'from_trial'`

/** Of applications: the billing system has given it one. */
export const HAS_NUMBER = sql<boolean>`customer_number <> ''`

/** Of applications. SQLite takes "is null" of a unique column for one row at most, and would walk through all of them. */
export const HAS_NO_KEY = sql<boolean>`not (application_key is not null)`

/** Of the outbox. */
export const IS_UNSENT = sql<boolean>`state <> 'sent'`
export const IS_OUT_OF_QUEUE = sql<boolean>`state in ('sending', 'held', 'failed')`
export const IS_TO_APPLICANT = sql<boolean>`kind = 'mail_applicant'`
export const IS_STATUS_MAIL = sql<boolean>`kind = 'mail_status'`
