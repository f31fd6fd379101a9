/** The floor of the server on SQLite: a bare loop that runs the same statements, each call's in one durable transaction. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { answer } from '../child.ts'
import { givesRows, type Recorded, type Sent } from '../recorded.ts'

export type Replay = { file: string; registrations: readonly Recorded[] }

/** How many registrations warm the loop up before it is timed. */
const WARM_UP = 200

/** Registrations a second, into a database that has the schema and nothing else. */
answer<Replay, number>(async ({ file, registrations }) => {
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
  const replay = (some: readonly Recorded[]) => {
    for (const transactions of some)
      for (const sent of transactions) {
        db.exec('begin immediate')
        for (const statement of sent) run(statement)
        db.exec('commit')
      }
  }
  replay(registrations.slice(0, WARM_UP))
  const timed = registrations.slice(WARM_UP)
  const from = performance.now()
  replay(timed)
  const seconds = (performance.now() - from) / 1000
  db.close()
  return timed.length / seconds
})
