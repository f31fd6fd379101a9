/** Beacons of the way through a form: what is counted, what is stored, and what a sender can do. */
import { describe, expect, test } from 'vitest'
import type { UsageBody } from '#contract/apply-schemas.ts'
import { FLOW_NAMES } from '#domain/flows.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { FILLINGS, STEPS } from '#domain/usage.ts'
import { createMinuteLimit } from './http/limits/look-ups.ts'
import { createLog } from './observability/log.ts'
import { forgetUsage } from './retention.ts'
import type { Database } from './store/database.ts'
import { startApp } from './testing/app.ts'
import { NOW } from './testing/calls.ts'
import { ENGINES, openEmpty } from './testing/databases.ts'
import { put, rowsIn } from './testing/rows.ts'
import { createUsage, writeUsage } from './usage.ts'

const OPENED: UsageBody = { flow: 'entry', width: 'phone', marks: ['opened'] }
const LOG = createLog({ level: 'trace', clock: () => NOW, write: () => {} })
/** 23:30 in Tokyo. */
const EVENING = Date.parse('2026-11-27T14:30:00Z')

function counterOn(database: Database, clock = () => EVENING) {
  return createUsage({ database, clock, log: LOG })
}

const usageIn = async (database: Database) =>
  (await rowsIn(database, 'usage')).map(({ day, flow, mark, width, count }) =>
    [day, flow, mark, width, count].join(' '),
  )

describe.each(ENGINES)('%s', (engine) => {
  test('two processes add up, by the day in Tokyo', async () => {
    const database = await openEmpty(engine)
    let now = EVENING
    const counters = [counterOn(database, () => now), counterOn(database, () => now)]
    for (const counter of counters) {
      counter.count({ ...OPENED, marks: ['opened', 'begun', 'opened'] })
      counter.count({ ...OPENED, marks: ['paste'], error: { field: 'email', code: 'wrong' } })
    }
    await Promise.all(counters.map((counter) => counter.write()))
    now += DAY_MS / 24
    counters[0]?.count({ ...OPENED })
    await counters[0]?.write()
    await counters[0]?.write()
    expect(await usageIn(database)).toEqual([
      '2026-11-27 entry begun phone 2',
      '2026-11-27 entry opened phone 2',
      '2026-11-27 entry paste phone 2',
      '2026-11-28 entry opened phone 1',
    ])
    const [error, ...others] = await rowsIn(database, 'usage_errors')
    expect(error).toMatchObject({ flow: 'entry', field: 'email', code: 'wrong', count: 2 })
    expect(others).toEqual([])
  })

  test('a stop writes what was counted since', async () => {
    const database = await openEmpty(engine)
    const counter = counterOn(database)
    const writing = writeUsage(counter)
    counter.count({ ...OPENED })
    await writing.stop()
    expect(await usageIn(database)).toEqual(['2026-11-27 entry opened phone 1'])
  })

  test('what could not be written waits for the next time', async () => {
    const database = await openEmpty(engine)
    let isDown = true
    const atomic: Database['atomic'] = (work) =>
      isDown ? Promise.reject(new Error('down')) : database.atomic(work)
    const counter = counterOn({ ...database, atomic })
    counter.count({ ...OPENED })
    await counter.write()
    isDown = false
    counter.count({ ...OPENED })
    await counter.write()
    expect(await usageIn(database)).toEqual(['2026-11-27 entry opened phone 2'])
  })

  test('sums are kept for twenty-five months', async () => {
    const database = await openEmpty(engine)
    for (const days of [761, 763]) {
      const counter = counterOn(database, () => EVENING - days * DAY_MS)
      counter.count({ ...OPENED, error: { field: 'email', code: 'wrong' } })
      await counter.write()
    }
    const sum = { flow: 'trial', kind: 'chance', name: '6', size: 0, count: 1 } as const
    await put(database, {
      kept_sums: ['2024-09', '2024-10'].map((month) => ({ ...sum, month })),
    })
    await forgetUsage(database, EVENING)
    expect((await rowsIn(database, 'kept_sums')).map(({ month }) => month)).toEqual(['2024-10'])
    expect(await usageIn(database)).toEqual(['2024-10-27 entry opened phone 1'])
    expect((await rowsIn(database, 'usage_errors')).map(({ day }) => day)).toEqual(['2024-10-27'])
  })
})

test('what is in no list is refused, and a sender is limited', async () => {
  const clock = () => NOW
  const database = await openEmpty('sqlite')
  const usage = counterOn(database)
  const admitBeacon = createMinuteLimit({ perMinute: 6, clock })
  const { app } = await startApp({ database, usage, admitBeacon })
  const send = async (payload: object, headers = {}) =>
    (await app.inject({ method: 'POST', url: '/api/usage', payload, headers })).statusCode
  expect(await send({ ...OPENED, page: '/secret' })).toBe(204)
  for (const wrong of [
    { ...OPENED, flow: 'other' },
    { ...OPENED, width: '390' },
    { ...OPENED, marks: ['typed'] },
    { ...OPENED, marks: Array(11).fill('opened') },
    { ...OPENED, error: { field: 'taro@example.jp', code: 'wrong' } },
    { ...OPENED, error: { field: 'email', code: 'taro@example.jp' } },
  ])
    expect(await send(wrong)).toBe(422)
  for (let count = 0; count < 5; count += 1) expect(await send(OPENED)).toBe(204)
  expect(await send(OPENED)).toBe(429)
  await usage.write()
  expect(await usageIn(database)).toEqual(['2026-11-27 entry opened phone 6'])
})

test('forged beacons fill no more than the closed lists of a day, and touch nothing else', async () => {
  const database = await openEmpty('sqlite')
  const usage = counterOn(database)
  const { app } = await startApp({ database, usage })
  const before = [await rowsIn(database, 'applications'), await rowsIn(database, 'facts')]
  const payload = { width: 'desk', marks: [...STEPS, ...FILLINGS] }
  for (let count = 0; count < 50; count += 1)
    for (const flow of FLOW_NAMES)
      await app.inject({ method: 'POST', url: '/api/usage', payload: { ...payload, flow } })
  await usage.write()
  const rows = await rowsIn(database, 'usage')
  expect(rows).toHaveLength(FLOW_NAMES.length * (STEPS.length + FILLINGS.length))
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set([50]))
  const after = [await rowsIn(database, 'applications'), await rowsIn(database, 'facts')]
  expect(after).toEqual(before)
})

test('days of an outage are bounded', async () => {
  const database = await openEmpty('sqlite')
  let now = EVENING
  const usage = counterOn(database, () => now)
  for (let day = 0; day < 10_010; day += 1) {
    usage.count({ ...OPENED })
    now += DAY_MS
  }
  await usage.write()
  expect(await rowsIn(database, 'usage')).toHaveLength(10_000)
})
