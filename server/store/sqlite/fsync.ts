/**
 * SQLite's write-ahead log, beside the event loop: made durable by an fdatasync of ours, because SQLite's own fsync would hold
 * everything up, and moved into the database file by checkpoints in a thread.
 */

import { once } from 'node:events'
import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Checkpoint } from './checkpoint-thread.ts'
import { errorFrom, sqliteErrorKind } from './errors.ts'

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

export type Checkpointer = {
  /** To be called after each commit, with the number of rows that it changed. */
  committed(rows: number): void
  /** Resolves when the next transaction may begin: at once, unless the log has grown long. */
  room(): Promise<void>
  /** Resolves when its connection is closed. */
  close(): Promise<void>
}

/** Between two checkpoints there are so many changed rows … */
const ROWS = 4000
/** … or commits, each of which writes whole pages however few rows it changes: else the log could fill the disk. */
const COMMITS = 50
/**
 * Of 4 KB. SQLite begins the log anew where all of it has been moved. A transaction under way meanwhile keeps it from
 * that, so beyond this the next one waits until nobody is.
 */
const MOST_PAGES = 2048

type Tell = (error: unknown) => void

/**
 * `onFatal` is told of a checkpoint whose fsync failed: what the log held may be in neither file. `onRefused` is told of
 * one that SQLite refused otherwise, and that is tried again.
 */
export function createCheckpointer(
  file: string,
  onFatal: Tell,
  onRefused: Tell = () => {},
): Checkpointer {
  let thread: Worker | undefined
  let running: Promise<void> | undefined
  let rows = 0
  let commits = 0
  let isLong = false

  const isDue = () => rows >= ROWS || commits >= COMMITS
  const checkpoint = async () => {
    rows = 0
    commits = 0
    thread ??= startThread(file)
    thread.postMessage('checkpoint')
    const [made] = (await once(thread, 'message')) as [Checkpoint]
    if ('pages' in made) {
      isLong = made.pages > MOST_PAGES
      return
    }
    const error = errorFrom(made)
    if (sqliteErrorKind(error, 'commit') === 'fatal') throw error
    onRefused(error)
    // A full disk may put it off to the next commit.
    commits = COMMITS
  }
  const start = () => {
    running ??= checkpoint()
      .catch(onFatal)
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    committed(changed) {
      rows += changed
      commits += 1
      if (isDue()) start()
    },
    async room() {
      // Another one is due before the last one is done: the disk is slow, or commits are large.
      if (isLong || isDue()) await running
      if (!isLong) return
      await start()
      // A reader may hold it up: not every commit waits for that.
      isLong = false
    },
    close: async () => void (await thread?.terminate()),
  }
}

/** It needs little memory, and keeps no process alive. */
function startThread(file: string): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
    workerData: file,
    // A program's own options, such as --input-type, are none of the thread's.
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  })
  thread.unref()
  return thread
}
