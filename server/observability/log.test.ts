import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLog, traceOf } from './log.ts'

function gather(level: 'info' | 'silent') {
  const writes: string[] = []
  const log = createLog({ level, clock: () => 0, write: (lines) => writes.push(lines) })
  return { log, writes }
}

test('lines of one turn are one write, those below the level none', async () => {
  const { log, writes } = gather('info')
  log.debug('unseen')
  log.info('request', { status: 200, route: '/livez' })
  log.error('fault')
  expect(writes).toEqual([])
  await setImmediate()
  expect(writes).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"request","status":200,"route":"/livez"}\n' +
      '{"time":"1970-01-01T00:00:00.000Z","level":"error","event":"fault"}\n',
  ])
})

test('what is gathered can be written before the process ends', () => {
  const { log, writes } = gather('info')
  log.fatal('crash')
  log.flush()
  log.flush()
  expect(writes).toHaveLength(1)
})

test('silent is silent', async () => {
  const { log, writes } = gather('silent')
  log.fatal('crash')
  await setImmediate()
  expect(writes).toEqual([])
})

test('of an error the kind, the code and the place are told, of its words nothing', () => {
  class Refused extends Error {
    override readonly name = 'Refused'
    readonly code = '23505'
  }
  const cause = new Refused('Key (email)=(canary@example.jp) exists\n    at canary (/x.ts:1:1)')
  const trace = traceOf(new Error('canary one', { cause }))
  expect(JSON.stringify(trace)).not.toContain('canary')
  expect(trace).toMatchObject({ type: 'Error', cause: { type: 'Refused', code: '23505' } })
  expect(trace.at[0]).toContain('log.test.ts')
  expect(traceOf('canary')).toEqual({ type: 'string', at: [] })
})
