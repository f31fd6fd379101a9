import { expect, test } from 'vitest'
import { awake } from './awake.ts'

test('time in which the process stood still is not counted', async () => {
  const waiting = awake(100)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  const start = performance.now()
  await waiting
  expect(performance.now() - start).toBeGreaterThanOrEqual(70)
})

test('a wait can be ended', async () => {
  const ended = new AbortController()
  const waiting = awake(60_000, ended.signal)
  ended.abort()
  await expect(waiting).rejects.toThrow('aborted')
})
