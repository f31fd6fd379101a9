/**
 * The first release had a password for all in place of accounts, and what came after it was open on loopback without
 * any. Nothing in a database tells which of the two it comes from: where applications are in it, the console stays
 * closed until there is an account. In a new database there is none yet.
 */
import type { Migration } from './migration.ts'

export const ACCOUNT_REQUIRED: Migration = {
  name: 'a console over applications from before asks for an account',
  steps: [
    `insert into facts (name, value)
      select 'account_required', 'applications of an earlier version'
      where exists (select 1 from applications)`,
  ],
}
