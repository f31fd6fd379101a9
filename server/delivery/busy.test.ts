import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { watchLoad } from './busy.ts'

/** Longer than the shortest time that the watch says something of. */
const WINDOW_MS = 150

async function loadAfter(requests: number, work: () => unknown) {
  const server = new EventEmitter()
  const load = watchLoad(server as never)
  for (let i = 0; i < requests; i++) server.emit('request')
  await work()
  return load()
}

function keepLoopFull(): void {
  const until = performance.now() + WINDOW_MS
  while (performance.now() < until);
}

test('requests that leave the event loop time are served, and keep delivery at a pace', async () => {
  expect(await loadAfter(40, () => sleep(WINDOW_MS))).toBe('serving')
})

test('requests that fill the event loop keep the process busy', async () => {
  expect(await loadAfter(40, keepLoopFull)).toBe('busy')
})

test('without requests there is room for delivery, however full the event loop is', async () => {
  expect(await loadAfter(0, keepLoopFull)).toBe('idle')
  expect(await loadAfter(1, () => sleep(WINDOW_MS))).toBe('idle')
})

test('a tenth of a second is the least that is judged, and twenty requests a second are few', () => {
  let now = 0
  const clock = mock.method(performance, 'now', () => now)
  onTestFinished(() => clock.mock.restore())
  const server = new EventEmitter()
  const load = watchLoad(server as never)
  const loadAfter = (requests: number, ms: number) => {
    for (let i = 0; i < requests; i++) server.emit('request')
    now += ms
    return load()
  }
  expect(loadAfter(30, 99)).toBe('idle')
  expect(loadAfter(0, 1)).not.toBe('idle')
  // What was judged already is not counted again.
  expect(loadAfter(20, 1000)).toBe('idle')
  expect(loadAfter(21, 1000)).not.toBe('idle')
})
