import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { type Counters, createLimits, createOwnCounters } from './limits.ts'
import { createSharedCounters } from './store/limits.ts'
import { query } from './store/statement.ts'
import { ENGINES, openEmpty } from './testing/databases.ts'

const HOUR = 3_600_000

function setUp(counters: Counters, perHour: { address: number; mail: number }) {
  const time = { now: 1000 * HOUR }
  const known = new Set<string>()
  const limits = createLimits({
    perHour,
    clock: () => time.now,
    counters,
    isKnownKey: async (key) => known.has(key),
  })
  const apply = async (address: string, mail: string, key: string | null = null, isNew = true) => {
    try {
      return await limits.admit({ address, mail, key }, async (near) => ({ near, isNew }))
    } catch (error) {
      if (error instanceof AppError) return { code: error.code, retryAfter: error.retryAfter }
      throw error
    }
  }
  return { apply, limits, known, time }
}

const taken = { near: false, isNew: true }
const takenNear = { near: true, isNew: true }
const refused = { code: 'rate_limited', retryAfter: 3600 }

describe.each([
  ['in this process', async () => createOwnCounters()],
  ...ENGINES.map((engine): [string, () => Promise<Counters>] => [
    `in ${engine}`,
    async () => createSharedCounters(await openEmpty(engine)),
  ]),
])('limits counted %s', (_, counters) => {
  test('an address and a mail address are counted apart, near ones are marked', async () => {
    const { apply } = setUp(await counters(), { address: 3, mail: 2 })
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(taken)
    expect(await apply('192.0.2.1', 'A@X.test')).toEqual(takenNear)
    expect(await apply('192.0.2.2', 'a@x.test')).toEqual(refused)
    expect(await apply('192.0.2.1', 'b@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'c@x.test')).toEqual(refused)
    expect(await apply('192.0.2.2', 'b@x.test')).toEqual(takenNear)
  })

  test('a refusal takes nothing from the bucket that had room', async () => {
    const { apply } = setUp(await counters(), { address: 2, mail: 1 })
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
    expect(await apply('192.0.2.1', 'b@x.test')).toEqual(takenNear)
  })

  test('a clock that jumps years ahead and back locks nobody out', async () => {
    const { apply, time } = setUp(await counters(), { address: 1, mail: 0 })
    const right = time.now
    time.now = right + 5 * 365 * 24 * HOUR
    expect(await apply('192.0.2.1', '')).toEqual(takenNear)
    expect(await apply('192.0.2.1', '')).toEqual(refused)
    time.now = right
    expect(await apply('192.0.2.1', '')).toEqual(takenNear)
    expect(await apply('192.0.2.1', '')).toEqual(refused)
    time.now = right + HOUR
    expect(await apply('192.0.2.1', '')).toEqual(takenNear)
  })

  test('what begins nothing, and a failure, count nothing', async () => {
    const { apply, limits } = setUp(await counters(), { address: 1, mail: 1 })
    expect(await apply('192.0.2.1', 'a@x.test', 'k', false)).toEqual({ near: true, isNew: false })
    const failing = limits.admit({ address: '192.0.2.1', mail: 'a@x.test', key: 'k' }, async () => {
      throw new AppError('validation_failed')
    })
    await expect(failing).rejects.toMatchObject({ code: 'validation_failed' })
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
  })

  test('an application that has started is never refused for the limit', async () => {
    const { apply, known } = setUp(await counters(), { address: 1, mail: 1 })
    await apply('192.0.2.1', 'a@x.test', 'mine')
    known.add('mine')
    expect(await apply('192.0.2.1', 'a@x.test', 'mine', false)).toEqual({
      near: false,
      isNew: false,
    })
    expect(await apply('192.0.2.1', 'a@x.test', 'other')).toEqual(refused)
  })

  test('the next hour begins anew, and says when', async () => {
    const { apply, time } = setUp(await counters(), { address: 1, mail: 0 })
    time.now += 59 * 60_000
    await apply('192.0.2.1', 'a@x.test')
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual({ code: 'rate_limited', retryAfter: 60 })
    time.now += 60_000
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
  })

  test('0 is off', async () => {
    const { apply } = setUp(await counters(), { address: 0, mail: 0 })
    for (let i = 0; i < 10; i++) expect(await apply('192.0.2.1', 'a@x.test')).toEqual(taken)
  })

  test('many at once under one key are one, and leave room for another', async () => {
    const { limits, known } = setUp(await counters(), { address: 2, mail: 0 })
    const apply = (key: string) =>
      limits.admit({ address: '192.0.2.1', key }, async () => {
        const isNew = !known.has(key)
        // As long as a commit takes, others come.
        await setTimeout(20)
        known.add(key)
        return { isNew }
      })
    const same = Array.from({ length: 50 }, () => apply('same'))
    await expect(apply('other')).resolves.toEqual({ isNew: true })
    expect((await Promise.all(same)).filter(({ isNew }) => isNew)).toHaveLength(1)
    await expect(apply('third')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('as many as the limit pass of many at once', async () => {
    const { apply } = setUp(await counters(), { address: 7, mail: 0 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => apply('192.0.2.1', 'a@x.test')),
    )
    expect(answers.filter((answer) => 'code' in answer)).toHaveLength(43)
  })
})

test.each(ENGINES)('two processes with one %s share their limits', async (engine) => {
  const database = await openEmpty(engine)
  const one = createSharedCounters(database)
  const other = createSharedCounters(database)
  const bucket = { name: 'shared', limit: 2, hour: 1000 }
  expect(await one.take([bucket])).toEqual([1])
  expect(await other.take([bucket])).toEqual([2])
  expect(await one.take([bucket])).toBeNull()
  await other.giveBack([bucket])
  expect(await one.take([bucket])).toEqual([2])
})

test.each(ENGINES)('what failed leaves nothing behind in %s', async (engine) => {
  const database = await openEmpty(engine)
  const { limits } = setUp(createSharedCounters(database), { address: 300, mail: 60 })
  const fail = (mail: string) =>
    limits.admit({ address: '192.0.2.1', mail, key: null }, async () => {
      throw new AppError('validation_failed')
    })
  for (const mail of ['a@x.test', 'b@x.test']) await expect(fail(mail)).rejects.toThrow()
  const left = await database.read((tx) =>
    tx.all(query((db) => db.selectFrom('limits').select('used'))),
  )
  expect(left).toEqual([])
})

test.each(ENGINES)('hours that are over, or far ahead, leave %s', async (engine) => {
  const database = await openEmpty(engine)
  const counters = createSharedCounters(database)
  for (const hour of [90_000, 1000, 1001, 1002, 1003])
    await counters.take([{ name: 'one', limit: 5, hour }])
  const left = await database.read((tx) =>
    tx.all(query((db) => db.selectFrom('limits').select('window_start').orderBy('window_start'))),
  )
  expect(left.map((row) => row.window_start)).toEqual([1002, 1003])
})

test('who has used up a limit is still refused when more addresses have come than are kept', async () => {
  const { apply } = setUp(createOwnCounters(20), { address: 3, mail: 0 })
  for (let time = 0; time < 3; time++) await apply('192.0.2.1', 'a@x.test')
  for (let i = 0; i < 100; i++) expect(await apply(`198.51.100.${i}`, 'b@x.test')).toEqual(taken)
  expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
})
