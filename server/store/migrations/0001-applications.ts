import type { Migration } from './migration.ts'

export const APPLICATIONS: Migration = {
  name: 'applications and what they promise',
  steps: [
    `create table applications (
      id text primary key,
      reference text not null unique,
      flow text not null check (flow in ('entry', 'migration', 'suspension', 'trial')),
      customer text not null,
      application_key text unique,
      state text not null check (state in ('pending', 'complete', 'superseded')),
      staff_status text not null check (staff_status in ('received', 'in_progress', 'done', 'rejected')),
      assurance text not null check (assurance in ('none', 'unverified', 'invited')),
      consent_seq integer not null,
      consent_price text,
      agreed_price integer,
      price_list text,
      repeat_count integer not null,
      superseded_by text,
      created_at bigint not null,
      completed_at bigint,
      erased_at bigint,
      company_name text not null,
      zipcode text not null,
      address text not null,
      tel text not null,
      email text not null,
      person text not null,
      chance text not null,
      other_facility text not null,
      nowsoft text not null,
      nowsoftname text not null,
      lead_id text not null,
      contact_id text not null,
      service text not null,
      utm_source text not null,
      lp_category text not null,
      content text not null,
      utm_campaign text not null,
      utm_term text not null,
      search_mail text,
      search_tel text,
      search_company text
    )`,
    // Room on each page for the two updates that follow an insert: they touch no index then.
    { postgres: 'alter table applications set (fillfactor = 50)' },
    // One open suspension a customer number, whoever asks and however often (reading 19).
    `create unique index one_open_suspension on applications (customer)
      where flow = 'suspension' and staff_status in ('received', 'in_progress')`,
    `create index migrations_by_number on applications (customer) where flow = 'migration'`,
    'create index applications_by_time on applications (created_at, id)',
    `create index applications_by_mail on applications (search_mail, created_at)
      where search_mail is not null`,
    `create index applications_by_tel on applications (search_tel, created_at)
      where search_tel is not null`,
    `create index applications_by_company on applications (search_company, created_at)
      where search_company is not null`,
    `create table consents (
      application text not null references applications (id),
      seq integer not null,
      kind integer not null,
      price_text text,
      at bigint not null,
      terms_version text not null,
      button text not null,
      price_list text,
      primary key (application, seq)
    )`,
    `create table facilities (
      application text not null references applications (id),
      no integer not null,
      facility_name text not null,
      facility_number text not null,
      service_key text not null,
      primary key (application, no)
    )`,
    `create table flags (
      application text not null references applications (id),
      flag text not null,
      detail text not null,
      at bigint not null,
      primary key (application, flag)
    )`,
    `create table history (
      id text primary key,
      application text not null references applications (id),
      at bigint not null,
      who text not null,
      action text not null,
      detail text not null
    )`,
    'create index history_by_application on history (application, at)',
    `create table outbox (
      id text primary key,
      application text not null references applications (id),
      kind text not null check (kind in ('mail_applicant', 'mail_staff', 'webhook')),
      recipient text not null,
      state text not null check (state in ('queued', 'sending', 'sent', 'held', 'failed')),
      attempts integer not null,
      next_at bigint not null,
      last_error text,
      created_at bigint not null,
      sent_at bigint
    )`,
    `create index outbox_due on outbox (kind, next_at) where state <> 'sent'`,
    'create index outbox_by_recipient on outbox (lower(recipient), sent_at) where sent_at is not null',
    'create index outbox_by_sending on outbox (sent_at) where sent_at is not null',
    'create index outbox_by_application on outbox (application)',
    `create table limits (
      bucket text not null,
      window_start bigint not null,
      used integer not null,
      primary key (bucket, window_start)
    )`,
    `create table used_invitations (
      id text primary key,
      application text not null references applications (id),
      at bigint not null
    )`,
    `create table facts (
      name text primary key,
      value text not null
    )`,
  ],
}
