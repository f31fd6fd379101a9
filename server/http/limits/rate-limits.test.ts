import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import { createSharedCounters } from '../../store/queries/limits.ts'
import { query } from '../../store/statement.ts'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import {
  type Admission,
  type Counters,
  createLimits,
  createOwnCounters,
  type LimitedCall,
} from './rate-limits.ts'

const HOUR = 3_600_000

type PerHour = { address: number; mail: number; bytes?: number }

function setUp(counters: Counters, { bytes = 0, ...perHour }: PerHour) {
  const time = { now: 1000 * HOUR }
  const keys = new Set<string>()
  const clock = () => time.now
  const limits = createLimits({ perHour: { ...perHour, bytes }, clock, counters })
  /** As an operation does: what is known is a replay, whatever is refused. */
  const store = (key: string | null) => {
    return async ({ isNear: near, refusal }: Admission) => {
      if (key !== null && keys.has(key)) return { near, isNew: false, replayed: true }
      if (refusal) throw refusal
      if (key !== null) keys.add(key)
      return { near, isNew: true, replayed: false }
    }
  }
  const admit = async (call: Partial<LimitedCall>, run = store(call.key ?? null)) => {
    const { key = null } = call
    const plain = { address: '192.0.2.1', key, bytes: 100, mayStart: true, mayRepeat: key !== null }
    return limits.admit({ ...plain, ...call }, run).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      return { code: error.code, retryAfter: error.retryAfter }
    })
  }
  const apply = (address: string, mail: string, key: string | null = null) =>
    admit({ address, mail, key })
  return { admit, apply, time }
}

const taken = { near: false, isNew: true, replayed: false }
const takenNear = { ...taken, near: true }
const replayed = { near: false, isNew: false, replayed: true }
const refused = { code: 'rate_limited', retryAfter: 3600 }

