/** `npm run release-rows`: writes server/testing/released-rows.sql, every table of a played desk, when a release freezes its migration. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { PROJECT_ROOT } from '../config/settings.ts'
import { openDatabase } from '../store/open-database.ts'
import { openDesk } from './make-desk.ts'

/** Enough that each status, request and refusal of the demo occurs. */
const APPLICATIONS = 40

const folder = mkdtempSync(join(tmpdir(), 'moushikomi-release-'))
try {
  await openDesk(join(folder, 'desk'), { now: Date.now(), count: APPLICATIONS })
  const empty = join(folder, 'empty.db')
  await (await openDatabase(`sqlite:${empty}`, { onFatal: () => {} })).close()
  const made = rowsOf(empty)
  const statements = [...rowsOf(join(folder, 'desk', 'demo.db'))].map(([table, rows]) =>
    statementOf(table, rows, made.has(table)),
  )
  writeFileSync(join(PROJECT_ROOT, 'server/testing/released-rows.sql'), statements.join(''))
} finally {
  rmSync(folder, { recursive: true })
}

type Row = Readonly<Record<string, SQLOutputValue>>

/** By table, in the order in which they refer to each other; those without a row, and the migrations, are left out. */
function rowsOf(file: string): Map<string, Row[]> {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = db.prepare("select name from sqlite_schema where type = 'table' order by rowid")
  const names = tables.all().map(({ name }) => String(name))
  const found = names
    .filter((name) => name !== 'migrations')
    .map((name) => [name, db.prepare(`select * from ${name}`).all()] as const)
  db.close()
  return new Map(found.filter(([, rows]) => rows.length > 0))
}

/** Both databases read it. What a migration puts into its own table is replaced. */
function statementOf(table: string, rows: readonly Row[], isMade: boolean): string {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const values = rows.map((row) => `  (${Object.values(row).map(literalOf).join(', ')})`)
  const emptied = isMade ? `delete from ${table};\n` : ''
  return `${emptied}insert into ${table} (${columns}) values\n${values.join(',\n')};\n`
}

function literalOf(value: SQLOutputValue): string {
  if (value === null || typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new Error('a column is neither text nor a number')
  return `'${value.replaceAll("'", "''")}'`
}
