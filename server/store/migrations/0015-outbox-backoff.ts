/**
 * How far the attempts of a delivery are spread: the sum of its pauses, which neither a clock that jumps nor a process
 * that does not run makes longer. Rows from before begin at nothing.
 */
import type { Migration } from './migration.ts'

export const OUTBOX_BACKOFF: Migration = {
  name: 'pauses between the attempts of the outbox',
  steps: ['alter table outbox add column backoff_ms bigint not null default 0'],
}
