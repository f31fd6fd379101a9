/** Contract of the staff API, for the billing system: paths, scopes of tokens. */

export const STAFF_API_BASE = '/api/staff/v1'

export const STAFF_API_PATHS = {
  applications: `${STAFF_API_BASE}/applications`,
  application: `${STAFF_API_BASE}/applications/:reference`,
  acknowledgement: `${STAFF_API_BASE}/applications/:reference/acknowledgement`,
  status: `${STAFF_API_BASE}/applications/:reference/status`,
  returned: `${STAFF_API_BASE}/returned`,
} as const

/** What a token may be given the right to; each route names one. */
export const API_SCOPES = {
  read: '申し込みの取得',
  acknowledge: '受領の記録',
  status: '対応状況の変更',
  note: '対応状況と一緒のメモ',
  customer_number: 'お客様番号の登録',
  notify: '申込者へのメール',
  returned: '不達通知の受け渡し',
} as const satisfies Record<string, string>

export type ApiScope = keyof typeof API_SCOPES
export const API_SCOPE_NAMES = Object.keys(API_SCOPES) as ApiScope[]

/** UTF-16 units. */
export const NOTE_LIMIT = 2000

/** UTF-16 units of a customer's name, and of whoever confirmed a request there. */
export const CUSTOMER_NAME_LIMIT = 200

/** The most applications of one answer. */
export const MOST_LISTED = 50
