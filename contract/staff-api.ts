/** Contract of the staff API, for the billing system: paths, scopes of tokens, replies. */

import type { StaffStatus } from '#domain/staff.ts'
import type { ApplicationRecord } from './console.ts'

export const STAFF_API_BASE = '/api/staff/v1'

export const STAFF_API_PATHS = {
  applications: `${STAFF_API_BASE}/applications`,
  application: `${STAFF_API_BASE}/applications/:reference`,
  acknowledgement: `${STAFF_API_BASE}/applications/:reference/acknowledgement`,
  status: `${STAFF_API_BASE}/applications/:reference/status`,
} as const

/** What a token may be given the right to; each route names one. */
export const API_SCOPES = {
  read: '申し込みの取得',
  acknowledge: '受領の記録',
  status: '対応状況の変更',
} as const satisfies Record<string, string>

export type ApiScope = keyof typeof API_SCOPES
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as ApiScope[]

/** The most applications of one answer. */
export const MOST_LISTED = 50

/** A complete application; what staff note of it, and whom we told, stays here. */
export type ApiApplication = Omit<ApplicationRecord, 'history' | 'deliveries' | 'directory'>

export type ApiPage = {
  /** In the order in which they were completed or changed last. */
  applications: ApiApplication[]
  /** The cursor for the next call; to be kept also where nothing was listed. */
  next: string
  /** Whether there is more behind it now. */
  more: boolean
}

/** What was done, and the version that it left. */
export type ApiChange = { reference: string; version: number; status: StaffStatus }

export type ApiStatusBody = { status: StaffStatus }
