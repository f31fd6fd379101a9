/**
 * The file of a SQLite database: whether a new one may be made (not beside the real one for a mistyped path, nor in the
 * place of one that is lost), the lock that a server holds on it, which the operating system drops with the process, and
 * crash recovery: what is found after a crash is made durable before anybody is answered from it.
 */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { isBusy } from './errors.ts'

/**
 * The lock of a server stays beside its database: it tells that there is one, or was. A first start makes it once the
 * database's own file is there on disk, so that no kill and no power cut leaves the lock alone.
 */
const LOCK = '-server'
const LOGS = ['-wal', '-shm']

/** There was a database under this name: an empty one in its place would hide that it is lost. */
export class MissingDatabase extends Error {
  override readonly name = 'MissingDatabase'
  readonly file: string
  /** Names of what lies beside it still. */
  readonly remains: readonly string[]

  constructor(file: string, remains: readonly string[]) {
    super(`${file} is missing beside ${remains.join(', ')}`)
    this.file = file
    this.remains = remains
  }
}

/** Of a file that is not there: throws where it was. */
export function refuseMissing(file: string): void {
  const remains = [LOCK, ...LOGS].map((end) => file + end).filter((each) => existsSync(each))
  if (remains.length === 0) return
  throw new MissingDatabase(
    file,
    remains.map((each) => basename(each)),
  )
}

/** `mayCreate`: a server's first start makes the file, other programs never do. Throws where the file should be there. */
export function refuseMistypedPath(file: string, mayCreate: boolean): void {
  if (existsSync(file)) return
  refuseMissing(file)
  const served = servedNearby(file)
  if (served !== undefined)
    throw new Error(
      `${file} はありませんが、${served} にはサーバーが使ったデータベースがあります。DATABASE_URL の書き間違いではありませんか。新しいデータベースを作るときは、別のフォルダーを指定してください。`,
    )
  if (!mayCreate)
    throw new Error(
      `${file} がありません。DATABASE_URL を確かめてください。コマンドは、サーバーと同じ設定（環境変数）で実行してください。データベースは、サーバーを初めて起動したときに作られます。`,
    )
}

/** Another database in the same folder; where there is no such folder, one of this name in a folder beside it. */
function servedNearby(file: string): string | undefined {
  const folder = dirname(file)
  const candidates = existsSync(folder)
    ? namesIn(folder).flatMap((name) => (name.endsWith(LOCK) ? [join(folder, name)] : []))
    : namesIn(dirname(folder)).map((name) => join(dirname(folder), name, basename(file) + LOCK))
  return candidates
    .filter((lock) => existsSync(lock))
    .map((lock) => lock.slice(0, -LOCK.length))
    .find((database) => existsSync(database))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** A server that is on its way out is waited for. */
const LOCK_PATIENCE_MS = 10_000
const BETWEEN_LOCK_TRIES_MS = 100

/** It stays beside the database of a server, also after its end. */
export function lockOf(file: string): string {
  return file + LOCK
}

/** Held until it is closed. Throws where another server has it. */
export async function lockForServer(
  file: string,
  patienceMs = LOCK_PATIENCE_MS,
): Promise<DatabaseSync> {
  // Node has no file locks of its own; SQLite takes one on an empty file and writes nothing to it.
  const lock = new DatabaseSync(lockOf(file))
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      lock.exec('begin exclusive')
      return lock
    } catch (error) {
      if (isBusy(error) && performance.now() < deadline) {
        await setTimeout(BETWEEN_LOCK_TRIES_MS)
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
