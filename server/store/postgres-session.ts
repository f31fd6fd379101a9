/** Transactions on a connection to PostgreSQL that writes, whose statements are pipelined. */
import type pg from 'pg'
import type { SchemaSession } from './migrate.ts'
import type { TableChange } from './migration.ts'
import { createConnection } from './postgres-connection.ts'
import { postgresErrorKind } from './postgres-errors.ts'
import { executorOf, gather } from './postgres-executor.ts'
import type { Hosts } from './postgres-hosts.ts'
import {
  refuseUnsafe,
  type SafetyCheck,
  SECURE_TRANSACTION,
  type Settings,
  UnsafeServer,
  WRITE_TO_LOG,
} from './postgres-safety.ts'
import { createTransaction } from './transaction.ts'

/** In a shared commit another process's commit is awaited this long; then the task steps back and comes again alone. */
const LOCK_MS = { shared: 20, alone: 2000 }
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
): PostgresSession {
  let open = false
  const connection = createConnection(config, hosts, check, () => {
    open = false
  })
  const executor = executorOf(connection.current)
  const control = createControlStatements(connection.current)
  /** The settings under which the transaction runs. */
  let settings: Promise<Settings> = Promise.resolve({})

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
    async begin(alone) {
      await connection.open()
      open = true
      settings = control.begin(alone ? LOCK_MS.alone : LOCK_MS.shared)
      settings.catch(() => {})
    },
    ...control.savepoints,
    async commit(hasWrites) {
      try {
        refuseUnsafe(await settings)
        await control.commit(hasWrites)
      } catch (error) {
        if (error instanceof UnsafeServer) connection.drop()
        throw error
      }
      open = false
    },
    async rollback() {
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
        `begin; set local lock_timeout = ${lockMs}; ${SECURE_TRANSACTION}`,
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
