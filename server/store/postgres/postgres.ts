/** PostgreSQL: two pipelined connections that write, a few that read; all come back when the server does. */

import pg from 'pg'
import { once } from '#domain/memoise.ts'
import { createDamageWatch, type DamageWatch, rowMark } from '../damage.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { migrate, requireCurrentSchema } from '../migrate.ts'
import { PROCESS_NAME } from '../migrations/migrations.ts'
import { examinePostgres } from '../postgres-examination.ts'
import { createCheck } from '../readiness-check.ts'
import { createGroupCommit } from '../transactions.ts'
import { type Hosts, standbyUrls, writableUrls } from './failover.ts'
import { createReaders, createReads, createStandbyReads, openStandby } from './readers.ts'
import {
  createSafetyCheck,
  refuseOtherSchema,
  refuseUnfitPooler,
  type SafetyCheck,
  STATEMENT_MS,
  UnsafeServer,
} from './safety.ts'
import { createPostgresSession, isPostgresIoError, postgresErrorKind } from './session.ts'

const CONNECT_MS = 3000
const START_MS = 15_000
/** One is at work while the other one's commit is under way; a third gained nothing (harness/bench/README.md). */
const WRITERS = 2

export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const hosts = hostsIn(url, writableUrls)
  const config = clientConfig()
  const safety = createSafetyCheck()
  await prepare(config, hosts, safety, options)
  const check = withSchema(safety)
  const sessions = createWriters(config, hosts, check)
  const readers = createReaders(config, hosts, check)
  const { readUrl } = options
  const standby = readUrl
    ? await openStandby(config, hostsIn(readUrl, standbyUrls), readers)
    : undefined
  const group = createGroupCommit(sessions, options)
  const current = () => ({ ...config, connectionString: hosts.urls[hosts.current] })
  const watch = watchFor(group.atomic, current, options)
  // PostgreSQL has checksums of its own: a start reads all of it only where damage was met before.
  if (options.onlyServer) watch.begin('trust')

  const read = createReads(readers)
  const browse = standby ? createStandbyReads(readers, standby, options.onDamage) : read

  return {
    atomic: (work) => group.atomic(work).catch(watch.rethrow),
    read: (work) => read(work).catch(watch.rethrow),
    browse: (work) => browse(work).catch(watch.rethrow),
    scrub: (signal) => scrubPostgres(current(), signal).catch(watch.rethrow),
    // The mark of damage is read in a transaction that changes nothing, and whose commit writes to the log all the
    // same; a row of its own would be one that all processes wait for.
    check: createCheck(watch.refuse),
    backup: () => Promise.reject(new Error('on PostgreSQL, use pg_basebackup or pg_dump')),
    examine: watch.examine,
    close: once(async () => {
      watch.close()
      await group.drain()
      await Promise.all([
        ...sessions.map((session) => session.end()),
        readers.end(),
        standby?.end(),
      ])
    }),
  }
}

/** They know each other's tables: a restore is noticed by both. */
function createWriters(config: pg.ClientConfig, hosts: Hosts, check: SafetyCheck) {
  const known = {}
  return Array.from({ length: WRITERS }, () => createPostgresSession(config, hosts, check, known))
}

function withSchema(safety: SafetyCheck): SafetyCheck {
  return async (client) => {
    const backend = await safety(client)
    await refuseOtherSchema(client)
    return backend
  }
}

function clientConfig(): pg.ClientConfig {
  return {
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: PROCESS_NAME,
    types: { getTypeParser: numbersAsNumbers },
    pipeline: true,
  }
}

function watchFor(
  atomic: Database['atomic'],
  current: () => pg.ClientConfig,
  { onDamage = () => {} }: DatabaseOptions,
): DamageWatch {
  return createDamageWatch({
    mark: rowMark(atomic),
    examine: (depth, signal) => examinePostgres(current(), depth, signal),
    isDamage: (error) => postgresErrorKind(error) === 'damaged',
    isIoError: isPostgresIoError,
    onDamage,
  })
}

function hostsIn(url: string, urlsOf: (url: string) => string[] | undefined): Hosts {
  const urls = urlsOf(url)
  if (!urls)
    throw new RangeError(
      'a URL that is not PostgreSQL, or whose sslmode or target_session_attrs is not supported',
    )
  return { urls, current: 0 }
}

/** Waits for the server and brings the schema up to date, which may take its time, or refuses another one. */
async function prepare(
  config: pg.ClientConfig,
  hosts: Hosts,
  check: SafetyCheck,
  { asIs, patienceMs = START_MS }: DatabaseOptions,
): Promise<void> {
  const patient = { ...config, query_timeout: 0 }
  const session = createPostgresSession(patient, hosts, check)
  try {
    await started(session.connect, patienceMs)
    await refuseUnfitPooler({ ...config, connectionString: hosts.urls[hosts.current] })
    await (asIs ? requireCurrentSchema : migrate)(session)
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

// PostgreSQL keeps deleted rows in their pages, and their bytes even after VACUUM: only a rewritten table has none.

/** The tables that hold what an applicant or staff wrote. */
const TABLES = [
  'applications',
  'facilities',
  'history',
  'outbox',
  'search_texts',
  'search_grams',
] as const
/** A table that is in use for longer, as by a dump, is left for another time: whoever comes later would wait behind us. */
const LOCK_TIMEOUT = '2s'

/** Rewrites the tables with their indexes; while one is rewritten, calls that need it wait. Throws where one is in use. */
async function scrubPostgres(config: pg.ClientConfig, signal?: AbortSignal): Promise<void> {
  // With a pipeline its end would wait for the answer.
  const client = new pg.Client({
    ...config,
    query_timeout: 0,
    statement_timeout: 0,
    pipeline: false,
  })
  client.on('error', () => {})
  const skipped: string[] = []
  client.on('notice', ({ message = '' }) => skipped.push(message))
  await client.connect()
  // Not before: a client that is ended while it connects never says so.
  const leave = () => void client.end()
  signal?.addEventListener('abort', leave)
  try {
    if (signal?.aborted) return
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const table of TABLES) await client.query(`vacuum (full) ${table}`)
    await client.query('reset lock_timeout')
    // It is no error for PostgreSQL that a role may not do it.
    if (skipped.length > 0) throw new Error(skipped.join('; '))
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    await client.end()
  }
}
