import { sql } from 'kysely'
import { readAll } from '../store/statement.ts'

/** A search's floor: one statement that reads every text. Nobody else has their turn on SQLite meanwhile, and nothing is listed. */
export const plainScan = readAll((db, p: { word: string }, dialect) => {
  const place = dialect === 'sqlite' ? sql`instr` : sql`strpos`
  return db
    .selectFrom('search_texts')
    .select(({ fn }) => fn.countAll().as('all'))
    .where(sql<boolean>`${place}(text, ${p.word}) > 0`)
})
