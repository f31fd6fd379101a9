/** A database as the newest release left it, for tests of what a later version makes of it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationStep } from '../store/migrations/migration.ts'
import { MIGRATIONS } from '../store/migrations/migrations.ts'
import { runSql } from './raw-sql.ts'

/** Migrations of the release; a change that adds one leaves this as it is. */
const RELEASED = MIGRATIONS.slice(0, 1)

/** Makes its tables in an empty database, and fills every table that the demo fills; a `url` as of DATABASE_URL. */
export async function fillAsReleased(url: string): Promise<void> {
  const dialect = url.startsWith('sqlite:') ? 'sqlite' : 'postgres'
  const sqlOf = (step: MigrationStep) =>
    typeof step === 'string' ? step : dialect in step ? step[dialect as keyof typeof step] : ''
  const made = RELEASED.flatMap(({ name, steps }, id) => [
    ...steps.map(sqlOf).filter(Boolean),
    `insert into migrations (id, name) values (${id}, '${name}')`,
  ])
  const table = 'create table migrations (id integer primary key, name text not null)'
  await runSql(url, [table, ...made, ''].join(';\n') + rows)
}

const rows = readFileSync(join(import.meta.dirname, 'released-rows.sql'), 'utf8')

/** Those that have rows in it. */
export const RELEASED_TABLES = Array.from(
  rows.matchAll(/^insert into (\w+) /gm),
  ([, table]) => table ?? '',
)
