import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from './lock.js'

let folder: string
let lock: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock 空 '))
  lock = join(folder, 'setup.lock')
})
afterEach(() => rm(folder, { recursive: true }))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const nobodyWaits = () => {
  throw new Error('waited')
}

test('the second comes in when the first is out', async () => {
  const seen: string[] = []
  const first = withLock(
    lock,
    async () => {
      seen.push('first in')
      await pause(250)
      seen.push('first out')
    },
    nobodyWaits,
  )
  const second = withLock(
    lock,
    async () => seen.push('second in'),
    () => seen.push('second waits'),
  )
  await Promise.all([first, second])
  expect(seen).toEqual(['first in', 'second waits', 'first out', 'second in'])
})

test('is free again after work that failed', async () => {
  const failing = withLock(lock, () => Promise.reject(new Error('broken')), nobodyWaits)
  await expect(failing).rejects.toThrow('broken')
  expect(await withLock(lock, async () => 'next', nobodyWaits)).toBe('next')
})

test('is taken over from a holder that was killed', async () => {
  const dead = spawn('true')
  await new Promise((resolve) => dead.on('close', resolve))
  await writeFile(lock, JSON.stringify({ host: hostname(), pids: [dead.pid] }))
  expect(await withLock(lock, async () => 'mine', nobodyWaits)).toBe('mine')
})

test('stays held while a child of the killed holder lives', async () => {
  const orphan = spawn('sleep', ['0.4'])
  const start = performance.now()
  await writeFile(lock, JSON.stringify({ host: hostname(), pids: [orphan.pid] }))
  await withLock(
    lock,
    async () => undefined,
    () => undefined,
  )
  expect(performance.now() - start).toBeGreaterThan(350)
})

test('is taken over when the holder on another machine has not been heard of for a minute', async () => {
  await writeFile(lock, JSON.stringify({ host: 'elsewhere', pids: [1] }))
  const longAgo = new Date(Date.now() - 61_000)
  await utimes(lock, longAgo, longAgo)
  expect(await withLock(lock, async () => 'mine', nobodyWaits)).toBe('mine')
})

test('names the child that the work is guarded by', async () => {
  await withLock(
    lock,
    async (guard) => {
      guard(4242)
      expect(JSON.parse(await readFile(lock, 'utf8')).pids).toEqual([process.pid, 4242])
    },
    nobodyWaits,
  )
})
