/** How much mail may go out: what is too much waits, and nothing is dropped. */
import { fullSince, sentTo } from './store/outbox.ts'
import type { OutboxRow } from './store/schema.ts'
import type { Transaction } from './store/transaction.ts'

export type MailLimits = {
  /** To one applicant's address in 24 hours; 0 is off. */
  perAddressPerDay: number
  /** In all in an hour; 0 is off. */
  perHour: number
  /** False while nobody is named to be told: the mails to staff then wait for somebody. */
  staffIsKnown: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Between two looks whether staff have an address now. */
const STAFF_PAUSE_MS = 60_000

/** The instant until which a mail waits; undefined where it may go out. The first one to an address never waits. */
export async function holdUntil(
  tx: Transaction,
  { kind, recipient }: OutboxRow,
  { perAddressPerDay, perHour, staffIsKnown }: MailLimits,
  now: number,
): Promise<number | undefined> {
  if (kind === 'webhook') return undefined
  if (kind === 'mail_staff' && !staffIsKnown) return now + STAFF_PAUSE_MS
  if (kind === 'mail_applicant') {
    const limit = Math.max(perAddressPerDay, 1)
    const had = await sentTo(tx, { recipient, since: now - DAY_MS, limit })
    if (had.length === 0) return undefined
    const oldest = had.at(-1)
    if (perAddressPerDay > 0 && had.length === limit && oldest !== undefined) return oldest + DAY_MS
  }
  if (perHour === 0) return undefined
  const full = await fullSince(tx, { since: now - HOUR_MS, limit: perHour })
  return full === undefined ? undefined : full + HOUR_MS
}
