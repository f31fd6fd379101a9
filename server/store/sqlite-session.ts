/** Transactions on SQLite's one writing connection. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import type { Checkpointer } from './checkpointer.ts'
import type { LogSync } from './log-sync.ts'
import type { SchemaSession } from './migrate.ts'
import { checkReferences, rebuildTable } from './rebuild-table.ts'
import { unavailable } from './session.ts'
import { isBusy, sqliteErrorKind } from './sqlite-errors.ts'
import type { Compiled } from './statement.ts'
import { createTransaction, type Executor } from './transaction.ts'

/** Waiting for another process blocks every request, so SQLite waits briefly, and we repeat that. */
export const BUSY_TIMEOUT_MS = 50
export const PATIENCE_MS = 5000

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
  const kept = new Map<Compiled, StatementSync>()
  const prepare = (compiled: Compiled) => {
    // A full disk may end the transaction beneath a task; its next statement would be committed by itself.
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