describe.each([
  ['in this process', async () => createOwnCounters()],
  ...ENGINES.map((engine): [string, () => Promise<Counters>] => [
    `in ${engine}`,
    async () => createSharedCounters(await openEmpty(engine)),
  ]),
])('limits counted %s', (_, counters) => {
  test('an address is refused at its limit, and flagged near it', async () => {
    const { apply } = setUp(await counters(), { address: 3, mail: 0 })
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(taken)
    expect(await apply('192.0.2.1', 'b@x.test')).toEqual(taken)
    expect(await apply('192.0.2.1', 'c@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'd@x.test')).toEqual(refused)
    expect(await apply('192.0.2.2', 'd@x.test')).toEqual(taken)
  })

  test('a mailbox that many name is flagged, however it is spelled, and never refused', async () => {
    const { apply } = setUp(await counters(), { address: 0, mail: 5 })
    const spellings = ['a@x.test', 'A@X.test', 'a+1@x.test', 'a+2@X.TEST', 'a@x.test', 'a+3@x.test']
    const answers: unknown[] = []
    for (const mail of spellings) answers.push(await apply('192.0.2.1', mail))
    expect(answers).toEqual([taken, taken, taken, takenNear, takenNear, takenNear])
    expect(await apply('192.0.2.1', 'b@x.test')).toEqual(taken)
  })

  test('what begins nothing, and a failure, count nothing', async () => {
    const { admit, apply } = setUp(await counters(), { address: 1, mail: 1, bytes: 100 })
    const nothing = async () => ({ near: false, isNew: false, replayed: true })
    expect(await admit({ key: 'k' }, nothing)).toEqual(replayed)
    const failing = async () => {
      throw new AppError('validation_failed')
    }
    expect(await admit({}, failing)).toMatchObject({ code: 'validation_failed' })
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
  })

  test('an application that has started is answered again beyond every limit', async () => {
    const { apply } = setUp(await counters(), { address: 1, mail: 1, bytes: 100 })
    await apply('192.0.2.1', 'a@x.test', 'mine')
    expect(await apply('192.0.2.1', 'a@x.test', 'mine')).toEqual(replayed)
    expect(await apply('192.0.2.1', 'a@x.test', 'other')).toEqual(refused)
  })

  test('a valid invitation counts for itself, not for the address', async () => {
    const { admit, apply } = setUp(await counters(), { address: 1, mail: 0, bytes: 100 })
    await apply('192.0.2.1', 'a@x.test')
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
    expect(await admit({ invitation: 'i-1', bytes: 1 })).toEqual(taken)
    expect(await admit({ invitation: 'i-2', bytes: 1 })).toEqual(taken)
    for (let i = 1; i < 20; i++) await admit({ invitation: 'i-1', bytes: 1 })
    expect(await admit({ invitation: 'i-1', bytes: 1 })).toEqual(refused)
  })

  test('the next hour begins anew, and says when; a clock set back begins one too', async () => {
    const { apply, time } = setUp(await counters(), { address: 1, mail: 0 })
    await apply('192.0.2.1', 'a@x.test')
    time.now += 59 * 60_000
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual({ code: 'rate_limited', retryAfter: 60 })
    time.now += 60_000
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    time.now += 1000 * HOUR
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    time.now -= 500 * HOUR
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(takenNear)
    expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
  })

  test('0 is off', async () => {
    const { apply } = setUp(await counters(), { address: 0, mail: 0 })
    for (let i = 0; i < 10; i++) expect(await apply('192.0.2.1', 'a@x.test')).toEqual(taken)
  })

  test('many at once under one key are one, and leave room for another', async () => {
    const keys = new Set<string>()
    const { admit } = setUp(await counters(), { address: 2, mail: 0 })
    const apply = (key: string) =>
      admit({ key }, async ({ isNear: near, refusal }) => {
        const isNew = !keys.has(key)
        if (isNew && refusal) throw refusal
        // As long as a commit takes, others come.
        await setTimeout(20)
        keys.add(key)
        return { near, isNew, replayed: !isNew }
      })
    const same = Array.from({ length: 50 }, () => apply('same'))
    await expect(apply('other')).resolves.toMatchObject({ isNew: true })
    const answers = await Promise.all(same)
    expect(answers.filter((answer) => 'isNew' in answer && answer.isNew)).toHaveLength(1)
    expect(await apply('third')).toMatchObject({ code: 'rate_limited' })
  })

  test('as many as the limit pass of many at once', async () => {
    const { apply } = setUp(await counters(), { address: 7, mail: 0 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => apply('192.0.2.1', 'a@x.test')),
    )
    expect(answers.filter((answer) => 'code' in answer)).toHaveLength(43)
  })
})

test('the bytes of every call are counted for its address; a replay and a failure cost none', async () => {
  const { admit } = setUp(createOwnCounters(), { address: 0, mail: 0, bytes: 1000 })
  const later = { mayStart: false, mayRepeat: true, bytes: 300 }
  expect(await admit({ key: 'a', bytes: 500 })).toEqual(taken)
  expect(await admit({ key: 'a', bytes: 500 })).toEqual(replayed)
  expect(await admit({ ...later, key: 'b' })).toEqual(taken)
  expect(await admit({ ...later, key: 'c' })).toEqual(refused)
  expect(await admit({ ...later, key: 'c', bytes: 200 })).toEqual(taken)
  expect(await admit({ ...later, key: 'b' })).toEqual(replayed)
  expect(await admit({ ...later, key: 'd', address: '192.0.2.2' })).toEqual(taken)
})

test.each(ENGINES)('who looks into %s reads neither addresses nor mailboxes', async (engine) => {
  const database = await openEmpty(engine)
  const { admit } = setUp(createSharedCounters(database), { address: 300, mail: 60 })
  await admit({ mail: 'a@x.test' })
  await admit({ mail: 'a@x.test', invitation: '192.0.2.1' })
  const rows = await database.read((tx) =>
    tx.all(query((db) => db.selectFrom('limits').select(['bucket', 'used']).orderBy('used'))),
  )
  expect(rows.map(({ used }) => used)).toEqual([1, 1, 2])
  for (const { bucket } of rows) expect(bucket).toMatch(/^[\w-]{22}$/)
})

test.each(ENGINES)('a call that begins nothing waits for no commit of %s', async (engine) => {
  const database = await openEmpty(engine)
  let units = 0
  const atomic: typeof database.atomic = (work) => {
    units += 1
    return database.atomic(work)
  }
  const { admit } = setUp(createSharedCounters({ ...database, atomic }), { address: 1, mail: 1 })
  const step = { near: false, isNew: false, replayed: false }
  expect(await admit({ mayStart: false }, async () => step)).toEqual(step)
  expect(units).toBe(0)
})

test('who has used up a limit is still refused when more addresses have come than are kept', async () => {
  const { apply } = setUp(createOwnCounters(20), { address: 3, mail: 0 })
  for (let time = 0; time < 3; time++) await apply('192.0.2.1', 'a@x.test')
  for (let i = 0; i < 100; i++) expect(await apply(`198.51.100.${i}`, 'b@x.test')).toEqual(taken)
  expect(await apply('192.0.2.1', 'a@x.test')).toEqual(refused)
})
