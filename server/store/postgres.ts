/** PostgreSQL: two pipelined connections that write, a few that read; all come back when the server does. */
import pg from 'pg'
import { once } from '../once.ts'
import { createCheck } from './check.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Database, DatabaseOptions } from './interface.ts'
import { migrate } from './migrate.ts'
import { postgresErrorKind } from './postgres-errors.ts'
import { type Hosts, standbyUrls, writableUrls } from './postgres-hosts.ts'
import { refuseUnfitPooler } from './postgres-pooler.ts'
import { createReaders, createReads, createStandbyReads, openStandby } from './postgres-readers.ts'
import {
  createSafetyCheck,
  refuseOtherSchema,
  type SafetyCheck,
  STATEMENT_MS,
  UnsafeServer,
} from './postgres-safety.ts'
import { createPostgresSession } from './postgres-session.ts'
import { scrubPostgres } from './scrub-postgres.ts'

const CONNECT_MS = 3000
const START_MS = 15_000
/** One is at work while the other one's commit is under way; a third gained nothing (bench/README.md). */
const WRITERS = 2

export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const hosts = hostsIn(url, writableUrls)
  const config: pg.ClientConfig = {
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'moushikomi',
    types: { getTypeParser: numbersAsNumbers },
    pipeline: true,
  }
  const safety = createSafetyCheck()
  await prepare(config, hosts, safety, options.patienceMs ?? START_MS)
  const check: SafetyCheck = async (client) => {
    const backend = await safety(client)
    await refuseOtherSchema(client)
    return backend
  }
  const sessions = Array.from({ length: WRITERS }, () =>
    createPostgresSession(config, hosts, check),
  )
  const readers = createReaders(config, hosts, check)
  const { readUrl } = options
  const standby = readUrl
    ? await openStandby(config, hostsIn(readUrl, standbyUrls), readers)
    : undefined
  const group = createGroupCommit(sessions, options)

  return {
    atomic: group.atomic,
    read: createReads(readers),
    browse: standby ? createStandbyReads(readers, standby) : createReads(readers),
    // A commit of nothing writes to the log; a row would be one that all processes wait for.
    check: createCheck(() => group.atomic(async () => {})),
    scrub: () => scrubPostgres({ ...config, connectionString: hosts.urls[hosts.current] }),
    backup: () => Promise.reject(new Error('on PostgreSQL, use pg_basebackup or pg_dump')),
    close: once(async () => {
      await group.drain()
      await Promise.all([
        ...sessions.map((session) => session.end()),
        readers.end(),
        standby?.end(),
      ])
    }),
  }
}

function hostsIn(url: string, urlsOf: (url: string) => string[] | undefined): Hosts {
  const urls = urlsOf(url)
  if (!urls)
    throw new RangeError(
      'a URL that is not PostgreSQL, or whose sslmode or target_session_attrs is not supported',
    )
  return { urls, current: 0 }
}

/** Waits for the server and brings the schema up to date, which may take its time. */
async function prepare(
  config: pg.ClientConfig,
  hosts: Hosts,
  check: SafetyCheck,
  patienceMs: number,
): Promise<void> {
  const patient = { ...config, query_timeout: 0 }
  const session = createPostgresSession(patient, hosts, check)
  try {
    await started(session.connect, patienceMs)
    await refuseUnfitPooler({ ...config, connectionString: hosts.urls[hosts.current] })
    await migrate(session)
  } finally {
    await session.end()
  }
}

async function started(connect: () => Promise<void>, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
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

/** bigint and numeric come as numbers, as SQLite gives them; no count or instant here is near 2^53. */
const numbersAsNumbers: typeof pg.types.getTypeParser = (oid, ...format) => {
  const { INT8, NUMERIC } = pg.types.builtins
  return oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, ...format)
}
