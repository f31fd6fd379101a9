/** Buckets of the shared limits: what is taken and given back is of one bucket in one hour. */
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { put, rowsIn } from '../../testing/rows.ts'
import { MAX_BATCH_SIZE, MAX_QUEUE_LENGTH } from '../transactions.ts'
import { createSharedCounters } from './limits.ts'

const bucket = (name: string, window_start: number, used: number) => ({
  bucket: name,
  window_start,
  used,
})

describe.each(ENGINES)('buckets on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    await put(database, { limits: [bucket('a', 10, 2), bucket('a', 9, 1), bucket('b', 10, 1)] })
    const used = async () =>
      (await rowsIn(database, 'limits'))
        .map((row) => `${row.bucket} ${row.window_start} ${row.used}`)
        .toSorted()
    return { counters: createSharedCounters(database), used, database }
  }

  test('are filled up to their limits, together or not at all', async () => {
    const { counters, used } = await setUp()
    const take = (b: number) =>
      counters.take([
        { name: 'b', hour: 10, limit: b },
        { name: 'a', hour: 10, limit: 5, amount: 3 },
      ])
    expect(await take(1)).toBeNull()
    expect(await used()).toEqual(['a 10 2', 'a 9 1', 'b 10 1'])
    expect(await take(2)).toEqual([2, 5])
    expect(await used()).toEqual(['a 10 5', 'a 9 1', 'b 10 2'])
    expect(await take(9)).toBeNull()
    expect(await counters.take([])).toEqual([])
  })

  test('of one sender are counted together: each meets its limit, and none another one’s lock', async () => {
    const { database } = await setUp()
    let transactions = 0
    const counters = createSharedCounters({
      ...database,
      atomic: (work) => {
        transactions += 1
        return database.atomic(work)
      },
    })
    const take = (mail: string) =>
      counters.take([
        { name: 'address', hour: 10, limit: 40 },
        { name: mail, hour: 10, limit: 1000 },
      ])
    const many = Array.from({ length: 50 }, (_, index) => take(`mail ${index % 10}`))
    const answers = await Promise.all(many)
    expect(transactions).toBeLessThanOrEqual(3)
    const taken = answers.flatMap((used) => used ?? [])
    expect(answers.filter((used) => used === null)).toHaveLength(10)
    expect(taken.filter((_, index) => index % 2 === 0)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    )
    const rows = await rowsIn(database, 'limits')
    const mails = rows.filter((row) => row.bucket.startsWith('mail '))
    expect(mails.reduce((sum, row) => sum + row.used, 0)).toBe(40)
  })

  test('of hours that are over are dropped once an hour, and of a clock that was ahead', async () => {
    const { counters, used, database } = await setUp()
    const limit = 9
    await counters.take([{ name: 'a', hour: 11, limit }])
    expect(await used()).toEqual(['a 10 2', 'a 11 1', 'b 10 1'])
    await put(database, { limits: [bucket('c', 9, 1), bucket('c', 12, 1), bucket('c', 13, 1)] })
    await counters.take([{ name: 'a', hour: 11, limit }])
    expect(await used()).toContain('c 9 1')
    await createSharedCounters(database).take([{ name: 'a', hour: 11, limit }])
    expect(await used()).toEqual(['a 10 2', 'a 11 3', 'b 10 1', 'c 12 1'])
  })

  test('are given back alone, and gone when they are empty', async () => {
    const { counters, used, database } = await setUp()
    const limit = 9
    await put(database, { limits: [bucket('empty', 10, 0), bucket('a', 8, 0)] })
    const others = ['a 8 0', 'a 9 1', 'b 10 1', 'empty 10 0']
    await counters.giveBack([{ name: 'a', hour: 10, limit }])
    expect(await used()).toEqual(['a 10 1', ...others])
    await counters.giveBack([{ name: 'a', hour: 10, limit, amount: 3 }])
    expect(await used()).toEqual(others)
    await counters.giveBack([{ name: 'x', hour: 10, limit }])
    expect(await used()).toEqual(others)
  })
})

test('as many share a transaction, and as many wait, as in group commit', async () => {
  const database = await openEmpty('sqlite')
  let transactions = 0
  const release = Promise.withResolvers<void>()
  const counters = createSharedCounters({
    ...database,
    atomic: async (work) => {
      transactions += 1
      await release.promise
      return database.atomic(work)
    },
  })
  const take = () => counters.take([{ name: 'a', hour: 10, limit: 100_000 }])
  // The first is at work.
  const taken = Array.from({ length: 1 + MAX_QUEUE_LENGTH.atomic }, take)
  await expect(take()).rejects.toMatchObject({ code: 'unavailable' })
  release.resolve()
  expect((await Promise.all(taken)).at(-1)).toEqual([1 + MAX_QUEUE_LENGTH.atomic])
  expect(transactions).toBe(1 + MAX_QUEUE_LENGTH.atomic / MAX_BATCH_SIZE)
})

test('whatever is not a full bucket is no answer', async () => {
  const database = await openEmpty('sqlite')
  await database.close()
  const take = createSharedCounters(database).take([{ name: 'a', hour: 1, limit: 1 }])
  await expect(take).rejects.toMatchObject({ code: 'unavailable' })
})
