/** SQLite: one connection that writes, one that reads; every commit waits for the disk. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createCheck } from './check.ts'
import { copyDatabase } from './copy.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { migrate, type SchemaSession } from './migrate.ts'
import { checkReferences, rebuildTable } from './rebuild-table.ts'
import { type DatabaseErrorKind, once, unavailable } from './session.ts'
import { createPrivately, rewriteLog, truncateLog } from './sqlite-recovery.ts'
import type { Compiled } from './statement.ts'
import { createTransaction, type Executor } from './transaction.ts'

/** Waiting for another process blocks every request, so a wait is short and repeated. */
const BUSY_TIMEOUT_MS = 50
const PATIENCE_MS = 5000
/** Rows changed between two moves of the log into the database file. */
const CHANGES_A_CHECKPOINT = 4000

export async function openSqlite(path: string, options: DatabaseOptions): Promise<Database> {
  const file = resolve(path)
  createPrivately(file)
  const writer = new DatabaseSync(file, { timeout: PATIENCE_MS })
  // A checkpoint that SQLite makes in passing hides a failed fsync; ours does not.
  writer.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = off;
    pragma temp_store = memory; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  const session = createSession(writer)
  await recover(session, file)
  // A table is rebuilt with foreign keys off, and the setting cannot change inside a transaction.
  await migrate(session)
  writer.exec('pragma foreign_keys = on')
  await truncateLog(writer)
  const reader = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const group = createGroupCommit(session, options)
  const { ino } = statSync(file)

  return {
    atomic: group.atomic,
    read: createReads(reader),
    check: createCheck(group, () => statSync(file).ino === ino),
    backup: (target) => copyDatabase(file, resolve(target)),
    close: once(async () => {
      await group.drain()
      reader.close()
      writer.close()
    }),
  }
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

function createSession(db: DatabaseSync): SchemaSession {
  const checkpoint = createCheckpoint(db)
  const executor = executorOf(db)
  return {
    dialect: executor.dialect,
    pipelined: false,
    get inTransaction() {
      return db.isTransaction
    },
    transaction: (trace) => createTransaction(executor, trace),
    begin: () => patiently(() => db.exec('begin immediate')),
    savepoint: () => db.exec('savepoint unit'),
    release: () => db.exec('release unit'),
    rollbackToSavepoint: () => db.exec('rollback to unit; release unit'),
    async commit() {
      db.exec('commit')
      checkpoint()
    },
    async rollback() {
      if (db.isTransaction) db.exec('rollback')
    },
    errorKind: troubleOf,
    execute: async (sql) => db.exec(sql),
    changeTable: async (change) => rebuildTable(db, change),
    checkReferences: async () => checkReferences(db),
    // BEGIN IMMEDIATE keeps everybody else out already.
    lockSchema: async () => {},
  }
}

/** Moves the log into the database file now and then. A full disk may put it off; a failed fsync may not. */
function createCheckpoint(db: DatabaseSync): () => void {
  const changes = db.prepare('select total_changes() as total')
  const checkpoint = db.prepare('pragma wal_checkpoint(passive)')
  let last = 0
  return () => {
    const total = Number(changes.get()?.total)
    if (total - last < CHANGES_A_CHECKPOINT) return
    last = total
    try {
      checkpoint.all()
    } catch (error) {
      if (troubleOf(error, 'commit') === 'fatal') throw error
    }
  }
}

/** One after another: each sees a single state of the database. */
function createReads(db: DatabaseSync): Database['read'] {
  const tx = createTransaction(executorOf(db))
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(async () => {
      try {
        db.exec('begin')
        return await work(tx)
      } catch (error) {
        throw troubleOf(error) === 'mistake' ? error : unavailable(error)
      } finally {
        if (db.isTransaction) db.exec('rollback')
      }
    })
    last = result.catch(() => {})
    return result
  }
}

function executorOf(db: DatabaseSync): Executor {
  const kept = new Map<Compiled, StatementSync>()
  const prepare = (compiled: Compiled) => {
    // After a full disk SQLite may have ended the transaction; a statement by itself would be stored by itself.
    if (!db.isTransaction) throw unavailable(new Error('the transaction has ended'))
    const known = kept.get(compiled)
    if (known) return known
    const prepared = db.prepare(compiled.sql)
    if (compiled.keep) kept.set(compiled, prepared)
    return prepared
  }
  return {
    dialect: 'sqlite',
    rows: async (compiled, values) => prepare(compiled).all(...values),
    changes: async (compiled, values) => Number(prepare(compiled).run(...values).changes),
  }
}

async function patiently(action: () => void): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (codeOf(error) !== CODES.busy || performance.now() > deadline) throw error
      await setTimeout(10 + Math.random() * 40)
    }
  }
}

/** Primary result codes, https://sqlite.org/rescode.html */
const CODES = { busy: 5, locked: 6, readonly: 8, ioerr: 10, full: 13, cantopen: 14, constraint: 19 }
const FSYNC_FAILED = [10 | (4 << 8), 10 | (5 << 8)]
const PASSING = [CODES.busy, CODES.locked, CODES.readonly, CODES.ioerr, CODES.full, CODES.cantopen]

function troubleOf(error: unknown, during?: 'unit' | 'commit'): DatabaseErrorKind {
  const code = codeOf(error)
  if (code === undefined) return 'mistake'
  if (code === CODES.ioerr && (during === 'commit' || FSYNC_FAILED.includes(extendedCodeOf(error))))
    return 'fatal'
  if (PASSING.includes(code)) return 'unavailable'
  return 'mistake'
}

function codeOf(error: unknown): number | undefined {
  const extended = extendedCodeOf(error)
  return Number.isNaN(extended) ? undefined : extended & 0xff
}

function extendedCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN
}
