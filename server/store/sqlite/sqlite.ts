/**
 * SQLite: one connection that writes, one that reads; every commit and every read waits for the disk. Opened, recovered and
 * migrated here; then the reads, and last the transactions of the writing connection.
 */

import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { once } from '#domain/memoise.ts'
import { createDamageWatch, type DamageWatch, fileMark } from '../damage.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { checkReferences, openSchema, rebuildTable, type SchemaSession } from '../migrate.ts'
import { setValue } from '../queries/installation-values.ts'
import { createCheck } from '../readiness-check.ts'
import { unavailable } from '../session.ts'
import { examineSqlite } from '../sqlite-examination.ts'
import { type Compiled, createTransaction, type Executor, type Transaction } from '../statement.ts'
import { createTransactions } from '../transactions.ts'
import { copyDatabase } from './copy.ts'
import { isBusy, isSqliteIoError, sqliteErrorKind } from './errors.ts'
import {
  createPrivately,
  lockForServer,
  lockOf,
  refuseMistypedPath,
  rewriteLog,
  truncateLog,
} from './file.ts'
import { type Checkpointer, createCheckpointer, createLogSync, type LogSync } from './fsync.ts'

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
  const checkpoints = createCheckpointer(file, options.onFatal, watch.onError)
  const session = createSqliteSession(writer, { log, checkpoints, isPresent: presenceOf(file) })
  await recover(session, file)
  // A table is rebuilt with foreign keys off, and the setting cannot change inside a transaction.
  await openSchema(session, options)
  writer.exec('pragma foreign_keys = on')
  await truncateLog(writer)
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const transactions = createTransactions({ shared: [session], own: [] }, options)
  const read = createReads(reader, log, options)
  const atomic: Database['atomic'] = (work) => transactions.atomic(work).catch(watch.rethrow)
  const alone: Database['alone'] = (work) => transactions.alone(work).catch(watch.rethrow)
  const watchedRead: Database['read'] = (work) => read(work).catch(watch.rethrow)
  const isSmall = statSync(file).size <= EXAMINED_AT_START_BYTES
  if (options.onlyServer) watch.begin(isSmall ? 'examine' : 'trust')

  return {
    atomic,
    alone,
    read: watchedRead,
    browse: watchedRead,
    scrub: () => scrubLog(file, options).then(() => true, watch.rethrow),
    rewritable: async () => [
      {
        name: file,
        bytes: statSync(file).size,
        rewrite: () => rewriteFile(file, options).catch(watch.rethrow),
      },
    ],
    check: createCheck(async () => {
      await watch.refuse()
      await atomic((tx) => setValue(tx, { name: 'last_check', value: crypto.randomUUID() }))
    }),
    backup: (target) => copyDatabase(file, resolve(target)),
    examine: watch.examine,
    close: once(async () => {
      watch.close()
      await transactions.drain()
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
  await session.begin('schema')
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

/** A page whose rows were moved may keep a copy of one that is deleted later: a whole new file has none. Writers wait. */
async function rewriteFile(file: string, options: DatabaseOptions): Promise<boolean> {
  const db = new DatabaseSync(file, { timeout: PATIENCE_MS })
  try {
    db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0; vacuum')
  } finally {
    db.close()
  }
  await scrubLog(file, options)
  return true
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
      const current = version.get()?.data_version
      db.exec('rollback')
      if (current !== versionOnDisk) await log.sync()
      versionOnDisk = current
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

/** Waiting for another process blocks every request, so SQLite waits briefly, and we repeat that. */
const BUSY_TIMEOUT_MS = 50
const PATIENCE_MS = 5000

/** What a session needs besides its connection. */
export type Surroundings = {
  /** Makes a commit durable, which the connection itself does not. */
  log: Pick<LogSync, 'sync'>
  checkpoints: Pick<Checkpointer, 'committed' | 'room'>
  /** Whether the file is still where it was opened: one that was deleted takes writes all the same. */
  isPresent(): boolean
}

export function createSqliteSession(
  db: DatabaseSync,
  { log, checkpoints, isPresent }: Surroundings,
): SchemaSession {
  const changes = db.prepare('select total_changes() as total')
  let last = 0
  const executor = executorOf(db)
  return {
    dialect: executor.dialect,
    pipelined: false,
    get inTransaction() {
      return db.isTransaction
    },
    transaction: (trace) => createTransaction(executor, trace),
    async begin() {
      await checkpoints.room()
      await withPatience(() => db.exec('begin immediate'))
    },
    savepoint: () => db.exec('savepoint task'),
    release: () => db.exec('release task'),
    rollbackToSavepoint: () => db.exec('rollback to task; release task'),
    async commit() {
      if (!isPresent()) throw unavailable(new Error('the database file is gone'))
      db.exec('commit')
      // Without writes too: what was read may be another process's commit, which is not on disk yet.
      await log.sync()
      const total = Number(changes.get()?.total)
      checkpoints.committed(total - last)
      last = total
    },
    async rollback() {
      if (db.isTransaction) db.exec('rollback')
    },
    errorKind: sqliteErrorKind,
    execute: async (sql) => db.exec(sql),
    changeTable: async (change) => rebuildTable(db, change),
    checkReferences: async () => checkReferences(db),
    // BEGIN IMMEDIATE keeps everybody else out already.
    lockSchema: async () => {},
  }
}

export function executorOf(db: DatabaseSync): Executor {
  const statements = new Map<Compiled, StatementSync>()
  const prepare = (compiled: Compiled) => {
    // A full disk may end the transaction beneath a task; its next statement would be committed by itself.
    if (!db.isTransaction) throw unavailable(new Error('the transaction has ended'))
    const cached = statements.get(compiled)
    if (cached) return cached
    const prepared = db.prepare(compiled.sql)
    if (compiled.keep) statements.set(compiled, prepared)
    return prepared
  }
  return {
    dialect: 'sqlite',
    rows: async (compiled, values) => prepare(compiled).all(...values),
    changes: async (compiled, values) => Number(prepare(compiled).run(...values).changes),
  }
}

async function withPatience(action: () => void): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await setTimeout(10 + Math.random() * 40)
    }
  }
}
