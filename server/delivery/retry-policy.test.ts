/** What an attempt's end changes of a row: sent, due again, a dead letter; and what a lost lease leaves alone. */
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { readConfig } from '../config/settings.ts'
import { NEVER } from '../store/queries/outbox.ts'
import type { OutboxRow } from '../store/schema.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { applicationRow, effectsOf, outboxRow, put } from '../testing/rows.ts'
import { afterFailure, type Failure, longestPauseMs, pauseMs, settle } from './retry-policy.ts'

const NOW = 1_795_132_800_000
const LEASE_MS = 900_000
const SETTLEMENT = { now: NOW, leaseMs: LEASE_MS, schedules: readConfig({}).DELIVERY_RETRIES }

function failing(
  status: Failure['status'],
  given: Partial<OutboxRow> = {},
  { isOutage = false, ...settlement }: Partial<typeof SETTLEMENT> & { isOutage?: boolean } = {},
) {
  const row = outboxRow('1', { attempts: 7, ...given })
  const options = { ...SETTLEMENT, ...settlement, isOutage }
  const unsent = afterFailure(row, { status, reason: 'r' }, options)
  expect(unsent).toMatchObject({ id: '1', attempts: 7, reason: 'r' })
  const { state, nextAt, backoffBy, unknownBy } = unsent
  const wait = nextAt === NEVER ? 'for staff' : nextAt - NOW
  return { state, wait, backoffBy, unknownBy }
}

/** The pauses between all attempts of a row that always fails so, in seconds, until it is a dead letter. */
function pausesOf(status: Failure['status'], settlement: Partial<typeof SETTLEMENT> = {}) {
  const pauses: number[] = []
  let row: Partial<OutboxRow> = { unknown_answers: 0, backoff_ms: 0 }
  for (;;) {
    const { wait, backoffBy, unknownBy, state } = failing(status, row, settlement)
    if (wait === 'for staff') return { pauses, state }
    pauses.push(Number(wait) / 1000)
    const { unknown_answers = 0, backoff_ms = 0 } = row
    row = { unknown_answers: unknown_answers + unknownBy, backoff_ms: backoff_ms + backoffBy }
  }
}

/** Within its jitter. */
const about = (seconds: number) => ({
  asymmetricMatch: (actual: number) => actual >= seconds && actual <= seconds * 1.25,
})
const sum = (pauses: readonly number[]) => pauses.reduce((all, pause) => all + pause, 0)

describe('after a failed attempt', () => {
  test('what was refused is shown as failed at once, and is a dead letter after two days of attempts', () => {
    const { pauses, state } = pausesOf('refused')
    expect(pauses).toEqual([60, 600, 3600, 14_400, 28_800, 43_200, 86_400].map(about))
    expect(sum(pauses)).toBeGreaterThanOrEqual(2 * 86_400)
    expect(state).toBe('failed')
    expect(failing('refused')).toMatchObject({ state: 'failed', unknownBy: 0 })
  })

  test('what was postponed, or could not be reached alone, is tried for five days', () => {
    for (const status of ['postponed', 'unreachable'] as const) {
      const { pauses, state } = pausesOf(status)
      expect(pauses.slice(0, 11)).toEqual(
        [2, 4, 8, 15, 30, 60, 120, 300, 600, 1800, 1800].map(about),
      )
      expect(sum(pauses)).toBeGreaterThanOrEqual(5 * 86_400)
      expect(sum(pauses)).toBeLessThan(5 * 86_400 + 2250)
      expect(state).toBe('failed')
      expect(failing(status).state).toBe('queued')
    }
  })

  test('an answer that did not come keeps its lease, and is sent twice more: two days apart, for each may be a copy', () => {
    expect(failing('unknown')).toEqual({
      state: 'sending',
      wait: LEASE_MS,
      backoffBy: 0,
      unknownBy: 1,
    })
    const again = failing('unknown', { unknown_answers: 1 })
    expect(again).toMatchObject({ state: 'failed', wait: about(2 * DAY_MS), unknownBy: 1 })
    expect(failing('unknown', { unknown_answers: 2 })).toEqual({
      state: 'failed',
      wait: 'for staff',
      backoffBy: 0,
      unknownBy: 1,
    })
  })

  test.each(['unreachable', 'refused', 'postponed'] as const)(
    'neither a clock that is years ahead nor days without the process make a dead letter of what is %s',
    (status) => {
      const old = { created_at: NOW - 3650 * DAY_MS, next_at: NOW - 3650 * DAY_MS }
      expect(failing(status, old).wait).not.toBe('for staff')
      expect(failing(status, { ...old, backoff_ms: DAY_MS }).wait).not.toBe('for staff')
    },
  )

  test('an outage is no failure of the row, however long it lasts', () => {
    expect(failing('unreachable', { backoff_ms: 9 * DAY_MS }, { isOutage: true })).toEqual({
      state: 'queued',
      wait: about(1000),
      backoffBy: 0,
      unknownBy: 0,
    })
  })
})

