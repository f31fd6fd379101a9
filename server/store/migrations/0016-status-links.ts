/**
 * What an applicant is shown of an application, and what the billing system says of it: the generation of its link,
 * the instant at which staff closed it, the customer number; tries at the gate and renewals of the link. A process of
 * the version before sets no `closed_at`: whoever relies on it looks at the history too.
 */
import type { Migration } from './migration.ts'

const STATUSES = "'received', 'in_progress', 'done', 'rejected'"

export const STATUS_LINKS: Migration = {
  name: 'links of applicants, withdrawn applications, and when one was closed',
  steps: [
    {
      table: 'applications',
      from: `check (staff_status in (${STATUSES}))`,
      to: `check (staff_status in (${STATUSES}, 'withdrawn'))`,
      postgres: `alter table applications drop constraint applications_staff_status_check,
        add constraint applications_staff_status_check check (staff_status in (${STATUSES}, 'withdrawn'))`,
    },
    'alter table applications add column link_generation integer not null default 1',
    'alter table applications add column closed_at bigint',
    `alter table applications add column customer_number text not null default ''`,
    `update applications set closed_at = coalesce(
        (select max(h.at) from history h where h.application = applications.id and h.action = 'status'),
        completed_at)
      where staff_status in ('done', 'rejected')`,
    // One row an application whose gate was tried or whose link was renewed.
    `create table status_links (
      application text primary key references applications (id),
      tried_in bigint not null,
      wrong_in_hour integer not null,
      wrong integer not null,
      renewed_on text not null,
      renewals integer not null
    )`,
    `create index outbox_status_by_mailbox on outbox (mailbox, sent_at)
      where kind = 'mail_status' and sent_at is not null`,
  ],
}
