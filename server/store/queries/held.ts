/** The lock on one application, which a task of `alone` that works on it takes first. */
import { readFirst } from '../statement.ts'

/**
 * Locks the row of the application of this receipt number until the transaction ends, and gives it as it is then;
 * undefined where there is none. It stands alone in its statement: after waiting for a lock PostgreSQL looks again at
 * the locked row only, so that a joined row would be older. On SQLite the transaction has the whole database.
 */
export const held = readFirst((db, { reference }: { reference: string }, dialect) => {
  const row = db.selectFrom('applications').selectAll().where('reference', '=', reference)
  return dialect === 'postgres' ? row.forNoKeyUpdate() : row
})
