/** Makes SQLite's write-ahead log durable beside the event loop, which SQLite's own fsync would hold up. */
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

export type LogSync = {
  /**
   * Resolves when everything that was in the log as this was called is on disk, whoever wrote it. Callers that come
   * while the disk is busy share the next round. Rejects where the disk did not take it, and for ever after: Linux
   * takes pages that it could not write for clean, so that another fdatasync would succeed.
   */
  sync(): Promise<void>
  close(): void
}

/** `file` is the database's; its log must be there at the first sync. */
export function createLogSync(file: string): LogSync {
  const datasync = promisify(fdatasync)
  let handle: number | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = async () => {
    next = undefined
    handle ??= openSync(`${file}-wal`, 'r')
    running = datasync(handle)
    await running
    running = undefined
  }
  return {
    sync() {
      if (running === undefined) return start()
      next ??= running.then(start)
      return next
    },
    close() {
      if (handle !== undefined) closeSync(handle)
    },
  }
}
