/** PostgreSQL: one pipelined connection that writes, a few that read; both come back when the server does. */
import pg from 'pg'
import { createCheck } from './check.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { migrate } from './migrate.ts'
import { postgresErrorKind } from './postgres-errors.ts'
import { executorOf } from './postgres-executor.ts'
import { type Backend, createSafetyCheck, UnsafeServer } from './postgres-safety.ts'
import { createPostgresSession } from './postgres-session.ts'
import { scrubPostgres } from './scrub-postgres.ts'
import { once, unavailable } from './session.ts'
import { createTransaction } from './transaction.ts'

const CONNECT_MS = 3000
const START_MS = 15_000
/** A database that does not answer for this long counts as gone. */
const SILENCE_MS = 5000
const READERS = 4

type SafetyCheck = (client: pg.ClientBase) => Promise<Backend>

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
  const check = createSafetyCheck()
  await prepare({ ...config, query_timeout: 0, statement_timeout: 0 }, check)
  const session = createPostgresSession(config, check)
  const readers = createReaders(config, check)
  const group = createGroupCommit(session, options)

  return {
    atomic: group.atomic,
    read: createReads(readers),
    check: createCheck(group),
    scrub: () => scrubPostgres(config),
    backup: () => Promise.reject(new Error('on PostgreSQL, use pg_basebackup or pg_dump')),
    close: once(async () => {
      await group.drain()
      await Promise.all([session.end(), readers.end()])
    }),
  }
}

/** Waits for the server and brings the schema up to date, which may take its time. */
async function prepare(config: pg.ClientConfig, check: SafetyCheck): Promise<void> {
  const session = createPostgresSession(config, check)
  try {
    await started(session.connect)
    await migrate(session)
  } finally {
    await session.end()
  }
}

async function started(connect: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      const mayPass =
        error instanceof UnsafeServer ? error.mayPass : postgresErrorKind(error) !== 'mistake'
      if (!mayPass || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

function createReaders(config: pg.ClientConfig, check: SafetyCheck): pg.Pool {
  const readers = new pg.Pool({
    ...config,
    max: READERS,
    verify: (client, done) => {
      check(client).then(() => done(), done)
    },
  })
  // A reader that dies while idle is replaced when it is next needed.
  readers.on('error', () => {})
  // One that dies at work fails its queries; the pool listens to idle ones alone.
  readers.on('connect', (reader) => reader.on('error', () => {}))
  return readers
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
      throw postgresErrorKind(error) === 'mistake' ? error : unavailable(error)
    }
  }
}

/** bigint and numeric come as numbers, as SQLite gives them; no count or instant here is near 2^53. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  const { INT8, NUMERIC } = pg.types.builtins
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format ?? 'text')
}
