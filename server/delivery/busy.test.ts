import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
