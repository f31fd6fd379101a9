/** Minimal rows for store tests: named facts, written and listed. */
import type { Database } from '../store/database.ts'
import { statement } from '../store/statement.ts'

export const putFact = statement((db, { name, value }: { name: string; value: string }) =>
  db.insertInto('facts').values({ name, value }),
)

const factNames = statement((db) =>
  db.selectFrom('facts').select('name').where('name', '<>', 'last_check').orderBy('name'),
)

export async function storeFact(database: Database, name: string, value = ''): Promise<void> {
  await database.atomic((tx) => tx.run(putFact, { name, value }))
}

export async function storedFacts(database: Database): Promise<string[]> {
  return (await database.read((tx) => tx.all(factNames))).map(({ name }) => name)
}

/** Writes a single page of the log. */
export function touchFact(database: Database, name: string): Promise<unknown> {
  return database.atomic((tx) => tx.run(touch, { name, value: crypto.randomUUID() }))
}

// Another value each time: SQLite writes no page whose content stays.
const touch = statement((db, { name, value }: { name: string; value: string }) =>
  db.updateTable('facts').set({ value }).where('name', '=', name),
)
