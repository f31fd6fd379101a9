/**
 * What an applicant does after the application: requests to withdraw, messages and answers, each call under its key. A
 * row waits until somebody has dealt with it; the indexes hold what waits.
 */
import type { Migration } from './migration.ts'

export const MESSAGES: Migration = {
  name: 'messages between applicant and staff, requests to withdraw, and the keys of applicants’ calls',
  steps: [
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
  ],
}
