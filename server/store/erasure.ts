/** Erased is erased: what deleted rows leave in a database's files goes too, soon after the deletion. */
import type { Database } from './interface.ts'
import { findValue, setValue } from './key-values.ts'
import { write } from './queries.ts'
import type { Transaction } from './transaction.ts'

const DUE = 'scrub_due'

/** Notes, in the transaction that erases, that the files have to be scrubbed; by whichever process looks first. */
export async function noteErasure(tx: Transaction, value: string): Promise<void> {
  await setValue(tx, { name: DUE, value })
}

/** Scrubs the files where something was erased since; true where it did. What was erased meanwhile is due again. */
export async function scrubErased(database: Database): Promise<boolean> {
  const due = await database.read((tx) => findValue(tx, { name: DUE }))
  if (!due) return false
  await database.scrub()
  await database.atomic((tx) => clearDue(tx, { value: due.value }))
  return true
}

const clearDue = write((db, { value }: { value: string }) =>
  db.deleteFrom('facts').where('name', '=', DUE).where('value', '=', value),
)
