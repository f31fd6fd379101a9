import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { fillAsReleased } from '../testing/released.ts'
import { rebuildTable } from './migrate.ts'
import { RELEASE_1_0_0 } from './migrations/0001-release-1.0.0.ts'
import { digestOf } from './migrations/migration.ts'
import { query } from './statement.ts'

describe.each(ENGINES)('a database on %s', (engine) => {
  test.each(['applications and what they promise', 'release-1.0.0 00000000'])(
    'that begins with "%s" was never released: it is refused, and left as it was',
    async (name) => {
      const url = await emptyDatabase(engine)
      await fillAsReleased(url)
      await runSql(url, `update migrations set name = '${name}' where id = 0`)
      await expect(openForTest(url)).rejects.toMatchObject({
        difference: 'unreleased',
        message: expect.stringMatching(/the state [0-9a-f]{8} of the source can still export it/),
      })
      expect(await rowsOf(url, 'select name from migrations')).toEqual([{ name }])
    },
  )

  test('takes flows and kinds of delivery that it did not know', async () => {
    const url = await emptyDatabase(engine)
    await fillAsReleased(url)
    await openForTest(url)
    await runSql(url, "update applications set flow = 'seminar' where flow = 'entry'")
    await runSql(url, "update outbox set kind = 'letter' where kind = 'webhook'")
    const flows = await rowsOf(url, 'select distinct flow from applications order by flow')
    expect(flows.map(({ flow }) => flow)).toEqual(['migration', 'seminar', 'suspension', 'trial'])
  })

  test('has its constraints', async () => {
    const url = await emptyDatabase(engine)
    await fillAsReleased(url)
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
      "update applications set flow = 'entry', customer_number = 'C-1'",
    ]
    for (const sql of broken) await expect(runSql(url, sql)).rejects.toThrow(/check|unique|null/i)
  })
})

test('what release 1.0.0 stores is frozen: a change is a migration of its own', () => {
  expect(RELEASE_1_0_0.name).toBe('release-1.0.0 dd2df1d3')
})

test('each edit of a migration has another digest', () => {
  const digests = ['create table t (a text)', 'create table t (b text)'].map((sql) =>
    digestOf([sql]),
  )
  expect(digests[0]).toMatch(/^[0-9a-f]{8}$/)
  expect(digests[0]).not.toBe(digests[1])
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
