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
  const unknown = { leaseMs, limit: unknownLimit }
  if (outcome.status === 'delivered') await markSent(tx, { id: row.id, at })
  else await markUnsent(tx, afterFailure(row, outcome, { at, isOutage, unknown }))
}
