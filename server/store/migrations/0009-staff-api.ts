/**
 * The feed of completed applications and the tokens of the staff API. A change has no place until somebody reads the
 * feed: places are given to what is committed, in batches that follow each other (store/changes.ts).
 */
import type { Migration } from './migration.ts'

export const STAFF_API: Migration = {
  name: 'feed of applications, tokens of the staff API',
  steps: [
    `create table changes (
      application text primary key references applications (id),
      version integer not null,
      place bigint,
      acknowledged_version integer not null,
      acknowledged_at bigint
    )`,
    'create index changes_by_place on changes (place, application)',
    `insert into changes (application, version, place, acknowledged_version, acknowledged_at)
      select id, 1, null, 0, null from applications where state = 'complete'`,
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
  ],
}
