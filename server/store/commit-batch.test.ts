/** What a batch asks of its session: a real SQLite, whose calls are written down. */
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { putFact } from '../testing/facts.ts'
import { plainSession } from '../testing/sqlite-session.ts'
import { Conflict, type Session } from './session.ts'
import type { Transaction } from './statement.ts'
import { query } from './statement.ts'
import { isConflict, type Outcome, runBatch, type Task } from './transactions.ts'

const WATCHED = ['begin', 'savepoint', 'release', 'rollbackToSavepoint', 'commit', 'rollback']

function setUp(own: Partial<Session> = {}) {
  const db = new DatabaseSync(':memory:')
  onTestFinished(() => db.close())
  db.exec('create table facts (name text primary key, value text not null)')
  const calls: string[] = []
  let isPresent = true
  const real = plainSession(db, { isPresent: () => isPresent })
  const session = new Proxy(real, {
    get(target, name: keyof Session) {
      const value = own[name] ?? target[name]
      if (!WATCHED.includes(name)) return value
      return (...given: unknown[]) => {
        calls.push([name, ...given].join(' '))
        return (value as (...given: unknown[]) => unknown)(...given)
      }
    },
  })
  return {
    db,
    loseFile: () => {
      isPresent = false
    },
    stored: () =>
      db
        .prepare('select name from facts order by 1')
        .all()
        .map(({ name }) => name),
    /** The calls, and of each outcome what it came to. */
    async run(...works: Task['work'][]) {
      const occupancy = works.length === 1 ? 'alone' : 'shared'
      const outcomes = await runBatch(session, works.map(taskOf), occupancy)
      const results = outcomes.map(({ failed, error, value }) => (failed ? `${error}` : value))
      return { calls: calls.splice(0), results, outcomes }
    },
    session,
  }
}

const taskOf = (work: Task['work']): Task => ({
  work,
  resolve: () => {},
  reject: () => {},
  conflicts: 0,
  caller: undefined,
})
const store = (name: string) => (tx: Transaction) => tx.run(putFact, { name, value: '' })
const read = (tx: Transaction) =>
  tx.all(query((db) => db.selectFrom('facts').selectAll())).then((rows) => rows.length)
const failAfter = (work: Task['work'], error: Error) => async (tx: Transaction) => {
  await work(tx)
  throw error
}
const ERROR = new TypeError('wrong')

test('what goes well shares one transaction; who is alone in it may wait', async () => {
  const { run, stored } = setUp()
  expect(await run(store('a'), read, store('b'))).toMatchObject({
    calls: ['begin shared', 'commit true'],
    results: [1, 1, 1],
  })
  expect((await run(store('c'))).calls).toEqual(['begin alone', 'commit true'])
  expect((await run(read, read)).calls).toEqual(['begin shared', 'commit false'])
  expect(stored()).toEqual(['a', 'b', 'c'])
})

test('a failure that wrote nothing needs no undoing, and what it read needs no disk', async () => {
  const { run } = setUp()
  const failing = failAfter(read, ERROR)
  expect(await run(store('a'), failing, store('b'))).toMatchObject({
    calls: ['begin shared', 'commit true'],
    results: [1, 'TypeError: wrong', 1],
  })
  expect((await run(failing, read)).calls).toEqual(['begin shared', 'commit false'])
  const nothing = (tx: Transaction) =>
    tx.run(query((db) => db.deleteFrom('facts').where('name', '=', 'x')))
  expect((await run(failAfter(nothing, ERROR), nothing)).calls).toEqual([
    'begin shared',
    'commit false',
  ])
})

test('a failure that wrote is undone by itself, and nobody who came with it runs in vain', async () => {
  const { run, stored } = setUp()
  let runs = 0
  const counted = (tx: Transaction) => {
    runs += 1
    return store('c')(tx)
  }
  const { calls, results } = await run(store('a'), failAfter(store('b'), ERROR), counted)
  expect(calls).toEqual([
    ...['begin shared', 'rollback', 'begin shared', 'savepoint', 'release'],
    ...['savepoint', 'rollbackToSavepoint', 'savepoint', 'release', 'commit true'],
  ])
  expect(results).toEqual([1, 'TypeError: wrong', 1])
  expect([runs, stored()]).toEqual([1, ['a', 'c']])
  const failing = await run(failAfter(store('d'), ERROR), failAfter(store('e'), ERROR))
  expect(failing.calls.at(-1)).toBe('commit false')
})

