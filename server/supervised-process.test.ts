import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from './observability/log.ts'
import { superviseProcess } from './supervised-process.ts'

const ENTRY = join(import.meta.dirname, 'testing/hungry-process.ts')

async function supervise(argv: (address: string | undefined) => string[]) {
  let lines = ''
  const log = createLog({ level: 'error', clock: Date.now, write: (more) => (lines += more) })
  const starts: (string | undefined)[] = []
  const supervised = await superviseProcess({
    name: 'staff',
    entry: ENTRY,
    argv: (address) => {
      starts.push(address)
      return argv(address)
    },
    execArgv: ['--max-old-space-size=24'],
    log,
  })
  onTestFinished(() => supervised.stop())
  return { supervised, starts, logged: () => lines }
}

test('a process that runs out of memory is started again at its address, and this one goes on', async () => {
  const { starts, logged } = await supervise((address) =>
    address === undefined ? ['4711', 'hungry'] : [new URL(address).port],
  )
  await vi.waitFor(() => expect(starts).toHaveLength(2), 20_000)
  expect(starts).toEqual([undefined, 'http://localhost:4711'])
  expect(logged()).toContain('"event":"process_ended","name":"staff"')
})

test('it answers for its metrics, and stops when it is asked to', async () => {
  const { supervised, starts, logged } = await supervise(() => ['7'])
  expect(supervised.address).toBe('http://localhost:7')
  expect(await supervised.renderMetrics()).toBe('started_with 7\n')
  await supervised.stop()
  expect([starts, logged()]).toEqual([[undefined], ''])
  expect(await supervised.renderMetrics()).toBe('')
})

test('a first start that fails is told, not tried again', async () => {
  const log = createLog({ level: 'silent', clock: Date.now, write: () => {} })
  const options = { name: 'staff', argv: () => [], execArgv: [], log }
  await expect(superviseProcess({ ...options, entry: '/nothing/here.ts' })).rejects.toThrow(
    'ended with status 1',
  )
})
