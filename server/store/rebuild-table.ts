/**
 * SQLite's own procedure for what ALTER TABLE cannot change (https://sqlite.org/lang_altertable.html, section 7):
 * a new table, every row copied, the old one dropped, the new one renamed, its indexes and triggers made again.
 * Inside a transaction, and with `foreign_keys` off: else dropping the table would delete what refers to it.
 */
import type { DatabaseSync } from 'node:sqlite'
import type { TableChange } from './migration.ts'

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
