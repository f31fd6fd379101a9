import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { type ClockJump, createClock } from './clock.ts'

const START = Date.UTC(2026, 10, 20)
const YEAR_MS = 365 * 86_400_000

function setUp() {
  const machine = { wall: START, steady: 500 }
  const jumps: ClockJump[] = []
  const clock = createClock(
    () => machine.wall,
    () => machine.steady,
    (jump) => jumps.push(jump),
  )
  const pass = (ms: number) => {
    machine.wall += ms
    machine.steady += ms
  }
  return { machine, jumps, clock, pass }
}

test('time passes', () => {
  const { clock, pass, jumps } = setUp()
  expect(clock()).toBe(START)
  pass(90_000)
  expect(clock()).toBe(START + 90_000)
  expect(jumps).toEqual([])
})

test.each([30_000, -30_000])('a correction of %i ms is followed at once', (correction) => {
  const { machine, clock, jumps } = setUp()
  machine.wall += correction
  expect(clock()).toBe(START + correction)
  expect(jumps).toEqual([])
})

test.each([5 * YEAR_MS, -5 * YEAR_MS])('a jump of %i ms and back changes nothing', (offset) => {
  const { machine, clock, pass, jumps } = setUp()
  machine.wall += offset
  expect(clock()).toBe(START)
  pass(9 * MINUTE_MS)
  expect(clock()).toBe(START + 9 * MINUTE_MS)
  machine.wall -= offset
  pass(MINUTE_MS)
  expect(clock()).toBe(START + 10 * MINUTE_MS)
  const seconds = offset / 1000
  expect(jumps).toEqual([
    { event: 'clock_jump', seconds },
    { event: 'clock_jump_over', seconds },
  ])
})

test('a jump that lasts is followed after ten minutes, and told once', () => {
  const { machine, clock, pass, jumps } = setUp()
  machine.wall += YEAR_MS
  for (let minute = 0; minute < 10; minute++) {
    expect(clock()).toBe(START + minute * MINUTE_MS)
    pass(MINUTE_MS)
  }
  expect(clock()).toBe(START + YEAR_MS + 10 * MINUTE_MS)
  expect(jumps.map(({ event }) => event)).toEqual(['clock_jump', 'clock_jump_followed'])
})

test('a clock that goes on jumping is not followed', () => {
  const { machine, clock, pass, jumps } = setUp()
  for (let minute = 0; minute < 30; minute++) {
    machine.wall += YEAR_MS
    pass(MINUTE_MS)
    expect(clock()).toBe(START + (minute + 1) * MINUTE_MS)
  }
  expect(jumps).toHaveLength(30)
})
