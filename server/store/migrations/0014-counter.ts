/**
 * What staff make of an application beside its status, the conditions that they keep, and the index of the search. The
 * texts that a search goes through stand in chunks of documents; a full chunk is sealed: its grams are listed once.
 */
import type { Migration } from './migration.ts'

const GRAMS = `create table search_grams (
      gram text not null,
      chunk bigint not null,
      documents text not null,
      primary key (gram, chunk)
    )`

/** What the index has not taken in yet, in the order of its arrival. */
const DUE = `create table search_due (
      created_at bigint not null,
      application text not null,
      cause text not null,
      primary key (created_at, application, cause)
    )`

export const COUNTER: Migration = {
  name: 'assignees, saved views, and an index of every application',
  steps: [
    `create table work (
      application text primary key references applications (id),
      assignee text not null,
      touched_at bigint not null,
      touched_by text not null
    )`,
    `create index work_by_assignee on work (assignee) where assignee <> ''`,
    `create table staff_views (
      account text not null,
      name text not null,
      filter text not null,
      primary key (account, name)
    )`,
    // Rows that are all key: in SQLite one tree instead of two.
    { sqlite: `${DUE} without rowid`, postgres: DUE },
    `create table search_texts (
      document bigint primary key,
      application text not null unique references applications (id),
      text text not null
    )`,
    // Raised with each change of its texts: what was made of the texts before is stale.
    `create table search_chunks (
      chunk bigint primary key,
      version bigint not null,
      sealed_version bigint
    )`,
    // Short rows, looked for by their key alone: in SQLite the table is that key's index.
    { sqlite: `${GRAMS} without rowid`, postgres: GRAMS },
    `insert into search_due (created_at, application, cause)
      select created_at, id, 'begun' from applications where erased_at is null`,
  ],
}
