import type { Migration } from './migration.ts'

export const IDENTITY_PROVIDER: Migration = {
  name: 'staff accounts of an identity provider',
  steps: [
    // Issuer and subject; null for an account with a password.
    'alter table staff_accounts add column subject text',
    'create unique index staff_accounts_by_subject on staff_accounts (subject) where subject is not null',
    'alter table staff_sessions add column authenticated_at bigint',
    'alter table staff_sessions add column id_token text',
  ],
}
