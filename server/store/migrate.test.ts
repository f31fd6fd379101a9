import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES, emptyDatabase, openForTest } from '../testing/databases.ts'
import { rowsOf, runSql } from '../testing/raw-sql.ts'
import { plainSession } from '../testing/sqlite-session.ts'
import { migrate, requireCurrentSchema, type SchemaSession } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'

const FIRST: Migration = { name: 'first', steps: ['create table t (a text)'] }
const SECOND: Migration = {
  name: 'second',
  steps: [
    { sqlite: "insert into t values ('of SQLite')", postgres: 'wrong' },
    { postgres: 'wrong' },
    { table: 't', from: 'a text', to: 'a text not null', postgres: 'wrong' },
  ],
}

function setUp() {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec('pragma foreign_keys = off')
  const session = plainSession(db)
  const column = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0])
  return {
    db,
    session,
    migrate: (migrations: Migration[], own: Partial<SchemaSession> = {}) =>
      migrate(Object.assign(Object.create(session), own), migrations),
    applied: () => column("select id || ' ' || name from migrations order by id"),
    column,
  }
}

/** A process that went before, which is done as soon as this one has the schema to itself. */
const meanwhile = (work: () => void) => ({ lockSchema: async () => work() })
const record = (db: DatabaseSync, id: number, name: string) =>
  db.exec(`create table if not exists migrations (id integer primary key, name text not null);
    insert into migrations values (${id}, '${name}')`)

test('each migration is applied once, in order, with the steps of this database', async () => {
  const { db, migrate, applied, column } = setUp()
  await migrate([FIRST])
  expect(applied()).toEqual(['0 first'])
  await migrate([FIRST, SECOND])
  expect(applied()).toEqual(['0 first', '1 second'])
  expect(column('select a from t')).toEqual(['of SQLite'])
  expect(() => db.exec('insert into t values (null)')).toThrow('NOT NULL')
  expect(db.isTransaction).toBe(false)
})

test('who does not migrate is refused by a schema that is missing, older or newer, and changes none', async () => {
  const { migrate, session, db } = setUp()
  const require = (migrations: Migration[]) => requireCurrentSchema(session, migrations)
  const named = (difference: string, message: string) => ({
    ...{ name: 'OtherSchema', difference },
    message: expect.stringContaining(message),
  })
  await expect(require([FIRST])).rejects.toMatchObject(named('missing', 'no tables yet'))
  await migrate([FIRST])
  const older = named('older', 'an older version')
  await expect(require([FIRST, SECOND])).rejects.toMatchObject(older)
  await expect(require([])).rejects.toMatchObject(named('newer', 'which this program lacks'))
  await expect(require([FIRST])).resolves.toBeUndefined()
  expect(db.isTransaction).toBe(false)
})

test('a schema that is current is only read', async () => {
  const { migrate, db } = setUp()
  await migrate([FIRST])
  const refuse = async () => {
    throw new Error('must not be called')
  }
  await migrate([FIRST], { lockSchema: refuse, execute: refuse, commit: refuse })
  expect(db.isTransaction).toBe(false)
})

test('what another process applied meanwhile is not applied again, nor are its rows looked through', async () => {
  const { db, migrate, applied, column } = setUp()
  const checkReferences = async () => {
    throw new Error('must not be called')
  }
  const both = () => {
    db.exec('create table t (a text)')
    record(db, 0, 'first')
    record(db, 1, 'second')
  }
  await migrate([FIRST, SECOND], { ...meanwhile(both), checkReferences })
  expect(applied()).toEqual(['0 first', '1 second'])
  expect(column('select a from t')).toEqual([])
})

test('a migration that this program lacks is refused, also one that came meanwhile', async () => {
  const { db, migrate, applied } = setUp()
  const later = 'the database has migration 1 "later", which this program lacks'
  await migrate([FIRST])
  const came = migrate(
    [FIRST, SECOND],
    meanwhile(() => record(db, 1, 'later')),
  )
  await expect(came).rejects.toThrow(later)
  expect([applied(), db.isTransaction]).toEqual([['0 first'], false])
  record(db, 1, 'later')
  await expect(migrate([FIRST])).rejects.toThrow(later)
  await expect(migrate([FIRST, SECOND])).rejects.toThrow(later)
})

test('where one step fails nothing of the migrations stays', async () => {
  const { db, migrate, column } = setUp()
  const wrong: Migration = { name: 'wrong', steps: ['create table u (a text)', 'wrong'] }
  await expect(migrate([FIRST, wrong])).rejects.toThrow('syntax error')
  expect([column('select name from sqlite_schema'), db.isTransaction]).toEqual([[], false])
})

test('what is no deadlock is not tried again', async () => {
  const { db, migrate } = setUp()
  let begun = 0
  const lockSchema = async () => {
    begun += 1
    throw Object.assign(new Error('a row is there twice'), { code: '23505' })
  }
  await expect(migrate([FIRST], { lockSchema })).rejects.toThrow('a row is there twice')
  expect([begun, db.isTransaction]).toEqual([1, false])
})

describe.each(ENGINES)('a database of a later release on %s', (engine) => {
  test('is refused, and left as it is', async () => {
    const url = await emptyDatabase(engine)
    await (await openForTest(url)).close()
    await runSql(url, "insert into migrations values (900, 'later')")
    await expect(openForTest(url)).rejects.toThrow(
      'the database has migration 900 "later", which this program lacks',
    )
    expect(await rowsOf(url, 'select name from migrations where id = 900')).toHaveLength(1)
  })
})
