/** The floor of the server on SQLite: a bare loop that runs the same statements, each call's in one durable transaction. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { answer } from '../child.ts'
import { givesRows, type Recorded, type Sent } from '../recorded-statements.ts'

export type Replay = { file: string; registrations: readonly Recorded[]; seconds: number }

/** How many registrations warm the loop up before it is timed. */
const WARM_UP = 200

/** Registrations a second, into a database that has the schema and nothing else. */
answer<Replay, number>(async ({ file, registrations, seconds }) => {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const statements = new Map<string, StatementSync>()
  const run = ({ sql, values }: Sent) => {
    let statement = statements.get(sql)
    if (!statement) {
      statement = db.prepare(sql)
      statements.set(sql, statement)
    }
    if (givesRows(sql)) statement.all(...values)
    else statement.run(...values)
  }
  const replay = (transactions: Recorded) => {
    for (const sent of transactions) {
      db.exec('begin immediate')
      for (const statement of sent) run(statement)
      db.exec('commit')
    }
  }
  for (const recorded of registrations.slice(0, WARM_UP)) replay(recorded)
  const from = performance.now()
  let replayed = 0
  for (const recorded of registrations.slice(WARM_UP)) {
    replay(recorded)
    replayed += 1
    if (performance.now() > from + 1000 * seconds) break
  }
  const taken = (performance.now() - from) / 1000
  db.close()
  return replayed / taken
})