test('who is alone is undone by a rollback', async () => {
  const { run, stored } = setUp()
  expect(await run(failAfter(store('a'), ERROR))).toMatchObject({
    calls: ['begin alone', 'rollback'],
    results: ['TypeError: wrong'],
  })
  expect(stored()).toEqual([])
})

test('behind a conflict nothing runs: its transaction may be waiting for a lock of this one', async () => {
  const { run, stored } = setUp()
  const { results } = await run(store('a'), failAfter(store('b'), new Conflict()), store('c'))
  expect(results).toEqual([1, 'Conflict'])
  expect(stored()).toEqual(['a'])
})

test('tasks of a session whose statements wait on their way run side by side', async () => {
  const order: string[] = []
  const step = (name: string) => async (tx: Transaction) => {
    order.push(`${name} begins`)
    await read(tx)
    order.push(`${name} ends`)
  }
  const works = [step('a'), step('b')]
  await setUp().run(...works)
  expect(order.splice(0)).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  await setUp({ pipelined: true }).run(...works)
  expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends'])
})

test('an error that ends the whole transaction, or that the disk is to blame for, is thrown', async () => {
  const ended = setUp()
  const rollback = async (tx: Transaction) => {
    await store('a')(tx)
    // As a full disk does.
    ended.db.exec('rollback')
    throw ERROR
  }
  await expect(ended.run(store('b'), rollback)).rejects.toBe(ERROR)
  expect(ended.stored()).toEqual([])
  const broken = setUp({
    errorKind: (error, during) => (error === ERROR && during === 'task' ? 'fatal' : 'mistake'),
  })
  await expect(broken.run(failAfter(read, ERROR), read)).rejects.toBe(ERROR)
  let runs = 0
  const failsLater = (tx: Transaction) => {
    runs += 1
    const error = runs === 2 ? ERROR : new Error('at first')
    return failAfter(store('c'), error)(tx)
  }
  await expect(setUp({ errorKind: broken.session.errorKind }).run(failsLater, read)).rejects.toBe(
    ERROR,
  )
})

test('a commit that fails says why', async () => {
  const { run, loseFile } = setUp()
  loseFile()
  await expect(run(store('a'))).rejects.toMatchObject({
    name: 'CommitFailed',
    message: 'the commit failed',
    cause: { code: 'unavailable', cause: { message: 'the database file is gone' } },
  })
})

test('what a failed statement says counts, not what the task made of it', async () => {
  const { run } = setUp()
  const twice = async (tx: Transaction) => {
    await store('a')(tx)
    await store('a')(tx).catch(() => {})
    await tx.run(query((db) => db.deleteFrom('gone' as 'facts'))).catch(() => {})
    throw ERROR
  }
  const [outcome] = (await run(twice)).outcomes
  expect(outcome).toMatchObject({ failed: true, hasWrites: true })
  expect(String(outcome?.error)).toContain('UNIQUE')
  const readsWrongly = async (tx: Transaction) => {
    await tx.all(query((db) => db.selectFrom('gone' as 'facts').selectAll())).catch(() => {})
    throw ERROR
  }
  const [misread] = (await run(readsWrongly)).outcomes
  expect(misread).toMatchObject({ failed: true, hasWrites: true })
  expect(String(misread?.error)).toContain('no such table')
})

test('a conflict is what the task or its session calls one', () => {
  const session = {
    errorKind: (error, during) => (error === ERROR && during === 'task' ? 'conflict' : 'mistake'),
  } as Session
  const outcome = (error: unknown, failed = true) =>
    isConflict(session, { task: taskOf(read), error, failed, hasWrites: false } as Outcome)
  expect([outcome(new Conflict()), outcome(ERROR), outcome(new Error('x'))]).toEqual([
    true,
    true,
    false,
  ])
  expect(outcome(ERROR, false)).toBe(false)
})
