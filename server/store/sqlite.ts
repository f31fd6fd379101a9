/** SQLite: one connection that writes, one that reads; every commit and every read waits for the disk. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { once } from '../once.ts'
import { createCheck } from './check.ts'
import { createCheckpointer } from './checkpointer.ts'
import { copyDatabase } from './copy.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { migrate, type SchemaSession } from './migrate.ts'
import { unavailable } from './session.ts'
import { sqliteErrorKind } from './sqlite-errors.ts'
import { lockForServer } from './sqlite-lock.ts'
import { refuseMistypedPath } from './sqlite-path.ts'
import { createPrivately, rewriteLog, truncateLog } from './sqlite-recovery.ts'
import { BUSY_TIMEOUT_MS, createSqliteSession, executorOf, PATIENCE_MS } from './sqlite-session.ts'
import { statement } from './statement.ts'
import { createTransaction, type Transaction } from './transaction.ts'

export async function openSqlite(path: string, options: DatabaseOptions): Promise<Database> {
  const file = resolve(path)
  if (options.onlyServer || options.mustExist) refuseMistypedPath(file, !options.mustExist)
  createPrivately(file)
  const lock = options.onlyServer ? await lockForServer(file) : undefined
  const writer = new DatabaseSync(file, { timeout: PATIENCE_MS })
  // A checkpoint that SQLite makes in passing hides a failed fsync; ours does not.
  // With synchronous = normal it syncs before and in a checkpoint; a commit is synced by us.
  writer.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = off;
    pragma secure_delete = on;
    pragma temp_store = memory; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const log = createLogSync(file)
  const checkpoints = createCheckpointer(file, options.onFatal)
  const session = createSqliteSession(writer, { log, checkpoints, isPresent: presenceOf(file) })
  await recover(session, file)
  // A table is rebuilt with foreign keys off, and the setting cannot change inside a transaction.
  await migrate(session)
  writer.exec('pragma foreign_keys = on')
  await truncateLog(writer)
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const group = createGroupCommit([session], options)
  const read = createReads(reader, log, options)

  return {
    atomic: group.atomic,
    read,
    browse: read,
    check: createCheck(() => group.atomic((tx) => tx.run(touch, { value: crypto.randomUUID() }))),
    scrub: () => scrubLog(file, options),
    backup: (target) => copyDatabase(file, resolve(target)),
    close: once(async () => {
      await group.drain()
      await checkpoints.close()
      reader.close()
      writer.close()
      log.close()
      lock?.close()
    }),
  }
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

const touch = statement((db, { value }: { value: string }) =>
  db
    .insertInto('facts')
    .values({ name: 'last_check', value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    ),
)
