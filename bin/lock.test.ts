import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
  await writeFile(lock, `${dead.pid}`)
  expect(await withLock(lock, async () => 'mine', nobodyWaits)).toBe('mine')
})

test('stays held while a child of the killed holder lives', async () => {
  const dead = spawn('true')
  await new Promise((resolve) => dead.on('close', resolve))
  const orphan = spawn('sleep', ['0.4'])
  const start = performance.now()
  await writeFile(lock, `${dead.pid} ${orphan.pid}`)
  await withLock(
    lock,
    async () => undefined,
    () => undefined,
  )
  expect(performance.now() - start).toBeGreaterThan(300)
})

test('names the child that the work is guarded by', async () => {
  await withLock(
    lock,
    async (guard) => {
      guard(4242)
      expect(await readFile(lock, 'utf8')).toBe(`${process.pid} 4242`)
    },
    nobodyWaits,
  )
})

test('is held by one process at a time, of eight that start at once on a dead one', async () => {
  const dead = spawn('true')
  await new Promise((resolve) => dead.on('close', resolve))
  await writeFile(lock, `${dead.pid}`)
  const log = join(folder, 'log')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(join(import.meta.dirname, 'lock.js'))}
    await withLock(process.argv[1], async () => {
      appendFileSync(process.argv[2], 'in ')
      await new Promise((resolve) => setTimeout(resolve, 20))
      appendFileSync(process.argv[2], 'out ')
    }, () => {})`
  const holders = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program, lock, log]),
  )
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.on('close', resolve))))
  expect(await readFile(log, 'utf8')).toBe('in out '.repeat(8))
})
