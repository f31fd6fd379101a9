/**
 * Transactions on a connection to PostgreSQL that writes: statements are pipelined, kept parsed under a short name, and an
 * error of the server, or of the way to it, is classified for the transaction that met it.
 */

import pg from 'pg'
import type { SchemaSession } from '../migrate.ts'
import type { TableChange } from '../migrations/migration.ts'
import type { DatabaseErrorKind, Occupancy } from '../session.ts'
import { type Compiled, createTransaction, type Executor, type SqlValue } from '../statement.ts'
import { createConnection, type Hosts } from './failover.ts'
import {
  type Known,
  refuseUnsafe,
  type SafetyCheck,
  SECURE_TRANSACTION,
  type Settings,
  UnsafeServer,
  WRITE_TO_LOG,
} from './safety.ts'

/**
 * How long a transaction waits for another one's lock. In a shared commit a task then steps back and comes again alone;
 * a change of the schema waits as long as it takes (`lockSchema`).
 */
const LOCK_MS = { shared: 20, alone: 2000, schema: 2000 } as const satisfies Record<
  Occupancy,
  number
>
/** A transaction alone that has not come to its commit by then loses its connection, and with it every lock. */
const ALONE_MS = 3000
/** Any number, the same in every version of this program. */
const SCHEMA_LOCK = 6_047_215_883

export type PostgresSession = SchemaSession & {
  connect(): Promise<void>
  end(): Promise<void>
}

export function createPostgresSession(
  config: pg.ClientConfig,
  hosts: Hosts,
  check: SafetyCheck,
  known: Known = {},
): PostgresSession {
  let open = false
  const connection = createConnection(config, hosts, check, () => {
    open = false
  })
  const executor = executorOf(connection.current)
  const control = createControlStatements(connection.current)
  /** The settings under which the transaction runs. */
  let settings: Promise<Settings> = Promise.resolve({})
  let overdue: NodeJS.Timeout | undefined

  return {
    dialect: executor.dialect,
    pipelined: true,
    get inTransaction() {
      return open
    },
    transaction: (trace) => createTransaction(executor, trace),
    async connect() {
      await connection.open()
    },
    async begin(occupancy) {
      await connection.open()
      open = true
      if (occupancy === 'alone') overdue = setTimeout(connection.drop, ALONE_MS)
      settings = control.begin(LOCK_MS[occupancy])
      settings.catch(() => {})
    },
    ...control.savepoints,
    async commit(hasWrites) {
      clearTimeout(overdue)
      try {
        refuseUnsafe(await settings, known)
        await control.commit(hasWrites)
      } catch (error) {
        if (error instanceof UnsafeServer) connection.drop()
        throw error
      }
      open = false
    },
    async rollback() {
      clearTimeout(overdue)
      if (!open) return
      open = false
      await connection
        .current()
        .query('rollback')
        .catch(() => {})
    },
    errorKind: postgresErrorKind,
    ...createSchemaSteps(connection.current),
    end: connection.end,
  }
}

function createSchemaSteps(client: () => pg.Client) {
  const execute = async (sql: string) => void (await client().query(sql))
  return {
    execute,
    changeTable: ({ postgres }: TableChange) => execute(postgres),
    // PostgreSQL holds its constraints at every statement.
    checkReferences: async () => {},
    lockSchema: () =>
      execute(
        `set local lock_timeout = 0; set local statement_timeout = 0; select pg_advisory_xact_lock(${SCHEMA_LOCK})`,
      ),
  }
}

/** Statements around those of a task. */
function createControlStatements(client: () => pg.Client) {
  // One that fails ends the transaction, which the commit tells.
  const send = (sql: string) => {
    gather(client())
    client()
      .query(sql)
      .catch(() => {})
  }
  return {
    /** Resolves with the settings of the transaction. */
    async begin(lockMs: number): Promise<Settings> {
      gather(client())
      const results = (await client().query(
        `begin isolation level read committed; set local lock_timeout = ${lockMs}; ${SECURE_TRANSACTION}`,
      )) as unknown as pg.QueryResult[]
      return results.at(-1)?.rows[0] ?? {}
    },
    savepoints: {
      savepoint: () => send('savepoint task'),
      release: () => send('release task'),
      rollbackToSavepoint: () => send('rollback to task; release task'),
    },
    async commit(hasWrites: boolean): Promise<void> {
      gather(client())
      if (!hasWrites) send(WRITE_TO_LOG)
      const { command } = await client().query('commit')
      // A transaction that has failed answers COMMIT with ROLLBACK, and no error.
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    },
  }
}

export type Client = pg.ClientBase & Partial<Pick<pg.Client, 'connection'>>

export function executorOf(client: () => Client): Executor {
  const query = async ({ keep, sql }: Compiled, values: SqlValue[]) => {
    try {
      return await send(client(), sql, values, keep ? nameOf(sql) : undefined)
    } catch (error) {
      // It was made where the answer was read; here it leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }
  return {
    dialect: 'postgres',
    rows: async (compiled, values) => (await query(compiled, values)).rows,
    changes: async (compiled, values) => (await query(compiled, values)).rowCount ?? 0,
  }
}

/**
 * Pipelining: the statements that are sent in one turn of the event loop leave in one write. One write for each would
 * wake PostgreSQL for each.
 */
function gather({ connection }: Client): void {
  if (!connection || connection.stream.writableCorked > 0) return
  const { stream } = connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** As client.query() does with an object, without its copy of that object, which costs more than the rest of it. */
function send(client: Client, sql: string, values: SqlValue[], name: string | undefined) {
  gather(client)
  return new Promise<pg.ResultBuilder>((resolve, reject) => {
    const query = new pg.Query(sql, values, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    client.query(Object.assign(query, { name }))
  })
}

const names = new Map<string, string>()

function nameOf(sql: string): string {
  const existing = names.get(sql)
  if (existing) return existing
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

const KINDS: readonly (readonly [states: RegExp, kind: DatabaseErrorKind])[] = [
  // unique_violation, serialization_failure, deadlock_detected, lock_not_available
  [/^(23505|40001|40P01|55P03)$/, 'conflict'],
  // connection, resources (a full disk is 53100), operator intervention, system, idle timeout, read-only standby; and a
  // table that is not there, while a backup is restored beneath us
  [/^(08|53|57|58|25P03|25006|42P01$)/, 'unavailable'],
  // data_corrupted, index_corrupted
  [/^XX00[12]$/, 'damaged'],
]

/** io_error; internal_error, which a garbled page is called that has no checksum. */
const DOUBTS: readonly unknown[] = ['58030', 'XX000']

/** By chance, or because something is damaged: an examination tells. */
export function isPostgresDoubt(error: unknown): boolean {
  return error instanceof pg.DatabaseError && DOUBTS.includes(error.code)
}

/** Means that nobody answers, as Node.js says it. */
const UNREACHABLE = /^E(?!RR_)[A-Z_]+$/

export function postgresErrorKind(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'mistake'
  if (error instanceof UnsafeServer) return 'unavailable'
  // 'undefined' where there is none, which is no state and no name of an error.
  const code = String((error as { code?: unknown }).code)
  if (error instanceof pg.DatabaseError)
    return KINDS.find(([states]) => states.test(code))?.[1] ?? 'mistake'
  // A certificate's file that is not there does not come by itself.
  if ('syscall' in error && error.syscall === 'open') return 'mistake'
  const lost =
    UNREACHABLE.test(code) ||
    /^(Connection terminated|Query read timeout|timeout e)/.test(error.message)
  return lost ? 'unavailable' : 'mistake'
}
