/** SQL beside the store, for tests of what the store itself would not write. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Runs statements without values on `sqlite:<path>` or `postgres://…`, foreign keys off on SQLite. */
export async function runSql(url: string, sql: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    // A server may be writing at this moment.
    const options = { enableForeignKeyConstraints: false, timeout: 30_000 }
    const db = new DatabaseSync(url.slice('sqlite:'.length), options)
    db.exec(sql)
    db.close()
    return
  }
  await onPostgres(url, (client) => client.query(sql))
}

/** The rows of one query, as the driver gives them; PostgreSQL takes values too. */
export async function rowsOf(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  if (!url.startsWith('sqlite:'))
    return onPostgres(url, async (client) => (await client.query(sql, [...values])).rows)
  const db = new DatabaseSync(url.slice('sqlite:'.length))
  const rows = db.prepare(sql).all()
  db.close()
  return rows.map((row) => ({ ...row }))
}

/** Somebody reads a table of PostgreSQL while the work is done, as a dump does for minutes. */
export async function whileRead<T>(url: string, table: string, work: () => Promise<T>): Promise<T> {
  return onPostgres(url, async (client) => {
    await client.query(`begin; lock table ${table} in access share mode`)
    return work()
  })
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

/** Holds back two calls by a lock of PostgreSQL's, so that each has read before the other wrote; what they came to. One that needs no lock is done by then. */
export async function behindLock<A, B>(
  url: string,
  lock: string,
  [first, second]: readonly [() => Promise<A>, () => Promise<B>],
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  return onPostgres(url, async (client) => {
    let done = 0
    const settled = async <T>(call: () => Promise<T>) => {
      const [result] = await Promise.allSettled([call()])
      done += 1
      return result
    }
    const waiting = async (count: number) => {
      for (let tries = 0; Number((await client.query(WAITING)).rowCount) + done < count; tries++) {
        if (tries === 2000) throw new Error('nobody waits for the lock')
        await sleep(5)
      }
    }
    await client.query(`begin; ${lock}`)
    const one = settled(first)
    await waiting(1)
    const other = settled(second)
    await waiting(2)
    await client.query('commit')
    return [await one, await other]
  })
}

/** Runs `work` while a transaction of another connection, which has done `sql`, is open; `release` commits it. */
export function heldBack(
  url: string,
  sql: string,
  work: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  return onPostgres(url, async (client) => {
    await client.query(`begin; ${sql}`)
    await work(() => client.query('commit'))
  })
}

/** Who waits for this connection, or for one that does: nobody of other tests. pg_stat_activity would stay as it was first read. */
const WAITING = `with recursive waiting(pid) as (
    select pid from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
    union
    select next.pid from pg_locks next, waiting
      where not next.granted and waiting.pid = any(pg_blocking_pids(next.pid))
  ) select pid from waiting`
