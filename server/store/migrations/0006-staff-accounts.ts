import type { Migration } from './migration.ts'

export const STAFF_ACCOUNTS: Migration = {
  name: 'staff accounts, their sessions, and the audit trail',
  steps: [
    `create table staff_accounts (
      name text primary key,
      role text not null,
      password_hash text,
      totp_secret text,
      totp_step bigint not null,
      setup_hash text,
      setup_until bigint,
      disabled_at bigint,
      created_at bigint not null
    )`,
    `create table staff_recovery_codes (
      account text not null references staff_accounts (name),
      hash text not null,
      primary key (account, hash)
    )`,
    `create table staff_sessions (
      id text primary key,
      account text not null references staff_accounts (name),
      created_at bigint not null,
      seen_at bigint not null
    )`,
    'create index staff_sessions_by_account on staff_sessions (account)',
    `create table audit (
      id text primary key,
      at bigint not null,
      who text not null,
      via text not null,
      action text not null,
      subject text not null,
      detail text not null
    )`,
    'create index audit_by_time on audit (at, id)',
  ],
}
