/** Looks through a PostgreSQL database for damage: every page of its tables, and its indexes where amcheck is there. */
import pg from 'pg'
import type { Depth } from './database.ts'
import { postgresErrorKind } from './postgres/session.ts'

/** Read from the tables themselves, no index helping. */
const PREPARATION = `set default_transaction_read_only = on; set statement_timeout = 0;
  set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off`

const TABLES = `select oid::regclass::text as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 1`

/** Where amcheck is installed and this role may call it. */
const INDEXES = `select i.indexrelid::regclass::text as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and i.indisvalid and c.relnamespace = current_schema()::regnamespace
    and has_function_privilege(to_regprocedure('bt_index_check(regclass,boolean)'), 'execute')
  order by 1`

/** Of each row, every column is read whole in a full examination; else its page alone. */
const READ_TABLE = {
  quick: (name: string) => `select count(*) from ${name}`,
  full: (name: string) => `select sum(length(t::text)) from ${name} t`,
} as const satisfies Record<Depth, (name: string) => string>

/** Rejects with what kept it from being known. */
export async function examinePostgres(
  config: pg.ClientConfig,
  depth: Depth,
  signal?: AbortSignal,
): Promise<string[]> {
  const client = new pg.Client({ ...config, query_timeout: 0 })
  client.on('error', () => {})
  await client.connect()
  const end = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', end, { once: true })
  const namesOf = async (sql: string): Promise<string[]> =>
    (await client.query(sql)).rows.map(({ name }) => name)
  const findings: string[] = []
  const look = async (sql: string): Promise<void> => {
    try {
      await client.query(sql)
    } catch (error) {
      // What may have been by chance is for the caller, who has it read once more.
      if (postgresErrorKind(error) !== 'damaged') throw error
      findings.push((error as Error).message)
    }
  }
  try {
    await client.query(PREPARATION)
    for (const table of await namesOf(TABLES)) await look(READ_TABLE[depth](table))
    for (const index of await namesOf(INDEXES))
      await look(`select bt_index_check('${index}', ${depth === 'full'})`)
    return findings
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}
