/** PostgreSQL: pipelined connections that write, two for shared commits and two for tasks alone, and a few that read; all come back when the server does. */

import pg from 'pg'
import { once } from '#domain/memoise.ts'
import { createDamageWatch, type DamageWatch, rowMark } from '../damage.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { openSchema } from '../migrate.ts'
import { examinePostgres } from '../postgres-examination.ts'
import { PROCESS_NAME } from '../queries/known-statuses.ts'
import { createCheck } from '../readiness-check.ts'
import { createTransactions } from '../transactions.ts'
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
import { rewritableTables, vacuum } from './scrub.ts'
import { createPostgresSession, isPostgresDoubt, postgresErrorKind } from './session.ts'

const CONNECT_MS = 3000
const START_MS = 15_000
/** One is at work while the other one's commit is under way; a third gained nothing (harness/bench/README.md). */
const SHARED_WRITERS = 2
/** For tasks alone in their transaction, which may wait for a lock: one may, and another one is free. */
const OWN_WRITERS = 2

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
  const transactions = createTransactions(
    { shared: sessions.slice(0, SHARED_WRITERS), own: sessions.slice(SHARED_WRITERS) },
    options,
  )
  const current = () => ({ ...config, connectionString: hosts.urls[hosts.current] })
  const watch = watchFor(transactions.atomic, current, options)
  // PostgreSQL has checksums of its own: a start reads all of it only where damage was met before.
  if (options.onlyServer) watch.begin('trust')

  const read = createReads(readers)
  const browse = standby ? createStandbyReads(readers, standby, options.onDamage) : read

  return {
    atomic: (work) => transactions.atomic(work).catch(watch.rethrow),
    alone: (work) => transactions.alone(work).catch(watch.rethrow),
    read: (work) => read(work).catch(watch.rethrow),
    browse: (work) => browse(work).catch(watch.rethrow),
    scrub: (signal) => vacuum(current(), signal).catch(watch.rethrow),
    rewritable: () => rewritableTables(current()).catch(watch.rethrow),
    // The mark of damage is read in a transaction that changes nothing, and whose commit writes to the log all the
    // same; a row of its own would be one that all processes wait for.
    check: createCheck(watch.refuse),
    backup: () => Promise.reject(new Error('on PostgreSQL, use pg_basebackup or pg_dump')),
    examine: watch.examine,
    close: once(async () => {
      watch.close()
      await transactions.drain()
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
  return Array.from({ length: SHARED_WRITERS + OWN_WRITERS }, () =>
    createPostgresSession(config, hosts, check, known),
  )
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
    isIoError: isPostgresDoubt,
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
    await openSchema(session, { asIs })
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
