/** What a database really holds, read beside the server in plain SQL, so that no code of the product is believed. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export type Row = Readonly<Record<string, unknown>>
export type Stored = Record<'applications' | 'consents' | 'facilities' | 'outbox', Row[]>

const QUERIES: Readonly<Record<keyof Stored, string>> = {
  applications: 'select * from applications',
  consents: 'select * from consents order by application, seq',
  facilities: 'select * from facilities order by application, no',
  outbox: 'select * from outbox order by application, kind',
}

/** Rows of every table that the calls write; `url` as in DATABASE_URL. */
export async function readStored(url: string): Promise<Stored> {
  const stored: Stored = { applications: [], consents: [], facilities: [], outbox: [] }
  const tables = Object.entries(QUERIES) as [keyof Stored, string][]
  await withQuery(url, async (query) => {
    for (const [table, sql] of tables)
      stored[table] = await query(sql).catch((error: Error) => {
        // The fault came before the schema: nothing is stored.
        if (/^no such table|^relation .* does not exist/.test(error.message)) return []
        throw error
      })
  })
  return stored
}

/** The answer to one question; `url` as in DATABASE_URL. */
export async function readRows(url: string, sql: string): Promise<Row[]> {
  let rows: Row[] = []
  await withQuery(url, async (query) => {
    rows = await query(sql)
  })
  return rows
}

/** Lets SQLite recover a file that a crash left, as a server would: reading alone cannot. */
export function recoverFile(url: string): void {
  const file = url.slice(SQLITE.length)
  if (!url.startsWith(SQLITE) || !existsSync(file)) return
  const db = new DatabaseSync(file)
  db.prepare('select count(*) from sqlite_master').get()
  db.close()
}

/** What SQLite finds broken in its own file; PostgreSQL has no such question. */
export async function brokenParts(url: string): Promise<string[]> {
  if (!url.startsWith(SQLITE)) return []
  const found: string[] = []
  await withQuery(url, async (query) => {
    for (const row of await query('pragma integrity_check'))
      if (row.integrity_check !== 'ok') found.push(JSON.stringify(row))
    for (const row of await query('pragma foreign_key_check')) found.push(JSON.stringify(row))
  })
  return found
}

const SQLITE = 'sqlite:'

type Query = (sql: string) => Promise<Row[]>

async function withQuery(url: string, work: (query: Query) => Promise<void>): Promise<void> {
  if (url.startsWith(SQLITE)) {
    if (!existsSync(url.slice(SQLITE.length))) return
    const db = new DatabaseSync(url.slice(SQLITE.length), { readOnly: true, timeout: 5000 })
    try {
      return await work(async (sql) => db.prepare(sql).all())
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await work(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}
