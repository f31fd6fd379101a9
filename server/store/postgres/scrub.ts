/**
 * What deleted rows leave in PostgreSQL's files. A vacuum gives their room back while everybody works on; their bytes
 * stay until the room is used again. A rewrite leaves none, and whoever needs the table waits for it.
 */
import pg from 'pg'
import type { Rewritable } from '../database.ts'
import { PERSONAL_TABLES } from '../queries/retention.ts'

/** Whoever comes later would wait behind us. */
const LOCK_TIMEOUT = '2s'

/** False where this role may not. Rejects where another maintenance is at a table; a signal has it end early. */
export async function vacuum(config: pg.ClientConfig, signal?: AbortSignal): Promise<boolean> {
  // Cutting off the end of a file would take an exclusive lock.
  const sql = `vacuum (truncate false) ${PERSONAL_TABLES.join(', ')}`
  return maintain(config, sql, signal)
}

export async function rewritableTables(config: pg.ClientConfig): Promise<Rewritable[]> {
  const client = clientOf(config)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select name, pg_total_relation_size(name::regclass) as bytes
        from unnest($1::text[]) as name order by bytes`,
      [PERSONAL_TABLES],
    )
    return rows.map(({ name, bytes }) => ({
      name,
      bytes,
      rewrite: () => maintain(config, `vacuum (full) ${name}`),
    }))
  } finally {
    await client.end()
  }
}

async function maintain(
  config: pg.ClientConfig,
  sql: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const client = clientOf(config)
  let isWhole = true
  // It is no error for PostgreSQL that a role may not do it.
  client.on('notice', () => {
    isWhole = false
  })
  await client.connect()
  // Not before: a client that is ended while it connects never says so.
  const leave = () => void client.end()
  signal?.addEventListener('abort', leave)
  try {
    if (signal?.aborted) return false
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query(sql)
    return isWhole
  } catch (error) {
    if (!signal?.aborted) throw error
    return false
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}

function clientOf(config: pg.ClientConfig): pg.Client {
  // With a pipeline its end would wait for the answer.
  const client = new pg.Client({
    ...config,
    query_timeout: 0,
    statement_timeout: 0,
    pipeline: false,
  })
  client.on('error', () => {})
  return client
}
