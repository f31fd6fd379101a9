/** Calls that come at once, or meet a counter that fails; what the counters of one process keep. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from './errors.ts'
import {
  type Admission,
  type Counters,
  createLimits,
  createOwnCounters,
  type LimitedCall,
} from './http/limits/rate-limits.ts'

type Result = { isNew: boolean; replayed: boolean }
const NEW = { isNew: true, replayed: false }
const REPLAY = { isNew: false, replayed: true }

function setUp(perHour: { address: number; bytes?: number }, counters = createOwnCounters()) {
  const { admit } = createLimits({
    perHour: { mail: 0, bytes: 0, ...perHour },
    clock: () => 0,
    counters,
  })
  return (run: (admission: Admission) => Promise<Result>, call: Partial<LimitedCall> = {}) => {
    const usual = { address: '192.0.2.1', key: 'k', bytes: 100, mayStart: true, mayRepeat: true }
    return admit({ ...usual, ...call }, run)
  }
}

/** A call that goes on when it is told to. */
function gate() {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  return { run: () => promise, resolve, reject }
}

test('repetitions of what has just been stored leave the limit to others', async () => {
  const admit = setUp({ address: 2 })
  const first = gate()
  const stored = admit(first.run)
  const repeated = gate()
  let refusals = 0
  const repetitions = Array.from({ length: 10 }, () =>
    admit(({ refusal }) => {
      if (refusal) refusals += 1
      return repeated.run()
    }),
  )
  first.resolve(NEW)
  await stored
  await sleep(0)
  expect(refusals).toBe(10)
  expect(await admit(async () => NEW, { key: 'other' })).toBe(NEW)
  repeated.resolve(REPLAY)
  expect(await Promise.all(repetitions)).toEqual(Array(10).fill(REPLAY))
})

test('where the first fails the next is stored; an error of its own is not tried again', async () => {
  const admit = setUp({ address: 2 })
  const first = gate()
  const failing = admit(first.run)
  const runs: Admission[] = []
  const second = admit(async (admission) => {
    runs.push(admission)
    if (admission.refusal) throw admission.refusal
    return NEW
  })
  const own = new AppError('key_reused')
  let tries = 0
  const third = admit(async () => {
    tries += 1
    throw own
  })
  first.reject(new AppError('unavailable'))
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' })
  await expect(third).rejects.toBe(own)
  expect(await second).toBe(NEW)
  expect(tries).toBe(1)
  expect(runs.map(({ refusal }) => refusal?.code)).toEqual(['rate_limited', undefined])
})

test('of two that go on after a failure both are waited for', async () => {
  const admit = setUp({ address: 10 })
  const [first, second, third] = [gate(), gate(), gate()]
  const orRefused =
    (run: () => Promise<Result>) =>
    async ({ refusal }: Admission) => {
      if (refusal) throw refusal
      return run()
    }
  const failing = admit(first.run)
  const going = [second, third].map(({ run }) => admit(orRefused(run)))
  first.reject(new AppError('unavailable'))
  await expect(failing).rejects.toMatchObject({ code: 'unavailable' })
  await sleep(0)
  second.resolve(NEW)
  expect(await going[0]).toBe(NEW)
  let isBegun = false
  const later = admit(async () => {
    isBegun = true
    return REPLAY
  })
  await sleep(0)
  expect(isBegun).toBe(false)
  third.resolve(NEW)
  expect(await Promise.all([...going, later])).toEqual([NEW, NEW, REPLAY])
})

test('nothing waits for what is over, has no key or begins nothing', async () => {
  const admit = setUp({ address: 0 })
  for (const call of [{ key: null }, { mayStart: false }]) {
    const slow = gate()
    const one = admit(slow.run, call)
    expect(await admit(async () => NEW, call)).toBe(NEW)
    slow.resolve(NEW)
    await one
  }
  const seen: Admission[] = []
  const run = async (admission: Admission) => {
    seen.push(admission)
    return NEW
  }
  await admit(run)
  await admit(run)
  expect(seen).toEqual([{ isNear: false }, { isNear: false }])
})

test('beyond a limit, what can be no repetition is not even tried', async () => {
  const admit = setUp({ address: 1 })
  await admit(async () => NEW, { key: null })
  let tries = 0
  const call = admit(
    async () => {
      tries += 1
      return NEW
    },
    { key: null, mayRepeat: false },
  )
  await expect(call).rejects.toMatchObject({ code: 'rate_limited' })
  expect(tries).toBe(0)
})

test('the bytes of a call that another limit refuses cost nothing', async () => {
  const admit = setUp({ address: 1, bytes: 250 })
  await admit(async () => NEW, { key: 'a' })
  const refuse = async ({ refusal }: Admission) => {
    throw refusal
  }
  await expect(admit(refuse, { key: 'b' })).rejects.toMatchObject({ code: 'rate_limited' })
  const later = { key: 'a', mayStart: false, bytes: 150 }
  expect(await admit(async () => REPLAY, later)).toBe(REPLAY)
  expect(await admit(async ({ refusal }) => (refusal ? REPLAY : NEW), later)).toBe(NEW)
})

test('an invitation has bytes of its own', async () => {
  const admit = setUp({ address: 0, bytes: 100 })
  const result = ({ refusal }: Admission) => Promise.resolve(refusal ? REPLAY : NEW)
  const ids = [undefined, undefined, 'i-1', 'i-1', 'i-2']
  const answers: Result[] = []
  for (const invitation of ids)
    answers.push(await admit(result, { mayStart: false, ...(invitation && { invitation }) }))
  expect(answers).toEqual([NEW, REPLAY, NEW, REPLAY, NEW])
})

test('an answer is given although its place cannot be given back', async () => {
  const counters: Counters = {
    ...createOwnCounters(),
    giveBack: async () => {
      throw new AppError('unavailable')
    },
  }
  const admit = setUp({ address: 5 }, counters)
  expect(await admit(async () => REPLAY)).toBe(REPLAY)
})

const bucket = (name: string, hour = 1) => ({ name, hour, limit: 100 })

test('counters that are full forget who came least, and nobody before that', async () => {
  const { take } = createOwnCounters(4)
  const used = async (name: string) => (await take([bucket(name)]))?.[0]
  for (const name of ['a', 'a', 'a', 'b', 'c']) await used(name)
  expect(await used('b')).toBe(2)
  await used('d')
  await used('e')
  expect([await used('a'), await used('b'), await used('c')]).toEqual([4, 3, 1])
})

test('counters that are full of equals forget them all but the busiest', async () => {
  const { take } = createOwnCounters(4)
  const used = async (name: string) => (await take([bucket(name)]))?.[0]
  for (const name of ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e']) await used(name)
  expect([await used('a'), await used('e')]).toEqual([4, 2])
  expect(await used('b')).toBe(1)
})

test('what is given back leaves no counter behind, and none of another hour', async () => {
  const { take, giveBack } = createOwnCounters(3)
  await take([bucket('a')])
  await giveBack([bucket('a')])
  await take([bucket('b')])
  await take([bucket('c')])
  expect(await take([bucket('b')])).toEqual([2])
  await take([bucket('b', 2)])
  await giveBack([bucket('b', 1)])
  expect(await take([bucket('b', 2)])).toEqual([2])
})
