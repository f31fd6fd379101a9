/** A pooler such as pgbouncer between this program and PostgreSQL: whether it keeps what the program relies on. */
import pg from 'pg'

/** duplicate_prepared_statement, invalid_sql_statement_name, and the refusal of a transaction in statement pooling. */
const SHARED = /^(42P05|26000)$|statement pooling/

/**
 * Throws where connections share the server's processes without the statements that they prepared: pgbouncer before
 * 1.21 in transaction pooling, or with max_prepared_statements = 0. It would answer at first, and fail under load.
 */
export async function refuseUnfitPooler(config: pg.ClientConfig): Promise<void> {
  const [first, second] = [new pg.Client(config), new pg.Client(config)]
  for (const client of [first, second]) client.on('error', () => {})
  const prepared = { name: 'moushikomi_probe', text: 'select 1' }
  try {
    await Promise.all([first.connect(), second.connect()])
    await first.query(prepared)
    // Takes the process that the first has just left; from then on the first gets another one.
    await second.query('begin')
    await second.query(prepared)
    await first.query(prepared)
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError
    if (SHARED.test(code) || SHARED.test(message))
      throw new Error(
        'between this program and PostgreSQL a pooler loses prepared statements; use pgbouncer with pool_mode = session, or from 1.21 with max_prepared_statements above 0',
      )
    throw error
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}
