/** SQLite: one connection that writes, one that reads; every commit and every read waits for the disk. */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { once } from '../once.ts'
import { createCheck } from './check.ts'
import { createCheckpointer } from './checkpointer.ts'
import { copyDatabase } from './copy.ts'
import { createDamageWatch, type DamageWatch, fileMark, watchCalls } from './damage.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { setValue } from './key-values.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { migrate, requireCurrentSchema, type SchemaSession } from './migrate.ts'
import { unavailable } from './session.ts'
import { isSqliteIoError, sqliteErrorKind } from './sqlite-errors.ts'
import { examineSqlite } from './sqlite-examination.ts'
import { lockForServer, lockOf } from './sqlite-lock.ts'
import { refuseMistypedPath } from './sqlite-path.ts'
import { createPrivately, rewriteLog, truncateLog } from './sqlite-recovery.ts'
import { BUSY_TIMEOUT_MS, createSqliteSession, executorOf, PATIENCE_MS } from './sqlite-session.ts'
import { createTransaction, type Transaction } from './transaction.ts'

/** A larger file is looked through at a start only where it is marked as damaged: the timer's check does it otherwise. */
const EXAMINED_AT_START_BYTES = 2 ** 28

export async function openSqlite(path: string, options: DatabaseOptions): Promise<Database> {
  const file = resolve(path)
  if (options.onlyServer || options.asIs) refuseMistypedPath(file, !options.asIs)
  createPrivately(file)
  try {
    return await open(file, options)
  } catch (error) {
    // The server that works on it, or will, learns of it. A path that leads elsewhere is no database of a server.
    if (isDamage(error) && existsSync(lockOf(file))) await fileMark(file).set()
    throw error
  }
}

async function open(file: string, options: DatabaseOptions): Promise<Database> {
  const lock = options.onlyServer ? await lockForServer(file) : undefined
  const writer = new DatabaseSync(file, { timeout: PATIENCE_MS })
  // A checkpoint that SQLite makes in passing hides a failed fsync; ours does not.
  // With synchronous = normal it syncs before and in a checkpoint; a commit is synced by us.
  writer.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = off;
    pragma secure_delete = on;
    pragma temp_store = memory; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const log = createLogSync(file)
  const watch = watchFor(file, options)
  const checkpoints = createCheckpointer(file, options.onFatal, watch.met)
  const session = createSqliteSession(writer, { log, checkpoints, isPresent: presenceOf(file) })
  await recover(session, file)
  // A table is rebuilt with foreign keys off, and the setting cannot change inside a transaction.
  await (options.asIs ? requireCurrentSchema : migrate)(session)
  writer.exec('pragma foreign_keys = on')
  await truncateLog(writer)
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const group = createGroupCommit([session], options)
  const read = createReads(reader, log, options)
  const calls = watchCalls(watch, {
    atomic: group.atomic,
    read,
    browse: read,
    scrub: () => scrubLog(file, options),
  })
  const isSmall = statSync(file).size <= EXAMINED_AT_START_BYTES
  if (options.onlyServer) watch.begin(isSmall ? 'examine' : 'trust')

  return {
    ...calls,
    check: createCheck(async () => {
      await watch.refuse()
      await calls.atomic((tx) => setValue(tx, { name: 'last_check', value: crypto.randomUUID() }))
    }),
    backup: (target) => copyDatabase(file, resolve(target)),
    examine: watch.examine,
    close: once(async () => {
      watch.close()
      await group.drain()
      await checkpoints.close()
      reader.close()
      writer.close()
      log.close()
      lock?.close()
    }),
  }
}

function watchFor(file: string, { onDamage = () => {} }: DatabaseOptions): DamageWatch {
  return createDamageWatch({
    mark: fileMark(file),
    examine: (depth, signal) => examineSqlite(file, depth, signal),
    isDamage,
    isIoError: isSqliteIoError,
    onDamage,
  })
}

function isDamage(error: unknown): boolean {
  return sqliteErrorKind(error) === 'damaged'
}

/** Whether the file that is there now is still the one that is there later. */
function presenceOf(file: string): () => boolean {
  const { ino } = statSync(file)
  return () => statSync(file, { throwIfNoEntry: false })?.ino === ino
}

/** Nothing is answered, and nothing written behind it, before what an earlier process left is on disk. */
async function recover(session: SchemaSession, file: string): Promise<void> {
  await session.begin(true)
  try {
    rewriteLog(file)
  } finally {
    await session.rollback()
  }
}

/** Empties the log of the images of pages as they were before something was erased. The writer may be in a transaction. */
async function scrubLog(file: string, { onFatal }: DatabaseOptions): Promise<void> {
  const db = new DatabaseSync(file)
  try {
    if (!(await truncateLog(db))) throw unavailable(new Error('the log is being read'))
  } catch (error) {
    if (sqliteErrorKind(error, 'commit') === 'fatal') onFatal(error)
    throw error
  } finally {
    db.close()
  }
}

/** One after another: each sees a single state of the database, and gives it away once that is on disk. */
function createReads(
  db: DatabaseSync,
  log: LogSync,
  { onFatal }: DatabaseOptions,
): Database['read'] {
  const tx = createTransaction(executorOf(db))
  // Another one than before where any other connection has committed since.
  const version = db.prepare('pragma data_version')
  let versionOnDisk: unknown
  let last: Promise<unknown> = Promise.resolve()
  const readOnce = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    try {
      db.exec('begin')
      const result = await work(tx)
      const seen = version.get()?.data_version
      db.exec('rollback')
      if (seen !== versionOnDisk) await log.sync()
      versionOnDisk = seen
      return result
    } catch (error) {
      const kind = sqliteErrorKind(error)
      if (kind === 'fatal') onFatal(error)
      throw kind === 'mistake' ? error : unavailable(error)
    } finally {
      if (db.isTransaction) db.exec('rollback')
    }
  }
  return (work) => {
    const result = last.then(() => readOnce(work))
    last = result.catch(() => {})
    return result
  }
}
