/** Retry: the state of an outbox row after an attempt: sent, due again after its own back-off, or a dead letter. */

import { markSent, markUnsent, NEVER, type Unsent } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { Outcome } from './channel.ts'

export const PAUSES: BackOff = { first: 2000, longest: 30 * 60_000 }
/** Refusals in a row: an outage may look like one. Then the row is left to staff. */
const ATTEMPTS_REFUSED = 10
/** After this long what cannot be delivered is left to staff. */
const GIVE_UP_MS = 5 * 86_400_000

export type Failure = Exclude<Outcome, { status: 'delivered' }>

/** How long an answer that did not come keeps the row from being sent again, and how often it may stay away. */
export type UnknownAnswers = { leaseMs: number; limit: number }

/** `row` is the row as it was claimed, its attempts counted. */
export function afterFailure(
  row: OutboxRow,
  { status, reason }: Failure,
  { at, isOutage, unknown }: { at: number; isOutage: boolean; unknown: UnknownAnswers },
): Unsent {
  const { id, attempts, unknown_answers } = row
  const isRefused = status === 'refused'
  const isOver =
    at - row.created_at > GIVE_UP_MS ||
    (isRefused && attempts >= ATTEMPTS_REFUSED) ||
    (status === 'unknown' && unknown_answers + 1 >= unknown.limit)
  const unchanged = { id, attempts, reason, attemptsBy: 0, unknownBy: 0 } as const
  if (status === 'unknown')
    return isOver
      ? { ...unchanged, state: 'failed', nextAt: NEVER, unknownBy: 1 }
      : { ...unchanged, state: 'sending', nextAt: at + unknown.leaseMs, unknownBy: 1 }
  if (isOver) return { ...unchanged, state: 'failed', nextAt: NEVER }
  // During an outage the circuit is the back-off; the row itself has not been tried.
  if (isOutage)
    return { ...unchanged, state: 'queued', nextAt: at + pauseAfter(1, PAUSES), attemptsBy: -1 }
  const nextAt = at + pauseAfter(attempts, PAUSES)
  return { ...unchanged, state: isRefused ? 'failed' : 'queued', nextAt }
}

/** Back-off: the pause before the next attempt doubles with each failure, and jitter keeps failures from coming back together. */

export type BackOff = { first: number; longest: number }

/** Milliseconds before the attempt that follows the n-th failure: 75 % to 125 % of the doubled pause. */
export function pauseAfter(failures: number, { first, longest }: BackOff, random = Math.random()) {
  const doubled = first * 2 ** Math.min(Math.max(failures, 1) - 1, 30)
  return Math.round(Math.min(doubled, longest) * (0.75 + random / 2))
}

// Writes down what came of an attempt.

export type Ended = { row: OutboxRow; outcome: Outcome; at: number; isOutage: boolean }

export async function settle(
  tx: Transaction,
  { row, outcome, at, isOutage }: Ended,
  { leaseMs, unknownLimit }: { leaseMs: number; unknownLimit: number },
): Promise<void> {
  const unknown = { leaseMs, limit: unknownLimit }
  if (outcome.status === 'delivered') await markSent(tx, { id: row.id, at })
  else await markUnsent(tx, afterFailure(row, outcome, { at, isOutage, unknown }))
}
