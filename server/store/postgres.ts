/** PostgreSQL: one pipelined connection that writes in groups, a few that read; both come back when the server does. */
import pg from 'pg'
import { createCheck } from './check.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { migrate, type SchemaSession } from './migrate.ts'
import { type DatabaseErrorKind, once, unavailable } from './session.ts'
import type { Compiled, SqlValue } from './statement.ts'
import { createTransaction, type Executor } from './transaction.ts'

const CONNECT_MS = 3000
const START_MS = 15_000
/** A database that does not answer for this long counts as gone. */
const SILENCE_MS = 5000
/** In a group another process's commit is awaited this long; then the unit steps back and comes again alone. */
const LOCK_MS = { shared: 20, alone: 2000 }
const READERS = 4

export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const config: pg.ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    statement_timeout: SILENCE_MS,
    idle_in_transaction_session_timeout: 2 * SILENCE_MS,
    keepAlive: true,
    application_name: 'moushikomi',
    types: { getTypeParser: numbersAsNumbers },
    pipeline: true,
  }
  await prepare({ ...config, query_timeout: 0, statement_timeout: 0 })
  const session = createSession(config)
  const readers = new pg.Pool({ ...config, max: READERS })
  // A reader that dies while idle is replaced when it is next needed.
  readers.on('error', () => {})
  // One that dies at work fails its queries; the pool listens to idle ones alone.
  readers.on('connect', (reader) => reader.on('error', () => {}))
  const group = createGroupCommit(session, options)

  return {
    atomic: group.atomic,
    read: createReads(readers),
    check: createCheck(group, () => true),
    backup: () => Promise.reject(new Error('on PostgreSQL, use pg_basebackup or pg_dump')),
    close: once(async () => {
      await group.drain()
      await Promise.all([session.end(), readers.end()])
    }),
  }
}

/** Waits for the server, looks at its settings and brings the schema up to date, which may take its time. */
async function prepare(config: pg.ClientConfig): Promise<void> {
  const session = createSession(config)
  try {
    await started(session.connect)
    await refuseUnsafeSettings(session)
    await migrate(session)
  } finally {
    await session.end()
  }
}

type PostgresSession = SchemaSession & {
  connect(): Promise<void>
  /** The values of settings, by name. */
  settings(names: readonly string[]): Promise<Record<string, string>>
  end(): Promise<void>
}

function createSession(config: pg.ClientConfig): PostgresSession {
  let client: pg.Client | undefined
  let inTransaction = false
  /** What went wrong with a statement that nobody waits for. */
  let unseen: unknown

  const connected = async (): Promise<pg.Client> => {
    if (client) return client
    const fresh = new pg.Client(config)
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    await fresh.connect()
    client = fresh
    return fresh
  }
  const lose = (lost: pg.Client) => {
    if (client !== lost) return
    client = undefined
    inTransaction = false
  }
  const present = (): pg.Client => {
    if (!client) throw unavailable(new Error('the connection to the database is lost'))
    return client
  }
  const later = (sql: string) => {
    present()
      .query(sql)
      .catch((error: unknown) => {
        unseen ??= error
      })
  }

  const executor = executorOf(present)

  return {
    dialect: executor.dialect,
    pipelined: true,
    get inTransaction() {
      return inTransaction
    },
    transaction: (trace) => createTransaction(executor, trace),
    async connect() {
      await connected()
    },
    async begin(alone) {
      await connected()
      unseen = undefined
      inTransaction = true
      later(`begin; set local lock_timeout = ${alone ? LOCK_MS.alone : LOCK_MS.shared}`)
    },
    savepoint: () => later('savepoint unit'),
    release: () => later('release unit'),
    rollbackToSavepoint: () => later('rollback to unit; release unit'),
    async commit() {
      const { command } = await present().query('commit')
      inTransaction = false
      // A transaction that has failed answers COMMIT with ROLLBACK, and no error.
      if (unseen !== undefined || command !== 'COMMIT')
        throw unseen ?? new Error('the transaction was rolled back')
    },
    async rollback() {
      if (!inTransaction || !client) return
      inTransaction = false
      await client.query('rollback').catch(() => {})
    },
    errorKind: troubleOf,
    async execute(sql) {
      await present().query(sql)
    },
    async changeTable({ postgres }) {
      await present().query(postgres)
    },
    // PostgreSQL holds its constraints at every statement.
    checkReferences: async () => {},
    async lockSchema() {
      await present().query(
        `set local lock_timeout = 0; select pg_advisory_xact_lock(${SCHEMA_LOCK})`,
      )
    },
    async settings(settings) {
      const columns = settings.map((name) => `current_setting('${name}') as ${name}`)
      return (await present().query(`select ${columns.join(', ')}`)).rows[0]
    },
    async end() {
      await client?.end()
    },
  }
}

