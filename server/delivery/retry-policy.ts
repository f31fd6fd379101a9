/** Retry: what becomes of a row after an attempt: sent, due again after its back-off, or a dead letter. */

import { DAY_MS } from '#domain/tokyo-time.ts'
import type { RetrySchedules } from '../config/delivery-settings.ts'
import { markSent, markUnsent, NEVER, type Unsent } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { Outcome } from './channel.ts'
import { LONGEST_HOLD_MS } from './mail/limits.ts'

/**
 * A row is a dead letter once the pauses between its attempts add up to this. Pauses are counted, not dates: neither a
 * process that did not run nor a clock that jumped brings a row closer to it, and an outage counts none.
 */
const DEAD_AFTER_MS = { postponed: 5 * DAY_MS, refused: 2 * DAY_MS }
/** Each attempt without an answer may be a copy: there are so many at the most. */
const MOST_UNKNOWN = 3

export type Failure = Exclude<Outcome, { status: 'delivered' }>

export type Settlement = {
  /** By the database's clock, in epoch milliseconds. */
  now: number
  /** How long an answer that did not come keeps the row leased. */
  leaseMs: number
  schedules: RetrySchedules
}

/** Writes down what came of an attempt; `row` is the row as it was claimed, and its lease the fencing token. */
export async function settle(
  tx: Transaction,
  { row, outcome, isOutage }: { row: OutboxRow; outcome: Outcome; isOutage?: boolean },
  settlement: Settlement,
): Promise<void> {
  // Whoever holds the lease now: what was delivered was delivered.
  if (outcome.status === 'delivered') await markSent(tx, { id: row.id, at: settlement.now })
  else await markUnsent(tx, afterFailure(row, outcome, { ...settlement, isOutage }))
}

export function afterFailure(
  row: OutboxRow,
  { status, reason }: Failure,
  { now, leaseMs, schedules, isOutage }: Settlement & { isOutage?: boolean | undefined },
): Unsent {
  const { id, attempts, unknown_answers: unknown, backoff_ms: waited } = row
  const unsent = { id, attempts, reason, backoffBy: 0, unknownBy: 0 } as const
  // The loop waits: the row itself has not been tried.
  if (isOutage) return { ...unsent, state: 'queued', nextAt: now + pauseMs(schedules.outage, 0) }
  if (status === 'unknown') {
    const pause = Math.max(leaseMs, pauseMs(schedules.unknown, unknown))
    const nextAt = unknown + 1 < MOST_UNKNOWN ? now + pause : NEVER
    return { ...unsent, state: unknown === 0 ? 'sending' : 'failed', nextAt, unknownBy: 1 }
  }
  const kind = status === 'refused' ? 'refused' : 'postponed'
  if (waited >= DEAD_AFTER_MS[kind]) return { ...unsent, state: 'failed', nextAt: NEVER }
  const pause = pauseMs(schedules[kind], failuresAfter(schedules[kind], waited))
  const state = status === 'refused' ? 'failed' : 'queued'
  return { ...unsent, state, nextAt: now + pause, backoffBy: pause }
}

/** At most a quarter longer than the schedule has it: jitter, so that what failed together does not come back together. */
const MOST_JITTER = 1.25

/** Milliseconds before the attempt that follows the n-th failure, counted from 0; the last pause repeats. */
export function pauseMs(schedule: readonly number[], n: number, random = Math.random()): number {
  const seconds = schedule[Math.min(n, schedule.length - 1)] ?? 0
  return Math.round(seconds * 1000 * (1 + (MOST_JITTER - 1) * random))
}

/** How many pauses of a schedule so much waiting is. */
function failuresAfter(schedule: readonly number[], waitedMs: number): number {
  let left = waitedMs
  let failures = 0
  for (const seconds of schedule) {
    left -= seconds * 1000
    if (left >= 0) failures += 1
  }
  return failures
}

/** The longest that a row waits by itself: one that is due later was written under a wrong clock. */
export function longestPauseMs(schedules: RetrySchedules): number {
  const longest = Math.max(...Object.values(schedules).flat()) * 1000 * MOST_JITTER
  return Math.max(longest, LONGEST_HOLD_MS)
}
