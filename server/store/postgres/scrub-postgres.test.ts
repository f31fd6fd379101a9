import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase, openForTest } from '../../testing/databases.ts'
import { rowsOf, runSql } from '../../testing/raw-sql.ts'

/** What belongs to an application, and what is searched: the catalogue knows. */
const PERSONAL = `select c.relname as name, c.relfilenode as file,
    pg_stat_get_vacuum_count(c.oid)::int as times
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and (c.relname = 'applications' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'application'))
  order by 1`

async function setUp() {
  const url = await emptyDatabase('postgres')
  const database = await openForTest(url)
  const found = () => rowsOf(url, PERSONAL)
  return { url, database, found }
}

/** Somebody who works with a table, as a dump does for minutes. */
async function reading(url: string, table: string): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query(`begin; lock table ${table} in access share mode`)
  return reader
}

test('each table that belongs to an application is vacuumed while it is read, and none is rewritten; the connection is closed', async () => {
  const { url, database, found } = await setUp()
  const before = await found()
  expect(before.length).toBeGreaterThan(10)
  const reader = await reading(url, 'applications')
  expect(await database.scrub()).toBe(true)
  await reader.query('commit')
  await vi.waitFor(async () => {
    const after = await found()
    expect(after.map(({ name, file }) => [name, file])).toEqual(
      before.map(({ name, file }) => [name, file]),
    )
    expect(after.filter(({ times }) => times === 0)).toEqual([])
  }, 10_000)
  const connections = `select pid from pg_stat_activity
    where datname = current_database() and query like 'vacuum%'`
  await vi.waitFor(async () => expect(await rowsOf(url, connections)).toEqual([]), 20_000)
})

test('a file keeps its length, for its end is cut off under an exclusive lock', async () => {
  const { url, database } = await setUp()
  await runSql(
    url,
    "insert into search_texts select n, 'a' || n, 'text' from generate_series(1, 20000) n",
  )
  await runSql(url, 'delete from search_texts')
  const length = () => rowsOf(url, "select pg_relation_size('search_texts') as bytes")
  const before = await length()
  expect(await database.scrub()).toBe(true)
  expect(await length()).toEqual(before)
})

test('each of these tables can be rewritten; one that is in use for longer than two seconds is left', async () => {
  const { url, database, found } = await setUp()
  const before = await found()
  const tables = await database.rewritable()
  expect(tables.map(({ name }) => name).toSorted()).toEqual(before.map(({ name }) => name))
  for (const { rewrite } of tables) expect(await rewrite()).toBe(true)
  const after = new Map((await found()).map(({ name, file }) => [name, file]))
  expect(before.filter(({ name, file }) => after.get(name) === file)).toEqual([])

  const reader = await reading(url, 'history')
  const history = tables.find(({ name }) => name === 'history')
  const began = performance.now()
  await expect(history?.rewrite()).rejects.toThrow('lock timeout')
  expect(performance.now() - began).toBeGreaterThan(1900)
  await reader.query('commit')
})

test('a stop waits for no table: what PostgreSQL is at ends without us', async () => {
  const { url, database, found } = await setUp()
  const times = async () => (await found()).map(({ times }) => times)
  const first = await times()
  // While it connects, which takes longer than this turn.
  const early = new AbortController()
  const connecting = database.scrub(early.signal)
  early.abort()
  expect(await connecting).toBe(false)
  expect(await times()).toEqual(first)

  // Another maintenance holds the first table.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('begin; lock table applications in share update exclusive mode')
  const waiting = () =>
    rowsOf(
      url,
      `select pid from pg_stat_activity
        where datname = current_database() and query like 'vacuum%'`,
    )
  const stopped = async () => {
    const stopping = new AbortController()
    const scrubbing = database.scrub(stopping.signal)
    scrubbing.catch(() => {})
    while ((await waiting()).length === 0) await Promise.race([scrubbing, setTimeout(10)])
    stopping.abort()
    expect(await scrubbing).toBe(false)
  }
  // Where this process is slow PostgreSQL gives the table up first.
  await vi.waitFor(stopped, 20_000)
  await other.query('commit')
})