/** Any number, the same in every version of this program. */
const SCHEMA_LOCK = 6_047_215_883

function executorOf(clientOf: () => pg.ClientBase): Executor {
  const query = (compiled: Compiled, values: SqlValue[]) =>
    clientOf().query({
      ...(compiled.keep && { name: nameOf(compiled.sql) }),
      text: compiled.sql,
      values,
    })
  return {
    dialect: 'postgres',
    rows: async (compiled, values) => (await query(compiled, values)).rows,
    changes: async (compiled, values) => (await query(compiled, values)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

/** A short name for a statement that the server keeps parsed. */
function nameOf(sql: string): string {
  const known = names.get(sql)
  if (known) return known
  const name = `s${names.size}`
  names.set(sql, name)
  return name
}

function createReads(pool: pg.Pool): Database['read'] {
  return async (work) => {
    try {
      const client = await pool.connect()
      try {
        await client.query('begin isolation level repeatable read read only')
        return await work(createTransaction(executorOf(() => client)))
      } finally {
        const ended = await client.query('rollback').then(
          () => true,
          () => false,
        )
        client.release(!ended)
      }
    } catch (error) {
      throw troubleOf(error) === 'mistake' ? error : unavailable(error)
    }
  }
}

async function started(connect: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (performance.now() > deadline || troubleOf(error) === 'mistake') throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

const SAFE: Readonly<Record<string, readonly string[]>> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
  server_encoding: ['UTF8'],
}

/** A 200 means that it is on disk: a server that is told otherwise is not used. */
async function refuseUnsafeSettings(session: PostgresSession): Promise<void> {
  const settings = await session.settings(Object.keys(SAFE))
  for (const [name, values] of Object.entries(SAFE))
    if (!values.includes(settings[name] ?? ''))
      throw new Error(
        `PostgreSQL has ${name} = ${settings[name]}; it must be ${values.join(' or ')}`,
      )
}

const TROUBLE: readonly (readonly [states: RegExp, errorKind: DatabaseErrorKind])[] = [
  // unique_violation, serialization_failure, deadlock_detected, lock_not_available
  [/^(23505|40001|40P01|55P03)$/, 'conflict'],
  // connection, resources (a full disk is 53100), operator intervention, system, idle timeout, read-only standby
  [/^(08|53|57|58|25P03|25006)/, 'unavailable'],
]

/** Means that nobody answers, as Node.js says it. */
const UNREACHABLE = /^E(?!RR_)[A-Z_]+$/

function troubleOf(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'mistake'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof pg.DatabaseError)
    return TROUBLE.find(([states]) => states.test(code))?.[1] ?? 'mistake'
  const lost =
    UNREACHABLE.test(code) ||
    /^(Connection terminated|Query read timeout|timeout e)/.test(error.message)
  return lost ? 'unavailable' : 'mistake'
}

/** bigint and numeric come as numbers, as SQLite gives them; no count or instant here is near 2^53. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  const { INT8, NUMERIC } = pg.types.builtins
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format ?? 'text')
}
