/**
 * Everything that release 1.0.0 stores. It is frozen: a change is a migration of its own, and `npm run test:upgrade`
 * tries it on a database as the release left it. The name carries a digest of the statements, so that a database of an
 * edit before the release is refused.
 */

import { digestOf, type Migration, type MigrationStep } from './migration.ts'

/** What an applicant types, in the application as it counts and in each revision. */
const TYPED = [
  ...['company_name', 'zipcode', 'address', 'tel', 'email', 'person'],
  ...['chance', 'other_facility', 'nowsoft', 'nowsoftname'],
  ...['lead_id', 'contact_id', 'service', 'utm_source'],
  ...['lp_category', 'content', 'utm_campaign', 'utm_term'],
]
  .map((column) => `${column} text not null`)
  .join(',\n      ')

// Which flows, statuses and kinds of delivery there are is said by the code alone: a new one needs no migration.
const APPLICATIONS: readonly MigrationStep[] = [
  `create table applications (
      id text primary key,
      reference text not null unique,
      flow text not null,
      customer text not null,
      application_key text unique,
      state text not null check (state in ('pending', 'complete', 'superseded')),
      staff_status text not null,
      assurance text not null check (assurance in ('none', 'unverified', 'invited')),
      consent_seq integer not null,
      consent_price text,
      agreed_price integer,
      price_list text,
      repeat_count integer not null,
      superseded_by text,
      created_at bigint not null,
      completed_at bigint,
      closed_at bigint,
      erased_at bigint,
      issued_name text not null default '',
      customer_number text not null default '',
      link_generation integer not null default 1,
      revision integer not null default 1,
      ${TYPED},
      search_mail text,
      search_tel text,
      search_company text
    )`,
  // Room on each page for the two updates that follow an insert: they touch no index then.
  { postgres: 'alter table applications set (fillfactor = 50)' },
  'create index applications_by_time on applications (created_at, id)',
  // What staff still have to deal with is a small part, and every list counts it. No column here changes with a registration.
  `create index open_applications on applications (created_at, id)
      where closed_at is null and erased_at is null`,
  `create index requests_by_number on applications (customer)
      where flow in ('migration', 'suspension')`,
  `create index applications_by_mail on applications (search_mail, created_at)
      where search_mail is not null`,
  `create index applications_by_tel on applications (search_tel, created_at)
      where search_tel is not null`,
  `create index applications_by_company on applications (search_company, created_at)
      where search_company is not null`,
  `create index applications_by_number on applications (customer_number) where customer_number <> ''`,
  // A number that the billing system gives has one contract and one trial.
  `create unique index applications_by_issued_number on applications (customer_number, flow)
      where customer_number <> ''`,
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
  'create index facilities_by_number on facilities (facility_number)',
  `create table flags (
      application text not null references applications (id),
      flag text not null,
      detail text not null,
      at bigint not null,
      primary key (application, flag)
    )`,
  // The contract that a trial led to.
  `create index flags_of_trials on flags (detail) where flag = 'from_trial'`,
  `create table used_invitations (
      id text primary key,
      application text not null references applications (id),
      at bigint not null
    )`,
  `create table limits (
      bucket text not null,
      window_start bigint not null,
      used integer not null,
      primary key (bucket, window_start)
    )`,
  `create table facts (
      name text primary key,
      value text not null
    )`,
]

/**
 * The mailbox is without case and plus tag, the destination a mail domain or a webhook's host, the source who caused the
 * mail. What delivery asks of rows that have left the queue is answered from an index of those alone: a row that is
 * only queued, as every one is at first, costs no entry in it.
 */
