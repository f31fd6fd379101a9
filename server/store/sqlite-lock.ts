/** The lock that a server holds on its SQLite file as long as it lives; the operating system drops it with the process. */
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { isBusy } from './sqlite-errors.ts'

/** A server that is on its way out is waited for. */
const PATIENCE_MS = 10_000
const BETWEEN_TRIES_MS = 100

/** It stays beside the database of a server, also after its end. */
export function lockOf(file: string): string {
  return `${file}-server`
}

/** Held until it is closed. Throws where another server has it. */
export async function lockForServer(file: string, patienceMs = PATIENCE_MS): Promise<DatabaseSync> {
  // Node has no file locks of its own; SQLite takes one on an empty file and writes nothing to it.
  const lock = new DatabaseSync(lockOf(file))
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      lock.exec('begin exclusive')
      return lock
    } catch (error) {
      if (isBusy(error) && performance.now() < deadline) {
        await setTimeout(BETWEEN_TRIES_MS)
        continue
      }
      lock.close()
      if (!isBusy(error)) throw error
      throw new Error(
        `${file} は、ほかのサーバーが使用中です。SQLite のデータベースを使うサーバーは 1 つだけにしてください。2 つ以上で動かすには PostgreSQL が必要です。`,
        { cause: error },
      )
    }
  }
}
