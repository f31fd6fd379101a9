/**
 * Corrections: what an applicant proposes is a revision beside the application, which keeps what counts. The first revision is
 * the application as it was sent, copied when the first correction comes. A process of the version before reads and
 * writes the application alone.
 */
import { CAMPAIGN_KEYS } from '#domain/applicant.ts'
import type { Migration } from './migration.ts'

const TYPED = [
  ...['company_name', 'zipcode', 'address', 'tel', 'email', 'person'],
  ...['chance', 'other_facility', 'nowsoft', 'nowsoftname'],
  ...CAMPAIGN_KEYS,
]

export const REVISIONS: Migration = {
  name: 'corrections by applicants, and what staff made of them',
  steps: [
    'alter table applications add column revision integer not null default 1',
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
      ${TYPED.map((column) => `${column} text not null`).join(',\n      ')},
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
  ],
}
