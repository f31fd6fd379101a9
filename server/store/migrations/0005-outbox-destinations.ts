/**
 * What delivery isolates and limits by: the mailbox (without case and plus tag), the destination (mail domain or
 * webhook host), and the source (who caused the mail); and how often it stayed open whether a row arrived.
 */
import type { Migration } from './migration.ts'

export const OUTBOX_DESTINATIONS: Migration = {
  name: 'mailbox, destination and source of the outbox',
  steps: [
    `alter table outbox add column mailbox text not null default ''`,
    `alter table outbox add column destination text not null default ''`,
    `alter table outbox add column source text not null default ''`,
    'alter table outbox add column unknown_answers integer not null default 0',
    // The part behind the last @, in words that both databases have.
    `update outbox set mailbox = lower(recipient),
      destination = lower(substr(recipient, length(rtrim(recipient, replace(recipient, '@', ''))) + 1))
      where kind <> 'webhook'`,
    'drop index outbox_by_recipient',
    `create index outbox_sent_by_mailbox on outbox (mailbox, sent_at)
      where kind = 'mail_applicant' and sent_at is not null`,
    `create index outbox_unsent_by_mailbox on outbox (mailbox, next_at)
      where kind = 'mail_applicant' and state <> 'sent'`,
  ],
}