const OUTBOX: readonly MigrationStep[] = [
  `create table outbox (
      id text primary key,
      application text not null references applications (id),
      kind text not null,
      recipient text not null,
      mailbox text not null default '',
      destination text not null default '',
      source text not null default '',
      state text not null check (state in ('queued', 'sending', 'sent', 'held', 'failed')),
      attempts integer not null,
      unknown_answers integer not null default 0,
      backoff_ms bigint not null default 0,
      next_at bigint not null,
      last_error text,
      created_at bigint not null,
      sent_at bigint
    )`,
  `create index outbox_due on outbox (kind, next_at) where state <> 'sent'`,
  'create index outbox_by_application on outbox (application)',
  'create index outbox_by_sending on outbox (sent_at) where sent_at is not null',
  `create index outbox_out_of_queue on outbox (state, mailbox)
      where state in ('sending', 'held', 'failed')`,
  `create index outbox_sent_by_mailbox on outbox (mailbox, sent_at)
      where kind = 'mail_applicant' and sent_at is not null`,
  `create index outbox_status_by_mailbox on outbox (mailbox, sent_at)
      where kind = 'mail_status' and sent_at is not null`,
  // Mails that came back after the relay had taken them.
  `create table returned_mails (
      delivery text not null,
      sending integer not null,
      application text not null references applications (id),
      at bigint not null,
      code text not null,
      state text not null check (state in ('open', 'settled', 'past')),
      settled_at bigint,
      settled_by text,
      primary key (delivery, sending)
    )`,
  'create index returned_mails_of on returned_mails (application)',
  'create index returned_mails_by_time on returned_mails (at)',
  `create index returned_mails_open on returned_mails (application) where state = 'open'`,
]

/**
 * What an applicant does after the application, each call under its key. A row waits until somebody has dealt with it;
 * the indexes hold what waits. The first revision is the application as it was sent, copied when the first correction
 * comes.
 */
const FOLLOW_UP: readonly MigrationStep[] = [
  // One row an application whose gate was tried.
  `create table status_links (
      application text primary key references applications (id),
      tried_in bigint not null,
      wrong_in_hour integer not null,
      wrong integer not null
    )`,
  // A question waits for its applicant, a message and an answer wait for staff.
  `create table messages (
      id text primary key,
      application text not null references applications (id),
      kind text not null check (kind in ('question', 'notice', 'answer', 'message')),
      at bigint not null,
      who text not null,
      text text not null,
      question text,
      day text,
      settled_at bigint,
      settled_by text
    )`,
  'create index messages_by_application on messages (application, at)',
  // One answer a question, one message a day.
  'create unique index messages_by_question on messages (question) where question is not null',
  'create unique index messages_by_day on messages (application, day) where day is not null',
  `create index messages_waiting on messages (at) where settled_at is null and kind in ('answer', 'message')`,
  `create table withdrawal_requests (
      id text primary key,
      application text not null references applications (id),
      at bigint not null,
      state text not null check (state in ('waiting', 'confirmed', 'refused')),
      decided_at bigint,
      decided_by text,
      sentence text not null
    )`,
  'create index withdrawal_requests_by_application on withdrawal_requests (application, at)',
  `create unique index withdrawal_requests_waiting on withdrawal_requests (application) where state = 'waiting'`,
  `create table applicant_calls (
      application text not null references applications (id),
      key text not null,
      request text not null,
      at bigint not null,
      primary key (application, key)
    )`,
  `create table revisions (
      application text not null references applications (id),
      number integer not null,
      state text not null check (state in ('first', 'waiting', 'accepted', 'declined', 'replaced', 'lapsed')),
      base integer not null,
      at bigint not null,
      day text,
      decided_at bigint,
      decided_by text,
      reason text not null,
      terms_version text not null,
      button text not null,
      consent_price text,
      agreed_price integer,
      price_list text,
      ${TYPED},
      primary key (application, number)
    )`,
  `create unique index revisions_waiting on revisions (application) where state = 'waiting'`,
  `create table revision_facilities (
      application text not null references applications (id),
      revision integer not null,
      no integer not null,
      facility_name text not null,
      facility_number text not null,
      service_key text not null,
      primary key (application, revision, no)
    )`,
]

const AUDIT_IS_KEPT = 'the audit trail is only added to'

/** SQLite has no statement-level triggers: each kind of change has one that fires at its first row. */
const auditTrigger = (change: 'update' | 'delete'): MigrationStep => ({
  sqlite: `create trigger audit_no_${change} before ${change} on audit
    begin select raise(abort, '${AUDIT_IS_KEPT}'); end`,
})

