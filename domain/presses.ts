/** What each press on one application depends on. The console sends it as it was drawn; the server refuses the press where something else stands there by then. */
import { isClosed, type StaffStatus } from './staff.ts'

/** What may change under a press. */
export const FACT_NAMES = [
  'status',
  'correction',
  'withdrawal',
  'message',
  'assignee',
  'address',
  'link',
] as const
export type FactName = (typeof FACT_NAMES)[number]
/** `asked`: the one request that is decided. */
export type SeenName = FactName | 'asked'

/** Whatever ends an application passes over what its applicant has said and nobody has read. */
const ENDING = ['status', 'correction', 'withdrawal', 'message'] as const

export const PRESSES = {
  status: ['status'],
  closing: ENDING,
  assignee: ['assignee'],
  note: [],
  question: ['message'],
  decision: ['asked'],
  // Accepted, it ends the application as a close does.
  withdrawing: ['asked', 'correction', 'message'],
  // Of the deliveries that it names: nobody else's work is undone.
  resend: [],
  contacted: [],
  address: ['address'],
  link: ['link'],
  erasure: ENDING,
} as const satisfies Record<string, readonly SeenName[]>

export type PressName = keyof typeof PRESSES

/** As text: a status, a name, an address; a number or an id; empty where there is none. */
export type Seen = Partial<Record<SeenName, string>>
export type SeenBy<P extends PressName> = Record<(typeof PRESSES)[P][number], string>

export function statusPress(to: StaffStatus): 'status' | 'closing' {
  return isClosed(to) ? 'closing' : 'status'
}

export function decisionPress({ of, accept }: { of: string; accept: boolean }) {
  return of === 'withdrawal' && accept ? 'withdrawing' : 'decision'
}
