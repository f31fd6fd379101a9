import type { Migration } from './migration.ts'

export const ACCOUNT_GENERATIONS: Migration = {
  name: 'generations of staff accounts',
  steps: [
    'alter table staff_accounts add column generation bigint not null default 0',
    // A session is of the generation in which its login read the account; sessions from before go on.
    'alter table staff_sessions add column generation bigint not null default 0',
  ],
}
