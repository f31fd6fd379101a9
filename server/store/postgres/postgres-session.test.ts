/** Transactions on one connection to PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase, openEmpty, openForTest } from '../../testing/databases.ts'
import { putFact, storedFacts } from '../../testing/facts.ts'
import { until } from '../../testing/outbox.ts'
import { administer } from '../../testing/postgres.ts'
import { startInMemory } from '../../testing/postgres-of-run.ts'
import { rowsOf, runSql } from '../../testing/raw-sql.ts'
import { migrate } from '../migrate.ts'
import { query, statement } from '../statement.ts'
import { createSafetyCheck } from './safety.ts'
import { createPostgresSession } from './session.ts'

function sessionOn(url: string) {
  const hosts = { urls: [url], current: 0 }
  const session = createPostgresSession({}, hosts, createSafetyCheck())
  onTestFinished(() => session.end())
  const settingOf = async (name: string) => {
    const setting = query((db) =>
      db.selectNoFrom(sql<string>`current_setting(${name})`.as('value')),
    )
    return (await session.transaction(() => {}).first(setting))?.value
  }
  return { session, settingOf }
}

const nothing = () => {}

test('one that waits for another transaction waits longer where nobody shares its commit', async () => {
  const { session, settingOf } = sessionOn(await emptyDatabase('postgres'))
  const waits = []
  for (const occupancy of ['shared', 'alone'] as const) {
    expect(session.inTransaction).toBe(false)
    await session.begin(occupancy)
    expect(session.inTransaction).toBe(true)
    waits.push(await settingOf('lock_timeout'))
    await session.rollback()
  }
  expect(waits).toEqual(['20ms', '2s'])
})

test('without a connection there is nothing to roll back', async () => {
  const { session } = sessionOn('postgres://app@localhost/nowhere?host=/nowhere')
  await expect(session.connect()).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(session.begin('alone')).rejects.toMatchObject({ code: 'ENOENT' })
  await session.rollback()
  expect(session.inTransaction).toBe(false)
})

test('a commit after a statement that failed is told as rolled back', async () => {
  const { session } = sessionOn(await emptyDatabase('postgres'))
  await session.begin('alone')
  await expect(session.execute('select wrong')).rejects.toThrow('"wrong" does not exist')
  await expect(session.commit(true)).rejects.toThrow('the transaction was rolled back')
  await session.rollback()
  await session.begin('alone')
  await session.commit(false)
  expect(session.inTransaction).toBe(false)
})

test('whoever changes the schema does it alone, for as long as it takes', async () => {
  const url = await emptyDatabase('postgres')
  const [first, second] = [sessionOn(url), sessionOn(url)]
  await first.session.begin('schema')
  await first.session.lockSchema()
  expect(await first.settingOf('lock_timeout')).toBe('0')
  expect(await first.settingOf('statement_timeout')).toBe('0')
  await second.session.begin('schema')
  const order: string[] = []
  const turn = second.session.lockSchema().then(() => order.push('second'))
  await sleep(100)
  order.push('first')
  await first.session.rollback()
  await turn
  expect(order).toEqual(['first', 'second'])
  await second.session.rollback()
})

test('a constraint is changed by the statement that a migration has for PostgreSQL', async () => {
  const url = await emptyDatabase('postgres')
  const { session } = sessionOn(url)
  const change = { table: 't', from: 'a text', to: 'a text not null' }
  const steps = [
    'create table t (a text)',
    { ...change, postgres: 'alter table t alter a set not null' },
  ]
  await migrate(session, [{ name: 'first', steps }])
  const nullable = `select is_nullable from information_schema.columns
    where table_schema = current_schema() and table_name = 't'`
  expect(await rowsOf(url, nullable)).toEqual([{ is_nullable: 'NO' }])
})

const slept = statement((db) => db.selectNoFrom(sql`pg_sleep(0.05)`.as('slept')))

test('tasks of one commit are at work side by side', async () => {
  const database = await openEmpty('postgres')
  const order: string[] = []
  await Promise.all(
    ['a', 'b'].map((name) =>
      database.atomic(async (tx) => {
        order.push(`${name} begins`)
        await tx.all(slept)
        order.push(`${name} ends`)
      }),
    ),
  )
  expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends'])
})

const prepared = query((db) =>
  db.selectNoFrom(
    sql<string[]>`(select array_agg(statement) from pg_prepared_statements)`.as('all'),
  ),
)

test('what is written once is kept prepared, what is made for one call is not', async () => {
  const database = await openForTest(await emptyDatabase('postgres'))
  const all = await database.atomic(async (tx) => {
    for (const name of ['a', 'b']) await tx.run(putFact, { name, value: '' })
    await tx.all(query((db) => db.selectFrom('facts').select('value')))
    return (await tx.first(prepared))?.all
  })
  expect(all).toEqual([putFact.compile('postgres').sql])
})

test('an error leads to whoever ran the statement', async () => {
  const { session } = sessionOn(await emptyDatabase('postgres'))
  await session.begin('alone')
  const wrong = query((db) => db.deleteFrom('facts'))
  const error = await session
    .transaction(nothing)
    .run(wrong)
    .catch((reason: Error) => reason)
  expect(error).toMatchObject({ stack: expect.stringContaining('postgres-session.test.ts') })
  await session.rollback()
})

test('a commit that changes nothing is written to the log', async () => {
  const cluster = await startInMemory()
  onTestFinished(() => cluster.remove())
  const database = await openForTest(await cluster.createDatabase())
  // The log moves on by itself; a transaction gets a number once it writes to it.
  const number = 'select pg_snapshot_xmax(pg_current_snapshot())::text::int as next'
  const [before] = await administer(cluster, number)
  await database.atomic(async () => {})
  const [after] = await administer(cluster, number)
  expect(after?.next).toBeGreaterThan(Number(before?.next))
})

test('a server that is gone before the first task is told as unavailable, and used when it is back', async () => {
  const cluster = await startInMemory()
  onTestFinished(() => cluster.remove())
  const database = await openForTest(await cluster.createDatabase())
  await cluster.stop('fast')
  const task = database.atomic((tx) => tx.run(putFact, { name: 'a', value: '' }))
  await expect(task).rejects.toMatchObject({ code: 'unavailable', cause: { code: 'ENOENT' } })
  await cluster.start()
  expect(await storedFacts(database)).toEqual([])
})

test('a migration that PostgreSQL ends for a deadlock with an earlier version at work is tried again', async () => {
  const url = await emptyDatabase('postgres')
  const { session } = sessionOn(url)
  const first = { name: 'first', steps: ['create table a (n int)', 'create table b (n int)'] }
  const second = { name: 'second', steps: ['alter table a add m int', 'alter table b add m int'] }
  await migrate(session, [first])
  const locksOf = (table: string, more: string) =>
    `select from pg_locks where relation = '${table}'::regclass and ${more}`
  // It is the migration that is ended: this transaction would look for a deadlock later.
  const atWork = runSql(
    url,
    `set deadlock_timeout = '1min';
    begin; insert into b values (1);
    do $$ begin
      while not exists (${locksOf('b', 'not granted')}) loop perform pg_sleep(0.01); end loop;
    end $$;
    insert into a values (1); commit`,
  )
  const isAtWork = locksOf('b', "mode = 'RowExclusiveLock'")
  await until(async () => (await rowsOf(url, isAtWork)).length === 1)
  await Promise.all([migrate(session, [first, second]), atWork])
  expect(await rowsOf(url, 'select a.n, a.m as a, b.m as b from a join b using (n)')).toEqual([
    { n: 1, a: null, b: null },
  ])
})