test('one setting replaces the table of schedules, in part or whole', () => {
  const schedules = readConfig({
    DELIVERY_RETRIES: 'refused=86400 postponed=3600,7200',
  }).DELIVERY_RETRIES
  expect(pausesOf('refused', { schedules }).pauses).toEqual([about(86_400), about(86_400)])
  expect(pausesOf('postponed', { schedules }).pauses.slice(0, 3)).toEqual(
    [3600, 7200, 7200].map(about),
  )
  expect(schedules.outage).toEqual([1, 2, 4, 8, 15, 30])
  for (const text of [
    'refused',
    'refused=',
    'refused=1,',
    'other=1',
    'refused=1=2',
    'refused=-1',
    'outage=0',
  ])
    expect(() => readConfig({ DELIVERY_RETRIES: text })).toThrow('DELIVERY_RETRIES')
})

test('a pause is as long as the schedule has it, or up to a quarter longer; the last one repeats', () => {
  expect([pauseMs([2, 8], 0, 0), pauseMs([2, 8], 0, 1)]).toEqual([2000, 2500])
  expect([pauseMs([2, 8], 1, 0), pauseMs([2, 8], 9, 0)]).toEqual([8000, 8000])
})

test('the longest wait follows from the schedules and the limits', () => {
  expect(longestPauseMs(SETTLEMENT.schedules)).toBe(2.5 * DAY_MS)
  const short = { postponed: [1], refused: [1], unknown: [1], outage: [1] }
  expect(longestPauseMs(short)).toBe(DAY_MS)
})

test.each(ENGINES)(
  'what has ended is written down under its own lease alone on %s',
  async (engine) => {
    const database = await openEmpty(engine)
    const row = outboxRow('1', { state: 'sending', attempts: 2 })
    await put(database, { applications: [applicationRow('a')], outbox: [row] })
    const lost = { ...row, attempts: 1 }
    const outage = { status: 'unreachable', reason: 'down' } as const
    const unknown = { status: 'unknown', reason: 'r' } as const
    const settled = (of: OutboxRow, outcome: Failure | { status: 'delivered' }, isOutage = false) =>
      effectsOf(database, {
        changed: (tx) => settle(tx, { row: of, outcome, isOutage }, SETTLEMENT),
      })
    expect(await settled(row, { status: 'delivered' })).toEqual({
      changed: { 'outbox 1': { state: 'sent', sent_at: NOW } },
    })
    expect(await settled(row, unknown)).toEqual({
      changed: { 'outbox 1': { next_at: NOW + LEASE_MS, last_error: 'r', unknown_answers: 1 } },
    })
    expect(await settled(row, outage, true)).toMatchObject({
      changed: { 'outbox 1': { state: 'queued', last_error: 'down' } },
    })
    for (const failure of [unknown, outage])
      expect(await settled(lost, failure)).toEqual({ changed: {} })
    // Whoever holds the lease now: what was delivered was delivered.
    expect(await settled(lost, { status: 'delivered' })).toMatchObject({
      changed: { 'outbox 1': { state: 'sent' } },
    })
  },
)