const STAFF: readonly MigrationStep[] = [
  `create table history (
      id text primary key,
      application text not null references applications (id),
      at bigint not null,
      who text not null,
      action text not null,
      detail text not null,
      confirmed_by text not null
    )`,
  'create index history_by_application on history (application, at)',
  `create table work (
      application text primary key references applications (id),
      assignee text not null,
      touched_at bigint not null,
      touched_by text not null
    )`,
  `create index work_by_assignee on work (assignee) where assignee <> ''`,
  // No reference to the application: each that is deleted would be looked for among all texts.
  `create table search_texts (
      created_at bigint not null,
      application text not null,
      text text not null,
      primary key (created_at, application)
    )`,
  // Subject is issuer and subject of an identity provider; null for an account with a password.
  `create table staff_accounts (
      name text primary key,
      role text not null,
      password_hash text,
      totp_secret text,
      totp_step bigint not null,
      setup_hash text,
      setup_until bigint,
      disabled_at bigint,
      created_at bigint not null,
      subject text,
      generation bigint not null default 0
    )`,
  'create unique index staff_accounts_by_subject on staff_accounts (subject) where subject is not null',
  `create table staff_recovery_codes (
      account text not null references staff_accounts (name),
      hash text not null,
      primary key (account, hash)
    )`,
  // A session is of the generation in which its login read the account.
  `create table staff_sessions (
      id text primary key,
      account text not null references staff_accounts (name),
      created_at bigint not null,
      seen_at bigint not null,
      authenticated_at bigint,
      id_token text,
      generation bigint not null default 0
    )`,
  'create index staff_sessions_by_account on staff_sessions (account)',
  `create table staff_views (
      account text not null,
      name text not null,
      filter text not null,
      primary key (account, name)
    )`,
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
  auditTrigger('update'),
  auditTrigger('delete'),
  {
    postgres: `create function refuse_audit_change() returns trigger language plpgsql as
        $$ begin raise exception '${AUDIT_IS_KEPT}'; end $$`,
  },
  {
    postgres: `create trigger audit_append_only before update or delete or truncate on audit
        for each statement execute function refuse_audit_change()`,
  },
]

/**
 * The feed of completed applications. A change has no place until somebody reads the feed: places are given to what is
 * committed, in batches that follow each other, and what has none yet is in an index of its own, in the order of
 * completion.
 */
const STAFF_API: readonly MigrationStep[] = [
  `create table changes (
      application text primary key references applications (id),
      version integer not null,
      place bigint,
      acknowledged_version integer not null,
      acknowledged_at bigint
    )`,
  'create index changes_without_place on changes (place) where place is null',
  `create index changes_by_place on changes (place, application)
      where place is not null`,
  // What the billing system says of the customer number of a migration or suspension.
  `create table customer_answers (
      application text primary key references applications (id),
      answer text not null check (answer in ('known', 'unknown', 'ended')),
      name text not null,
      version integer not null,
      at bigint not null
    )`,
  'create table change_batches (id integer primary key, last bigint not null)',
  'insert into change_batches (id, last) values (1, 0)',
  `create table api_tokens (
      name text primary key,
      hash text not null unique,
      scopes text not null,
      created_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint,
      used_at bigint
    )`,
  `create table api_replies (
      token text not null,
      key text not null,
      request text not null,
      reply text not null,
      at bigint not null,
      primary key (token, key)
    )`,
  'create index api_replies_by_time on api_replies (at)',
]

/** Sums over all pages; nothing in them is of a person. */
const FIGURES: readonly MigrationStep[] = [
  `create table usage (
      day text not null,
      flow text not null,
      mark text not null,
      width text not null,
      count bigint not null,
      primary key (day, flow, mark, width)
    )`,
  `create table usage_errors (
      day text not null,
      flow text not null,
      field text not null,
      code text not null,
      count bigint not null,
      primary key (day, flow, field, code)
    )`,
  // What erased applications go on to count for.
  `create table kept_sums (
      month text not null,
      flow text not null,
      kind text not null,
      name text not null,
      size integer not null,
      count bigint not null,
      primary key (month, flow, kind, name, size)
    )`,
]

const STEPS = [...APPLICATIONS, ...OUTBOX, ...FOLLOW_UP, ...STAFF, ...STAFF_API, ...FIGURES]

export const RELEASE_1_0_0: Migration = { name: `release-1.0.0 ${digestOf(STEPS)}`, steps: STEPS }
