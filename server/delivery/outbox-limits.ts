/** How much mail may go out: what is too much waits, and nothing is dropped. */
import { fullSince, sentTo } from '../store/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/transaction.ts'

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

/** Until when a mail waits, and whether every other of its kind waits as well. */
export type Hold = { until: number; everybody: boolean }

/** Undefined where a mail may go out. The first one to an address never waits. */
export async function holdOf(
  tx: Transaction,
  { kind, recipient }: OutboxRow,
  { perAddressPerDay, perHour, staffIsKnown }: MailLimits,
  now: number,
): Promise<Hold | undefined> {
  if (kind === 'webhook') return undefined
  const everybody = kind === 'mail_staff'
  if (everybody && !staffIsKnown) return { until: now + STAFF_PAUSE_MS, everybody }
  if (kind === 'mail_applicant') {
    const limit = Math.max(perAddressPerDay, 1)
    const had = await sentTo(tx, { recipient, since: now - DAY_MS, limit })
    if (had.length === 0) return undefined
    const oldest = had.at(-1)
    if (perAddressPerDay > 0 && had.length === limit && oldest !== undefined)
      return { until: oldest + DAY_MS, everybody }
  }
  if (perHour === 0) return undefined
  const full = await fullSince(tx, { since: now - HOUR_MS, limit: perHour })
  return full === undefined ? undefined : { until: full + HOUR_MS, everybody }
}
