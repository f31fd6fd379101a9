/** The staff console's wire: its paths, its filters, and what a list and one application hold. Instants are epoch milliseconds. */
import type { Applicant, Campaign } from './applicant.ts'
import type { FacilityRow } from './facilities.ts'
import { FLOW_NAMES, type Flow } from './flows.ts'
import {
  APPLICATION_STATES,
  type ApplicationState,
  type Assurance,
  FLAGS,
  type FlagName,
  STAFF_STATUSES,
  type StaffStatus,
} from './staff.ts'

export const CONSOLE_PATHS = {
  /** GET who is logged in, POST a name and the password, DELETE to log out. */
  session: '/api/session',
  applications: '/api/applications',
  csv: '/api/applications.csv',
  application: '/api/applications/:reference',
  status: '/api/applications/:reference/status',
  notes: '/api/applications/:reference/notes',
} as const

/** A path of one application with its reference filled in. */
export function referencePath(path: 'application' | 'status' | 'notes', reference: string): string {
  return CONSOLE_PATHS[path].replace(':reference', encodeURIComponent(reference))
}

/** UTF-16 units. */
export const NOTE_LIMIT = 2000
export const STAFF_NAME_LIMIT = 64
export const SEARCH_LIMIT = 255

/** What a list may be narrowed by, as it stands in a query string; an empty text narrows nothing. */
export const FILTERS = {
  flow: FLOW_NAMES,
  state: Object.keys(APPLICATION_STATES) as ApplicationState[],
  status: Object.keys(STAFF_STATUSES) as StaffStatus[],
  flag: Object.keys(FLAGS) as FlagName[],
} as const

export type Filter = {
  flow: Flow | ''
  state: ApplicationState | ''
  status: StaffStatus | ''
  flag: FlagName | ''
  /** First and last day in Asia/Tokyo, YYYY-MM-DD. */
  from: string
  to: string
  /** Part of a corporation's name, or a mail address, telephone, customer number or reference. */
  search: string
}

export type SessionReply = { who: string; canLogOut: boolean }
export type LoginBody = { name: string; password: string }
export type StatusBody = { from: StaffStatus; to: StaffStatus; note: string }
export type NoteBody = { note: string }

export type ApplicationSummary = {
  reference: string
  flow: Flow
  state: ApplicationState
  status: StaffStatus
  assurance: Assurance
  /** The customer number given, or the temporary one issued. */
  customer: string
  companyName: string
  person: string
  email: string
  tel: string
  facilities: number
  /** Yen a month that both sides agreed on; null while nothing is agreed, or where nothing is charged. */
  price: number | null
  flags: FlagName[]
  createdAt: number
}

export type ApplicationPage = {
  applications: ApplicationSummary[]
  /** Where the next page begins; null on the last one. */
  next: string | null
  /** Applications of each status under the filter, its status left out. */
  counts: Record<StaffStatus, number>
}

export type ApplicationRecord = Omit<ApplicationSummary, 'facilities' | 'flags' | 'price'> & {
  applicant: Applicant
  campaign: Campaign
  facilities: FacilityRow[]
  consents: ConsentEvidence[]
  agreed: { price: number; priceList: string } | null
  flags: { flag: FlagName; detail: string; at: number }[]
  history: HistoryEntry[]
  deliveries: Delivery[]
  completedAt: number | null
  erasedAt: number | null
  /** How often the same open request came again. */
  repeats: number
  /** Reference of the application that took this one's place. */
  supersededBy: string | null
}

export type ConsentEvidence = {
  no: number
  kind: number
  priceText: string | null
  priceList: string | null
  termsVersion: string
  button: string
  at: number
}

export type HistoryEntry = { at: number; who: string; action: string; detail: string }

export type Delivery = {
  kind: 'mail_applicant' | 'mail_staff' | 'webhook'
  recipient: string
  state: 'queued' | 'sending' | 'sent' | 'held' | 'failed'
  attempts: number
  nextAt: number
  sentAt: number | null
  lastError: string | null
}
