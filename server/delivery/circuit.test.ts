import { expect, test } from 'vitest'
import { createCircuit } from './circuit.ts'
import { pauseAfter } from './retry-policy.ts'

const PAUSES = { first: 1000, longest: 30_000 }

test('pauses double up to the longest, each with its jitter', () => {
  expect([1, 2, 3, 6, 100].map((failures) => pauseAfter(failures, PAUSES, 0.5))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ])
  expect([pauseAfter(1, PAUSES, 0), pauseAfter(1, PAUSES, 1)]).toEqual([750, 1250])
  expect(new Set(Array.from({ length: 20 }, () => pauseAfter(3, PAUSES))).size).toBeGreaterThan(5)
})

test('a circuit opens after so many failures in a row, and lets one probe through', () => {
  const circuit = createCircuit({ threshold: 3, pauses: PAUSES })
  circuit.failed(0)
  circuit.failed(0)
  circuit.succeeded()
  circuit.failed(0)
  circuit.failed(0)
  expect(circuit.room(0)).toBe(Number.POSITIVE_INFINITY)
  circuit.failed(0)
  expect(circuit.room(700)).toBe(0)
  expect(circuit.room(1300)).toBe(1)
  circuit.began()
  expect(circuit.room(1300)).toBe(0)
  circuit.failed(1300)
  expect(circuit.room(2700)).toBe(0)
  expect(circuit.room(3900)).toBe(1)
  circuit.began()
  circuit.succeeded()
  expect(circuit.room(3900)).toBe(Number.POSITIVE_INFINITY)
})

test('failures of what began before it opened make its pause no longer', () => {
  const circuit = createCircuit({ threshold: 1, pauses: PAUSES })
  for (let i = 0; i < 40; i++) circuit.failed(0)
  expect(circuit.room(1300)).toBe(1)
})

test('a clock that is set back does not keep it open', () => {
  const circuit = createCircuit({ threshold: 1, pauses: PAUSES })
  circuit.failed(10_000_000)
  expect(circuit.room(0)).toBe(1)
})
