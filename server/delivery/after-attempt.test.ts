import { describe, expect, test } from 'vitest'
import { NEVER } from '../store/queries/outbox.ts'
import { outboxRow } from '../testing/rows.ts'
import { afterFailure, type Failure } from './retry-policy.ts'

const AT = 1_795_132_800_000
const DAY_MS = 86_400_000
const UNKNOWN = { leaseMs: 1000, limit: 3 }

function failing(
  status: Failure['status'],
  { attempts = 1, unknown_answers = 0, age = 0 }: Record<string, number> = {},
  isOutage = false,
) {
  const row = outboxRow('1', { attempts, unknown_answers, created_at: AT - age })
  const unsent = afterFailure(row, { status, reason: 'r' }, { at: AT, isOutage, unknown: UNKNOWN })
  expect(unsent).toMatchObject({ id: '1', attempts, reason: 'r' })
  const { state, nextAt, attemptsBy, unknownBy } = unsent
  return {
    state,
    wait: nextAt === NEVER ? 'for staff' : pauseOf(nextAt - AT),
    attemptsBy,
    unknownBy,
  }
}

const PAUSES_MS = [1000, 2000, 16_000, 512_000, 1_024_000, 1_800_000]
/** The pause that this is 75 % to 125 % of. */
const pauseOf = (ms: number) => PAUSES_MS.find((pause) => ms >= pause * 0.75 && ms <= pause * 1.25)

describe('after a failed attempt', () => {
  test.each([
    ['unreachable', 'queued'],
    ['postponed', 'queued'],
    ['refused', 'failed'],
  ] as const)('what was %s is %s, and due again after a pause that doubles', (status, state) => {
    const unchanged = { state, attemptsBy: 0, unknownBy: 0 }
    expect(failing(status, { attempts: 1 })).toEqual({ ...unchanged, wait: 2000 })
    expect(failing(status, { attempts: 4 })).toEqual({ ...unchanged, wait: 16_000 })
    expect(failing(status, { attempts: 9 })).toEqual({ ...unchanged, wait: 512_000 })
    expect(failing(status, { age: 5 * DAY_MS })).toMatchObject({ state, wait: 2000 })
    expect(failing(status, { unknown_answers: 9 })).toMatchObject({ state, wait: 2000 })
    expect(failing(status, { age: 5 * DAY_MS + 1 })).toEqual({
      ...unchanged,
      state: 'failed',
      wait: 'for staff',
    })
  })

  test('what was refused ten times is left to staff, what could not be reached is not', () => {
    expect(failing('refused', { attempts: 10 })).toMatchObject({
      state: 'failed',
      wait: 'for staff',
    })
    const tried = failing('unreachable', { attempts: 10 })
    expect(tried).toMatchObject({ state: 'queued', wait: 1_024_000 })
    const longest = failing('postponed', { attempts: 99 })
    expect(longest).toMatchObject({ state: 'queued', wait: 1_800_000 })
  })

  test('an outage counts no attempt of the row', () => {
    expect(failing('unreachable', { attempts: 7 }, true)).toEqual({
      state: 'queued',
      wait: 2000,
      attemptsBy: -1,
      unknownBy: 0,
    })
  })

  test('an answer that did not come keeps its lease, and at the third time is left to staff', () => {
    expect(failing('unknown', { unknown_answers: 1 })).toEqual({
      state: 'sending',
      wait: 1000,
      attemptsBy: 0,
      unknownBy: 1,
    })
    const left = { state: 'failed', wait: 'for staff', attemptsBy: 0, unknownBy: 1 }
    expect(failing('unknown', { unknown_answers: 2 })).toEqual(left)
    expect(failing('unknown', { age: 5 * DAY_MS + 1 })).toEqual(left)
  })
})
