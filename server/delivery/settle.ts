/** Writes down what came of an attempt. */
import { markSent, markUnsent } from '../store/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import type { Transaction } from '../store/transaction.ts'
import { afterFailure } from './after-attempt.ts'
import type { Outcome } from './outcome.ts'

export type Ended = { row: OutboxRow; outcome: Outcome; at: number; isOutage: boolean }

export async function settle(
  tx: Transaction,
  { row, outcome, at, isOutage }: Ended,
  { leaseMs, unknownLimit }: { leaseMs: number; unknownLimit: number },
): Promise<void> {
  if (outcome.status === 'delivered') return markSent(tx, row.id, at)
  const unknown = { leaseMs, limit: unknownLimit }
  return markUnsent(tx, afterFailure(row, outcome, { at, isOutage, unknown }))
}
