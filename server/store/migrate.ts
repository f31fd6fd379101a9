/** Brings a database's schema up to date at a server's start; two that start at once take turns. All else takes it as it is. */

import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Migration, MigrationStep, TableChange } from './migrations/migration.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { hasUnknownStatus } from './queries/known-statuses.ts'
import type { Session } from './session.ts'
import { type Dialect, readAll, write } from './statement.ts'

/**
 * Attempts of a migration that meets a deadlock: on PostgreSQL, where processes of an earlier version are at work, it may
 * wait for a table of a transaction that waits for a table which it has changed, and PostgreSQL ends one of the two.
 */
const MAX_ATTEMPTS = 10
/** Back-off, milliseconds: at random up to this, twice this … */
const PAUSE_MS = 200

/** A session that can also change the schema. */
export type SchemaSession = Session & {
  readonly dialect: Dialect
  /** Runs SQL that has no values. */
  execute(sql: string): Promise<void>
  /** Changes constraints of a table; for SQLite, foreign keys are off while migrations run. */
  changeTable(change: TableChange): Promise<void>
  /** Throws where a row refers to another that is not there. */
  checkReferences(): Promise<void>
  /** Keeps other processes out of the schema until the transaction ends. */
  lockSchema(): Promise<void>
}

/** Why a schema is not this program's: nothing was made yet, an earlier version made it, a later one did, or one that was never released. */
export type SchemaDifference = 'missing' | 'older' | 'newer' | 'unreleased'

export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
  readonly difference: SchemaDifference
  constructor(difference: SchemaDifference, message: string) {
    super(message)
    this.difference = difference
  }
}

/** As a program opens a database: brings the schema up to date, or takes it `asIs`. Throws OtherSchema. */
export async function openSchema(
  session: SchemaSession,
  { asIs = false }: { asIs?: boolean | undefined },
): Promise<void> {
  await (asIs ? requireCurrentSchema : migrate)(session)
  await session.begin('schema')
  try {
    if (await hasUnknownStatus(session.transaction(() => {})))
      throw new OtherSchema(
        'newer',
        'the database has applications with a status that this program does not know',
      )
  } finally {
    await session.rollback()
  }
}

/** Throws OtherSchema unless the schema is this program's; changes nothing. */
export async function requireCurrentSchema(
  session: SchemaSession,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { length } = await readApplied(session, migrations)
  if (length === 0) throw new OtherSchema('missing', 'the database has no tables yet')
  if (length < migrations.length)
    throw new OtherSchema('older', 'the database is of an older version of this program')
}

/**
 * Throws OtherSchema when the database was written by a later version of this program. A schema that is current is only read: a
 * role that may not change it will do.
 */
export async function migrate(
  session: SchemaSession,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const current = await readApplied(session, migrations)
  if (current.length === migrations.length) return
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyMissing(session, migrations)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isDeadlock(error)) throw error
      await setTimeout(attempt * PAUSE_MS * Math.random())
    }
  }
}

async function applyMissing(
  session: SchemaSession,
  migrations: readonly Migration[],
): Promise<void> {
  await session.begin('schema')
  const tx = session.transaction(() => {})
  try {
    await session.lockSchema()
    await session.execute(
      'create table if not exists migrations (id integer primary key, name text not null)',
    )
    const applied = await appliedMigrations(tx)
    refuseUnknown(applied, migrations)
    for (const [id, { name, steps }] of migrations.entries()) {
      if (id < applied.length) continue
      for (const step of steps) await runStep(session, step)
      await recordMigration(tx, { id, name })
    }
    if (applied.length < migrations.length) await session.checkReferences()
    await session.commit(true)
  } catch (error) {
    await session.rollback()
    throw error
  }
}

type Applied = readonly { id: number; name: string }[]

/** Empty where there is no schema yet. */
async function readApplied(
  session: SchemaSession,
  migrations: readonly Migration[],
): Promise<Applied> {
  await session.begin('schema')
  try {
    const applied = await appliedMigrations(session.transaction(() => {}))
    refuseUnknown(applied, migrations)
    return applied
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  } finally {
    await session.rollback()
  }
}

/** As SQLite words it, or by PostgreSQL's code, undefined_table. */
function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'no such table: migrations' || hasCode(error, '42P01')
}

/** PostgreSQL's deadlock_detected. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && hasCode(error, '40P01')
}

function hasCode(error: Error, code: string): boolean {
  return 'code' in error && error.code === code
}

/** The last state of the code that reads and exports what was written before the first release. */
const LAST_UNRELEASED = 'dd4dcb5a'

function refuseUnknown(applied: Applied, migrations: readonly Migration[]): void {
  const [first] = applied
  if (first && migrations[0] && first.name !== migrations[0].name)
    throw new OtherSchema(
      'unreleased',
      `the database begins with "${first.name}" where this program begins with "${migrations[0].name}"; the state ${LAST_UNRELEASED} of the source can still export it`,
    )
  for (const { id, name } of applied)
    if (migrations[id]?.name !== name)
      throw new OtherSchema(
        'newer',
        `the database has migration ${id} "${name}", which this program lacks`,
      )
}

async function runStep(session: SchemaSession, step: MigrationStep): Promise<void> {
  if (typeof step === 'string') return session.execute(step)
  if ('table' in step) return session.changeTable(step)
  const sql = step[session.dialect]
  if (sql !== undefined) await session.execute(sql)
}

const appliedMigrations = readAll((db) =>
  db.selectFrom('migrations').select(['id', 'name']).orderBy('id'),
)

const recordMigration = write((db, { id, name }: { id: number; name: string }) =>
  db.insertInto('migrations').values({ id, name }),
)

/*
 * SQLite's own procedure for what ALTER TABLE cannot change (https://sqlite.org/lang_altertable.html, section 7):
 * a new table, every row copied, the old one dropped, the new one renamed, its indexes and triggers made again.
 * Inside a transaction, and with `foreign_keys` off: else dropping the table would delete what refers to it.
 */

export function rebuildTable(db: DatabaseSync, { table, from, to }: TableChange): void {
  const made = definitions(db, 'table', table)[0]
  if (!made?.includes(from)) throw new Error(`the definition of ${table} lacks: ${from}`)
  const dependents = [...definitions(db, 'index', table), ...definitions(db, 'trigger', table)]
  const interim = `rebuilt_${table}`
  db.exec(made.replace(from, to).replace(/^create table "?\w+"?/i, `create table ${interim}`))
  db.exec(`insert into ${interim} select * from ${table} order by rowid`)
  db.exec(`drop table ${table}`)
  db.exec(`alter table ${interim} rename to ${table}`)
  for (const dependent of dependents) db.exec(dependent)
}

/** Throws where a row refers to another that is not there. */
export function checkReferences(db: DatabaseSync): void {
  const broken = db.prepare('pragma foreign_key_check').get()
  if (broken)
    throw new Error(`a row of ${broken.table} refers to a missing row of ${broken.parent}`)
}

/** As they were written; the indexes that SQLite makes by itself have no text. */
function definitions(
  db: DatabaseSync,
  type: 'table' | 'index' | 'trigger',
  table: string,
): string[] {
  const rows = db
    .prepare('select sql from sqlite_schema where type = ? and tbl_name = ? and sql is not null')
    .all(type, table)
  return rows.map(({ sql }) => String(sql))
}
