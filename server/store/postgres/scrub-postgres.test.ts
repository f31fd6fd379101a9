import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase, openForTest } from '../../testing/databases.ts'
import { rowsOf } from '../../testing/raw-sql.ts'

const FILES = `select relname as name, relfilenode as file from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`

async function setUp() {
  const url = await emptyDatabase('postgres')
  const database = await openForTest(url)
  return {
    url,
    database,
    filesOf: async () => new Map((await rowsOf(url, FILES)).map(({ name, file }) => [name, file])),
  }
}

test('each table that holds what people wrote is rewritten, and no other; its connection is closed', async () => {
  const { url, database, filesOf } = await setUp()
  const connections = `select pid from pg_stat_activity
    where datname = current_database() and query = 'reset lock_timeout'`
  const before = await filesOf()
  await database.scrub()
  const after = await filesOf()
  const rewritten = [...before].filter(([name, file]) => after.get(name) !== file)
  expect(rewritten.map(([name]) => name).toSorted()).toEqual([
    'applications',
    'facilities',
    'history',
    'outbox',
    'search_grams',
    'search_texts',
  ])
  await vi.waitFor(async () => expect(await rowsOf(url, connections)).toEqual([]), 20_000)
})

test('a table that is in use for longer than two seconds is left for another time', async () => {
  const { url, database } = await setUp()
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; lock table history in access share mode')
  const began = performance.now()
  await expect(database.scrub()).rejects.toThrow('lock timeout')
  expect(performance.now() - began).toBeGreaterThan(1900)
  await reader.query('commit')
  await database.scrub()
})

test('a stop waits for no table: what PostgreSQL is at ends without us, and no other is begun', async () => {
  const { url, database, filesOf } = await setUp()
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; lock table history in access share mode')
  const first = await filesOf()
  const waiting = () =>
    rowsOf(
      url,
      `select pid from pg_stat_activity
        where datname = current_database() and query = 'vacuum (full) history'`,
    )
  const gone = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), 20_000)
  // While it connects, which takes longer than this turn.
  const early = new AbortController()
  const connecting = database.scrub(early.signal)
  early.abort()
  await connecting
  expect(await filesOf()).toEqual(first)
  const stopped = async () => {
    await gone()
    const stopping = new AbortController()
    const scrubbing = database.scrub(stopping.signal)
    scrubbing.catch(() => {})
    while ((await waiting()).length === 0) await Promise.race([scrubbing, setTimeout(10)])
    stopping.abort()
    await scrubbing
    expect(await waiting()).toHaveLength(1)
  }
  // Where this process is slow PostgreSQL gives the table up first.
  await vi.waitFor(stopped, 20_000)
  const before = await filesOf()
  await reader.query('commit')
  await gone()
  const after = await filesOf()
  expect(after.get('outbox')).toBe(before.get('outbox'))
})
