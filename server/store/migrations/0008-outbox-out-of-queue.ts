/**
 * What delivery asks of rows that have left the queue (being sent, held, failed) is answered from an index of those
 * alone: a row that is only queued, as every one is at first, costs no entry in it and is not walked through.
 */
import type { Migration } from './migration.ts'

export const OUTBOX_OUT_OF_QUEUE: Migration = {
  name: 'rows of the outbox that are being sent, held or failed',
  steps: [
    'drop index outbox_unsent_by_mailbox',
    `create index outbox_out_of_queue on outbox (state, mailbox)
      where state in ('sending', 'held', 'failed')`,
  ],
}
