import { describe, expect, test } from 'vitest'
import { ENGINES, emptyDatabase, openForTest, POSTGRES } from '../../testing/databases.ts'
import { until } from '../../testing/outbox.ts'
import { rowsOf, runSql } from '../../testing/raw-sql.ts'
import { rowsIn } from '../../testing/rows.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { admitStatus, hasUnknownStatus, PROCESS_NAME } from './known-statuses.ts'

/** Of a version to come. */
const NEWER = Number(PROCESS_NAME.split(' ')[1]) + 1

const admitted = (database: Database, since: number) =>
  database.alone((tx) => admitStatus(tx, since))

describe.each(ENGINES)('statuses on %s', (engine) => {
  test('one that every process knows leaves no mark', async () => {
    const database = await openForTest(await emptyDatabase(engine))
    expect(await admitted(database, 1)).toBe(true)
    expect(await rowsIn(database, 'facts')).toEqual([])
    expect(await database.read((tx) => hasUnknownStatus(tx))).toBe(false)
  })
})

test('where one was written that a program does not know, it opens the database no more', async () => {
  const url = await emptyDatabase('sqlite')
  const database = await openForTest(url)
  expect(await admitted(database, NEWER + 1)).toBe(true)
  // A lower one than was written takes nothing back.
  expect(await admitted(database, NEWER)).toBe(true)
  const unknown = (known: number) => database.read((tx) => hasUnknownStatus(tx, known))
  expect([await unknown(NEWER), await unknown(NEWER + 1)]).toEqual([true, false])
  await database.close()
  for (const asIs of [true, false])
    await expect(openDatabase(url, { asIs, onFatal: () => {} })).rejects.toMatchObject({
      name: 'OtherSchema',
      difference: 'newer',
    })
})

describe.each(POSTGRES)('processes on %s', (engine) => {
  test('a newer status waits until no process of an older version works on the database', async () => {
    // One of its own: other tests work on theirs.
    const shared = await emptyDatabase(engine)
    await runSql(shared, 'create database statuses')
    const url = new URL(shared)
    url.pathname = '/statuses'
    url.searchParams.delete('options')
    const calling = (name: string) => {
      const own = new URL(url)
      own.searchParams.set('application_name', name)
      return openForTest(own.href)
    }
    const ours = await calling(`moushikomi ${NEWER}`)
    // Another program's name counts for nothing, whatever number it has.
    await rowsIn(await calling('other 1'), 'facts')
    const older = await openForTest(url.href)
    await rowsIn(older, 'facts')
    const names = await rowsOf(url.href, 'select application_name as name from pg_stat_activity')
    expect(names.map(({ name }) => name)).toContain(PROCESS_NAME)
    expect(await admitted(ours, NEWER)).toBe(false)
    expect(await rowsIn(ours, 'facts')).toEqual([])
    await older.close()
    await until(() => admitted(ours, NEWER))
    await expect(openForTest(url.href)).rejects.toMatchObject({ difference: 'newer' })
  })
})
