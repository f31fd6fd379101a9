/** Crash recovery of SQLite: what was found after a crash is made durable before anybody is answered from it. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

/**
 * Makes the write-ahead log durable that an earlier process left behind. After a crash its frames may exist in the
 * page cache alone, and after a failed fsync the kernel takes them for clean, so that a further fsync writes nothing.
 * So every byte is written again, which makes its page dirty, and then synced. `db` is in a transaction that keeps
 * other writers out. Throws where the disk does not take it.
 */
export function rewriteLog(file: string): void {
  const log = `${file}-wal`
  if (!existsSync(log)) return
  const handle = openSync(log, 'r+')
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = 0; ; ) {
      const read = readSync(handle, chunk, 0, chunk.length, at)
      if (read === 0) break
      for (let written = 0; written < read; )
        written += writeSync(handle, chunk, written, read - written, at + written)
      at += read
    }
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  syncFolder(dirname(file))
}

/** Moves the whole log into the database file and empties it; false where it could not. A reader of another process may put that off: the log is durable already. */
export async function truncateLog(db: DatabaseSync): Promise<boolean> {
  const checkpoint = db.prepare('pragma wal_checkpoint(truncate)')
  const deadline = performance.now() + READERS_MS
  while (Number(checkpoint.get()?.busy) !== 0) {
    if (performance.now() > deadline) return false
    await setTimeout(BETWEEN_TRIES_MS)
  }
  return true
}

/** Creates the file where there is none, for this user's eyes alone (SQLite gives its other files the same mode), and its folders. */
export function createPrivately(file: string): void {
  const folder = dirname(file)
  const created = mkdirSync(folder, { recursive: true })
  closeSync(openSync(file, 'a', 0o600))
  syncFolder(folder)
  // A new folder is durable when the one that holds it is synced.
  if (created === undefined) return
  for (let made = folder; made.length >= created.length; made = dirname(made))
    syncFolder(dirname(made))
}

const CHUNK_BYTES = 1 << 20
/** A reader of another process is waited for this long. */
const READERS_MS = 1000
const BETWEEN_TRIES_MS = 20

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
