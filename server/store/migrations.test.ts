import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { ENGINES, type Engine, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { rebuildTable } from './migrate.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { query } from './statement.ts'

const FIRST_RELEASE = readFileSync(
  join(import.meta.dirname, '../testing/first-release.sql'),
  'utf8',
)
const ROWS = {
  applications: 5,
  consents: 4,
  facilities: 6,
  flags: 3,
  history: 3,
  outbox: 7,
  limits: 1,
  used_invitations: 1,
  facts: 1,
}
/** By migrations; the console asks for an account where applications were there before it. */
const ADDED: Readonly<Record<string, object[]>> = {
  facts: [{ name: 'account_required', value: 'applications of an earlier version' }],
}
/** Two suspensions of one number stand side by side since, and limits count mailboxes. */
const DROPPED = ['one_open_suspension', 'outbox_by_recipient']
/** By name; on PostgreSQL with those that stand for keys and unique columns. */
const INDEXES = {
  sqlite: `select name, sql from sqlite_schema where type = 'index' and sql is not null order by name`,
  postgres: `select indexname as name, indexdef as sql from pg_indexes
    where schemaname = 'public' order by indexname`,
}

async function firstRelease(engine: Engine): Promise<string> {
  const url = await emptyDatabase(engine)
  await runSql(url, FIRST_RELEASE)
  return url
}

async function contents(url: string) {
  const tables = Object.keys(ROWS).map(async (table) => [
    table,
    await rowsOf(url, `select * from ${table} order by 1, 2`),
  ])
  return Object.fromEntries(await Promise.all(tables)) as Record<string, unknown[]>
}

describe.each(ENGINES)('a database of the first release on %s', (engine) => {
  test('opens with everything in it, and with its indexes', async () => {
    const url = await firstRelease(engine)
    const before = await contents(url)
    const indexes = await rowsOf(url, INDEXES[engine])
    await openForTest(url)
    const after = await contents(url)
    for (const [table, rows] of Object.entries(before))
      expect(after[table]).toMatchObject([...(ADDED[table] ?? []), ...rows])
    expect(Object.entries(before).map(([table, rows]) => [table, rows.length])).toEqual(
      Object.entries(ROWS),
    )
    const retained = indexes.filter(({ name }) => !DROPPED.includes(String(name)))
    expect(await rowsOf(url, INDEXES[engine])).toEqual(expect.arrayContaining(retained))
    expect(
      await rowsOf(url, 'select distinct mailbox, destination from outbox order by 1'),
    ).toEqual([
      { mailbox: '', destination: '' },
      { mailbox: 'staff@example.jp', destination: 'example.jp' },
      { mailbox: 'tanaka@aozora.example.jp', destination: 'aozora.example.jp' },
    ])
    const applied = await rowsOf(url, 'select name from migrations order by id')
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name))
  })

  test('takes flows and kinds of delivery that it did not know', async () => {
    const url = await firstRelease(engine)
    const refused = [
      "update applications set flow = 'seminar' where flow = 'entry'",
      "update outbox set kind = 'letter' where kind = 'webhook'",
    ]
    for (const sql of refused) await expect(runSql(url, sql)).rejects.toThrow(/check/i)
    await openForTest(url)
    for (const sql of refused) await runSql(url, sql)
    const flows = await rowsOf(url, 'select distinct flow from applications order by flow')
    expect(flows.map(({ flow }) => flow)).toEqual(['migration', 'seminar', 'suspension', 'trial'])
  })

  test('keeps its other constraints', async () => {
    const url = await firstRelease(engine)
    const database = await openForTest(url)
    const flag = { application: 'nobody', flag: 'robot', detail: '', at: 0 } as const
    const orphan = database.atomic((tx) =>
      tx.run(query((db) => db.insertInto('flags').values(flag))),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
    const broken = [
      "update applications set state = 'gone'",
      "update applications set reference = 'QGGY-4V6D'",
      'update applications set company_name = null',
    ]
    for (const sql of broken) await expect(runSql(url, sql)).rejects.toThrow(/check|unique|null/i)
  })
})

test('a database with a broken reference is not migrated, and is left as it was', async () => {
  const url = await firstRelease('sqlite')
  await runSql(url, "insert into flags values ('nobody', 'robot', '', 0)")
  await expect(openForTest(url)).rejects.toThrow('a row of flags refers to a missing row')
  expect(await rowsOf(url, 'select name from migrations')).toHaveLength(2)
  expect(await contents(url)).toMatchObject({ applications: { length: ROWS.applications } })
})

test('a table is not rebuilt where its definition is another than expected', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table t (a text)')
  const change = { from: 'a text not null', to: 'a text', postgres: '' }
  for (const table of ['t', 'nowhere'])
    expect(() => rebuildTable(db, { table, ...change })).toThrow(
      `the definition of ${table} lacks: a text not null`,
    )
})

test('a table that is rebuilt keeps its indexes and triggers', () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`create table t (a text);
    create index t_a on t (a);
    create trigger kept before delete on t begin select raise(abort, 'kept'); end;
    insert into t values ('x')`)
  rebuildTable(db, { table: 't', from: 'a text', to: 'a text not null', postgres: '' })
  expect(() => db.exec('delete from t')).toThrow('kept')
  expect(db.prepare("select name from sqlite_schema where type = 'index'").all()).toHaveLength(1)
})
