import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../observability/log.ts'
import { superviseProcess } from './console-process.ts'

const ENTRY = join(import.meta.dirname, '../testing/hungry-process.ts')

function supervise(argv: (address: string | undefined) => string[], entry = ENTRY) {
  const lines: string[] = []
  const write = (more: string) => void lines.push(...more.trim().split('\n'))
  const log = createLog({ level: 'error', clock: Date.now, write })
  const starts: (string | undefined)[] = []
  const supervised = superviseProcess({
    name: 'staff',
    entry,
    argv: (address) => {
      starts.push(address)
      return argv(address)
    },
    execArgv: ['--max-old-space-size=24'],
    log,
  })
  onTestFinished(() => supervised.stop())
  return { supervised, starts, logged: () => lines.map((line) => JSON.parse(line)) }
}

test('a process that runs out of memory is started again at its address, and this one goes on', async () => {
  const { starts, logged } = supervise((address) =>
    address === undefined ? ['4711', 'hungry'] : [new URL(address).port],
  )
  await vi.waitFor(() => expect(starts).toHaveLength(2), 20_000)
  expect(starts).toEqual([undefined, 'http://localhost:4711'])
  expect(logged()).toMatchObject([{ level: 'error', event: 'process_ended', name: 'staff' }])
})

test('it answers for its metrics, and stops when it is asked to', async () => {
  const { supervised, starts, logged } = supervise(() => ['7'])
  expect([supervised.isListening(), await supervised.renderMetrics()]).toEqual([false, ''])
  expect(await supervised.address).toBe('http://localhost:7')
  expect(supervised.isListening()).toBe(true)
  expect(await supervised.renderMetrics()).toBe('started_with 7\n')
  await supervised.stop()
  // The log's lines of one turn of the event loop are written at its end.
  await setImmediate()
  expect([starts, logged()]).toEqual([[undefined], []])
  expect([supervised.isListening(), await supervised.renderMetrics()]).toEqual([false, ''])
})

test('one that does not answer for its metrics holds nobody up', async () => {
  const { supervised } = supervise(() => ['7', 'silent'])
  await supervised.address
  const began = performance.now()
  expect(await supervised.renderMetrics()).toBe('')
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a start that is refused is tried again until it succeeds, and one line says why', async () => {
  let attempts = 0
  const { supervised, starts, logged } = supervise(() => {
    attempts += 1
    return attempts < 4 ? ['7', 'refused'] : ['7']
  })
  const began = performance.now()
  expect(await supervised.address).toBe('http://localhost:7')
  // 250, 500 and 1000 ms between them.
  expect(performance.now() - began).toBeGreaterThan(1700)
  expect(starts).toEqual([undefined, undefined, undefined, undefined])
  expect(logged()).toMatchObject([
    { level: 'error', event: 'process_refused', name: 'staff', reason: 'ポート 7 は使用中です。' },
  ])
})

test('one that ends without a word, and one that the system does not start, are tried again', async () => {
  const ending = supervise(() => [], '/nothing/here.ts')
  await vi.waitFor(() => expect(ending.starts.length).toBeGreaterThan(1), 10_000)
  expect(ending.logged()).toMatchObject([{ event: 'process_ended', code: 1, signal: '' }])

  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/nothing/node'
  const missing = supervise(() => ['7'])
  await vi.waitFor(() => expect(missing.starts.length).toBeGreaterThan(1), 10_000)
  expect(missing.logged()).toMatchObject([
    { event: 'process_not_started', fault: { type: 'Error', code: 'ENOENT' } },
  ])
  process.execPath = execPath
  expect(await missing.supervised.address).toBe('http://localhost:7')
})

test('a question to a process that has just died is not answered, and its end is told as it was', async () => {
  const { supervised, starts, logged } = supervise(() => ['pid'])
  process.kill(Number(new URL(await supervised.address).port), 'SIGKILL')
  // Without a turn of the event loop, in which this process would hear of the end.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  expect(await supervised.renderMetrics()).toBe('')
  await vi.waitFor(() => expect(starts).toHaveLength(2), 10_000)
  expect(logged()).toMatchObject([{ event: 'process_ended', code: -1, signal: 'SIGKILL' }])
})

test('a stop ends the wait for the next start', async () => {
  const { supervised, starts, logged } = supervise(() => ['7', 'refused'])
  await vi.waitFor(() => expect(starts).toHaveLength(3), 10_000)
  await vi.waitFor(() => expect(supervised.isListening()).toBe(false), 20_000)
  const began = performance.now()
  await supervised.stop()
  expect(performance.now() - began).toBeLessThan(900)
  expect(logged()).toHaveLength(1)
  expect(starts).toHaveLength(3)
})
