/** SQL beside the store, for tests of what the store itself would not write. */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Runs statements without values on `sqlite:<path>` or `postgres://…`, foreign keys off on SQLite. */
export async function runSql(url: string, sql: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false })
    db.exec(sql)
    db.close()
    return
  }
  await onPostgres(url, (client) => client.query(sql))
}

/** The rows of one query, as the driver gives them. */
export async function rowsOf(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('sqlite:'))
    return onPostgres(url, async (client) => (await client.query(sql)).rows)
  const db = new DatabaseSync(url.slice('sqlite:'.length))
  const rows = db.prepare(sql).all()
  db.close()
  return rows.map((row) => ({ ...row }))
}

async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
