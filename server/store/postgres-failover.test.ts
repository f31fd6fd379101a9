/** Several hosts in one URL, a real standby that is read and promoted, and a server that hangs. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { storedFacts, storeFact } from '../testing/facts.ts'
import { administer, type Cluster } from '../testing/postgres.ts'
import { startInMemory } from '../testing/postgres-of-run.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { createConnection, writableUrls } from './postgres/failover.ts'
import { createSafetyCheck } from './postgres/safety.ts'
import { query } from './statement.ts'

const UNAVAILABLE = { code: 'unavailable', status: 503 }

async function startPair() {
  const { primary, schema } = await startAlone()
  const standby = await primary.standby()
  onTestFinished(() => standby.remove())
  return { primary, standby, schema }
}

async function startAlone() {
  const primary = await startInMemory()
  onTestFinished(() => primary.remove())
  return { primary, schema: schemaOf(await primary.createDatabase()) }
}

function schemaOf(url: string): string {
  return /search_path%3D(\w+)/.exec(url)?.[1] ?? ''
}

/** One URL of both, as libpq has it. */
function urlOfBoth(first: Cluster, second: Cluster, schema: string): string {
  const folders = [first, second].map((each) => /host=([^&]+)/.exec(each.addressOf(schema))?.[1])
  return first
    .addressOf(schema)
    .replace(/host=[^&]+/, `host=${folders.join(',')}&target_session_attrs=read-write`)
}

async function open(url: string, readUrl?: string): Promise<Database> {
  const onFatal = (error: unknown) => {
    throw error
  }
  const database = await openDatabase(url, { onFatal, ...(readUrl && { readUrl }) })
  onTestFinished(() => database.close())
  return database
}

const IS_STANDBY = query((db) =>
  db.selectNoFrom(sql<boolean>`pg_is_in_recovery()`.as('is_standby')),
)
const readsStandby = async (database: Database) =>
  (await database.browse((tx) => tx.all(IS_STANDBY)))[0]?.is_standby

const factNames = query((db) =>
  db.selectFrom('facts').select('name').where('name', '<>', 'last_check').orderBy('name'),
)
const browsed = async (database: Database) =>
  (await database.browse((tx) => tx.all(factNames))).map(({ name }) => name)

test('the host that takes writes is found wherever it stands, and again after a promotion', async () => {
  const { primary, standby, schema } = await startPair()
  const database = await open(urlOfBoth(standby, primary, schema))
  await storeFact(database, 'before')
  expect(await storedFacts(database)).toEqual(['before'])
  await setTimeout(300)
  await primary.stop('fast')
  await expect(storeFact(database, 'nobody writes')).rejects.toMatchObject(UNAVAILABLE)
  const waiting = open(standby.addressOf(schema))
  await setTimeout(100)
  await standby.promote()
  await storeFact(database, 'later')
  expect(await storedFacts(database)).toEqual(['before', 'later'])
  expect(await storedFacts(await waiting)).toEqual(['before', 'later'])
}, 60_000)

test('of two hosts that take writes, the one that was promoted is the primary, for readers too', async () => {
  const { primary, standby, schema } = await startPair()
  const database = await open(urlOfBoth(primary, standby, schema))
  await storeFact(database, 'before')
  expect(await storedFacts(database)).toEqual(['before'])
  await setTimeout(300)
  await standby.promote()
  // The writer loses its connection; readers keep theirs, to what is the primary no more.
  await administer(primary, `${ENDS_OTHERS} and query = 'commit'`)
  await storeFact(database, 'here').catch(() => storeFact(database, 'here'))
  expect(await storedFacts(database)).toEqual(['before', 'here'])

  const urls = writableUrls(urlOfBoth(primary, standby, schema)) ?? []
  const connection = createConnection({}, { urls, current: 0 }, createSafetyCheck(), () => {})
  const first = await connection.open()
  onTestFinished(() => connection.end())
  const { rows } = await first.query('select substr(pg_walfile_name(pg_current_wal_lsn()), 8, 1)')
  expect(rows).toEqual([{ substr: '2' }])
}, 60_000)

test('lists come from the standby and lack nothing; without it they come from the primary', async () => {
  const { primary, standby, schema } = await startPair()
  const database = await open(primary.addressOf(schema), standby.addressOf(schema))
  for (let i = 0; i < 20; i++) {
    await storeFact(database, `n${i}`)
    expect(await browsed(database)).toContain(`n${i}`)
  }
  // A mistake is none of the standby's.
  const mistake = database.browse(() => Promise.reject(new RangeError('off')))
  await expect(mistake).rejects.toThrow(RangeError)
  expect(await readsStandby(database)).toBe(true)
  // Of two hosts the one that is the standby.
  const both = urlOfBoth(primary, standby, schema).replace('read-write', 'prefer-standby')
  const either = await open(primary.addressOf(schema), both)
  expect(await readsStandby(either)).toBe(true)
  // It answers, and follows no more.
  const paused = await open(primary.addressOf(schema), standby.addressOf(schema))
  await administer(standby, 'select pg_wal_replay_pause()')
  await storeFact(paused, 'unseen by the standby')
  expect(await browsed(paused)).toContain('unseen by the standby')
  expect(await readsStandby(paused)).toBe(false)
  await administer(standby, 'select pg_wal_replay_resume()')
  // Each try takes a moment: it is left alone for a while.
  expect(await readsStandby(paused)).toBe(false)
  // It is a server of its own by now, with rows of its own.
  expect(await readsStandby(database)).toBe(true)
  await standby.promote()
  await administer(standby, `insert into ${schema}.facts values ('foreign', '')`)
  expect(await browsed(database)).not.toContain('foreign')
  const parted = await open(primary.addressOf(schema), standby.addressOf(schema))
  await storeFact(parted, 'after')
  expect(await browsed(parted)).toContain('after')
  await standby.stop('immediate')
  await storeFact(database, 'z')
  expect(await browsed(database)).toContain('z')
}, 60_000)

test('a standby of another server is refused at the start', async () => {
  const { primary, schema } = await startAlone()
  const other = await startInMemory()
  onTestFinished(() => other.remove())
  await expect(open(primary.addressOf(schema), other.addressOf('public'))).rejects.toThrow(
    'standby of another server',
  )
}, 60_000)

test('a database without the schema is not written to, wherever a connection leads', async () => {
  const { primary, schema } = await startAlone()
  const database = await open(primary.addressOf(schema))
  await storeFact(database, 'before')
  const emptied = [`alter schema ${schema} rename to away`, `create schema ${schema}`]
  await administer(primary, ...emptied, ENDS_OTHERS)
  await expect(storeFact(database, 'elsewhere')).rejects.toMatchObject(UNAVAILABLE)
  await administer(primary, `drop schema ${schema}`, `alter schema away rename to ${schema}`)
  await storeFact(database, 'z-back')
  expect(await storedFacts(database)).toEqual(['before', 'z-back'])
}, 60_000)

const ENDS_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'moushikomi %' and pid <> pg_backend_pid()`
