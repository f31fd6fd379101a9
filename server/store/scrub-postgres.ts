/** PostgreSQL keeps deleted rows in their pages, and their bytes even after VACUUM: only a rewritten table has none. */
import pg from 'pg'

/** The tables that hold what an applicant or staff wrote. */
const TABLES = ['applications', 'facilities', 'history', 'outbox'] as const
/** A table that is in use for longer, as by a dump, is left for another time: whoever comes later would wait behind us. */
const LOCK_TIMEOUT = '2s'

/** Rewrites the tables with their indexes; while one is rewritten, calls that need it wait. Throws where one is in use. */
export async function scrubPostgres(config: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...config, query_timeout: 0, statement_timeout: 0 })
  client.on('error', () => {})
  const skipped: string[] = []
  client.on('notice', ({ message = '' }) => skipped.push(message))
  await client.connect()
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const table of TABLES) await client.query(`vacuum (full) ${table}`)
    await client.query('reset lock_timeout')
    // It is no error for PostgreSQL that a role may not do it.
    if (skipped.length > 0) throw new Error(skipped.join('; '))
  } finally {
    await client.end()
  }
}
