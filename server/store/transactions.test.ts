/** Transactions that share a commit: how many, for whom, and what becomes of them when it fails. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ENGINES, emptyDatabase, openEmpty, temporaryFolder } from '../testing/databases.ts'
import { storedFacts, storeFact } from '../testing/facts.ts'
import { plainSession } from '../testing/sqlite-session.ts'
import type { DatabaseOptions } from './database.ts'
import { openDatabase } from './open-database.ts'
import { query } from './statement.ts'
import { createTransactions } from './transactions.ts'

async function open(url: string, options: Partial<DatabaseOptions> = {}) {
  const fatal: unknown[] = []
  const database = await openDatabase(url, { onFatal: (error) => fatal.push(error), ...options })
  onTestFinished(() => database.close())
  return { database, fatal }
}

describe.each(ENGINES)('a group commit on %s', (engine) => {
  test('holds what came together, thirty-two at the most, and is told to its tracer', async () => {
    const commits: number[] = []
    const traced: [number, boolean][] = []
    let caller: object | undefined = {}
    const { database } = await open(await emptyDatabase(engine), {
      onCommit: (tasks) => commits.push(tasks),
      commitTracer: {
        caller: () => caller,
        begin: (callers) => (isStored) =>
          traced.push([callers.filter((each) => each !== undefined).length, isStored]),
      },
    })
    const names = Array.from({ length: 100 }, (_, at) => `${at}`)
    await Promise.all(names.map((name) => storeFact(database, name)))
    expect(commits).toEqual([32, 32, 32, 4])
    expect(traced).toEqual(commits.map((tasks) => [tasks, true]))
    caller = undefined
    await storeFact(database, 'alone')
    expect(traced.at(-1)).toEqual([0, true])
    expect(await storedFacts(database)).toHaveLength(101)
  })

  test('refuses what comes while eight thousand wait', async () => {
    const { database } = await open(await emptyDatabase(engine))
    let done = 0
    const work = async () => {
      done += 1
    }
    const waiting = Array.from({ length: 8192 }, () => database.atomic(work))
    await expect(database.atomic(work)).rejects.toMatchObject({ code: 'unavailable' })
    await Promise.all(waiting)
    expect(done).toBe(8192)
    await database.atomic(work)
  })

  test('undoes what a task changed and read back before it failed', async () => {
    const database = await openEmpty(engine)
    await storeFact(database, 'kept', 'before')
    const change = query((db) => db.updateTable('facts').set({ value: 'after' }).returning('name'))
    const failing = database.atomic(async (tx) => {
      expect(await tx.first(change)).toEqual({ name: 'kept' })
      throw new TypeError('a mistake')
    })
    await expect(failing).rejects.toThrow(TypeError)
    const value = query((db) => db.selectFrom('facts').select('value').where('name', '=', 'kept'))
    expect(await database.read((tx) => tx.first(value))).toEqual({ value: 'before' })
    const none = query((db) => db.selectFrom('facts').selectAll().where('name', '=', 'x'))
    expect(await database.read((tx) => tx.all(none))).toEqual([])
  })

  test('tells a mistake of one task to its caller alone', async () => {
    const database = await openEmpty(engine)
    await storeFact(database, 'taken')
    const results = await Promise.allSettled([
      storeFact(database, 'a'),
      database.atomic((tx) => tx.run(query((db) => db.deleteFrom('no such table' as 'facts')))),
      database.atomic(() => Promise.reject(new TypeError('wrote nothing'))),
      storeFact(database, 'b'),
    ])
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    // PostgreSQL's own error is the cause of a 503: a restore may be under way.
    const { reason } = results[1] as PromiseRejectedResult
    expect(String(reason.cause ?? reason)).toContain('no such table')
    expect(results[2]).toMatchObject({ reason: { message: 'wrote nothing' } })
    expect(await storedFacts(database)).toEqual(['a', 'b', 'taken'])
  })
})

test('a commit that fails is told to all of its callers, and to the tracer', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const traced: boolean[] = []
  const begin = () => (isStored: boolean) => traced.push(isStored)
  const { database, fatal } = await open(`sqlite:${file}`, {
    commitTracer: { caller: () => undefined, begin },
  })
  renameSync(file, `${file}.away`)
  const both = await Promise.allSettled([storeFact(database, 'a'), storeFact(database, 'b')])
  const reason = { code: 'unavailable', cause: { message: 'the commit failed' } }
  expect(both).toMatchObject(Array(2).fill({ status: 'rejected', reason }))
  expect([traced, fatal]).toEqual([[false], []])
  renameSync(`${file}.away`, file)
  await storeFact(database, 'c')
  expect(await storedFacts(database)).toEqual(['c'])
})

test('scrubbing waits for readers for a second, and leaves nothing in the log', async () => {
  const file = join(temporaryFolder(), 'test.db')
  const { database, fatal } = await open(`sqlite:${file}`)
  await storeFact(database, 'a')
  const reader = new DatabaseSync(file)
  reader.exec('begin; select * from facts')
  await storeFact(database, 'b')
  await expect(database.scrub()).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'the log is being read' },
  })
  reader.exec('commit')
  reader.close()
  await database.scrub()
  expect(fatal).toEqual([])
})

/** A group of its own, on a disk of its own. */
function groupOf(sync: () => Promise<void>, sessions = 1) {
  const session = () => {
    const db = new DatabaseSync(':memory:')
    onTestFinished(() => db.close())
    return plainSession(db, { sync })
  }
  const fatal: unknown[] = []
  const commits: number[] = []
  const group = createTransactions(
    { shared: Array.from({ length: sessions }, session), own: [] },
    {
      onFatal: (error) => fatal.push(error),
      onCommit: (tasks) => commits.push(tasks),
    },
  )
  return { fatal, commits, atomic: group.atomic }
}
const nothing = async () => {}

test('what the disk did not keep stops the process, in a task as in a commit', async () => {
  const error = Object.assign(new Error('EIO'), { syscall: 'fdatasync' })
  const failing = () => Promise.reject(error)
  for (const [{ atomic, fatal }, task] of [
    [groupOf(nothing), failing],
    [groupOf(failing), nothing],
  ] as const) {
    await expect(atomic(task)).rejects.toMatchObject({ code: 'unavailable' })
    expect(fatal).toEqual([error])
  }
})

test('of two sessions that are free again at once, one takes all that waits and the other commits nothing', async () => {
  const disk = Promise.withResolvers<void>()
  const { atomic, commits } = groupOf(() => disk.promise, 2)
  const first = atomic(nothing)
  await setImmediate()
  await setImmediate()
  const second = atomic(nothing)
  await setImmediate()
  await setImmediate()
  const last = [atomic(nothing), atomic(nothing)]
  disk.resolve()
  await Promise.all([first, second, ...last])
  await setImmediate()
  expect(commits).toEqual([1, 1, 2])
})
