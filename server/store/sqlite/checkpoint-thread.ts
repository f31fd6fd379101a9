/** A thread with a connection of its own, which makes a checkpoint of the database each time it is asked to. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { plainError, type SqliteError } from './errors.ts'

/** Pages of the log; or an error of SQLite. */
export type Checkpoint = { pages: number } | SqliteError

let statement: StatementSync | undefined

parentPort?.on('message', () => parentPort?.postMessage(checkpoint()))

function checkpoint(): Checkpoint {
  try {
    statement ??= open(workerData).prepare('pragma wal_checkpoint(passive)')
    return { pages: Number(statement.get()?.log) }
  } catch (error) {
    // An error that is sent to another thread keeps its message alone.
    return plainError(error)
  }
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('pragma synchronous = normal; pragma wal_autocheckpoint = 0')
  return db
}
