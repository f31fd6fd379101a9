/**
 * Which flows and which kinds of delivery there are is said by the types of the code (`Flow`, `OutboxKind`) alone:
 * with the two checks, a new one needed a migration before it could be stored.
 */
import type { Migration } from './migration.ts'

export const OPEN_LISTS: Migration = {
  name: 'flows and kinds of delivery without a check',
  steps: [
    {
      table: 'applications',
      from: "flow text not null check (flow in ('entry', 'migration', 'suspension', 'trial'))",
      to: 'flow text not null',
      postgres: 'alter table applications drop constraint applications_flow_check',
    },
    {
      table: 'outbox',
      from: "kind text not null check (kind in ('mail_applicant', 'mail_staff', 'webhook'))",
      to: 'kind text not null',
      postgres: 'alter table outbox drop constraint outbox_kind_check',
    },
  ],
}
