import { closeSync, fstatSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logsToJournal } from '../config/settings.ts'
import { temporaryFolder } from '../testing/databases.ts'
import { runSql } from '../testing/raw-sql.ts'
import { createLog, type Trace, traceOf } from './log.ts'

function gather(level: 'info' | 'silent') {
  const writes: string[] = []
  const log = createLog({ level, clock: () => 0, write: (lines) => writes.push(lines) })
  return { log, writes }
}

test('lines of one turn are one write, those below the level none', async () => {
  const { log, writes } = gather('info')
  log.debug('request')
  log.info('request', { status: 200, route: '/livez' })
  log.error('fault')
  expect(writes).toEqual([])
  await setImmediate()
  expect(writes).toEqual([
    '{"level":"info","time":"1970-01-01T00:00:00.000Z","event":"request","status":200,"route":"/livez"}\n' +
      '{"level":"error","time":"1970-01-01T00:00:00.000Z","event":"fault"}\n',
  ])
})

test('a line has the listed fields and no other, whatever object was handed over', () => {
  const { log, writes } = gather('info')
  const row = { id: 'A1', to: 'canary@example.jp', msg: 'canary', err: new Error('canary') }
  log.info('outbox_attempt', row)
  log.warn('outbox_failed', row)
  log.flush()
  expect(writes.join('').match(/"id":"A1"/g)).toHaveLength(2)
  expect(writes.join('')).not.toContain('canary')
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

test('of SQLite the result code and its meaning are told: a full disk is another fault than damage, at the same place', async () => {
  const full =
    "pragma max_page_count = 3; create table t (a text); insert into t select printf('%.90000c', 'c')"
  const file = join(temporaryFolder(), 'text.db')
  writeFileSync(file, 'canary '.repeat(1000))
  const faults = await Promise.all(
    [
      [join(temporaryFolder(), 'full.db'), full],
      [file, 'select * from canary'],
    ].map(([path, sql = '']) => runSql(`sqlite:${path}`, sql).catch((error) => traceOf(error))),
  )
  expect(faults).toMatchObject([
    { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' },
    { code: 'ERR_SQLITE_ERROR', errcode: 26, errstr: 'file is not a database' },
  ])
  expect(JSON.stringify(faults)).not.toContain('canary')
  const { log, writes } = gather('info')
  const at = ['of the same place']
  for (const fault of faults) log.error('fault', { fault: { ...(fault as Trace), at } })
  log.flush()
  expect(writes.join('').match(/"event":"fault"/g)).toHaveLength(2)
  // Whatever else has such properties may have anybody's words in them.
  const foreign = Object.assign(new Error('x'), { code: 'EX', errcode: 13, errstr: 'canary' })
  expect(traceOf(foreign)).not.toHaveProperty('errstr')
})

test('a fault that repeats is written once, then counted once a minute, whichever request met it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { log, writes } = gather('info')
    const lines = () => {
      log.flush()
      return writes
        .splice(0)
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    }
    const fault = traceOf(new TypeError('x'))
    const other = traceOf(new RangeError('y'))
    for (const reqId of ['a', 'b', 'c']) log.error('fault', { reqId, fault })
    log.error('fault', { reqId: 'd', fault: other })
    log.info('request', { reqId: 'a' })
    log.info('request', { reqId: 'a' })
    vi.advanceTimersByTime(59_000)
    expect(lines().map(({ event, reqId, count }) => [event, reqId, count])).toEqual([
      ['fault', 'a', undefined],
      ['fault', 'd', undefined],
      ['request', 'a', undefined],
      ['request', 'a', undefined],
      ['fault_repeated', 'a', 2],
    ])
    log.error('fault', { reqId: 'e', fault })
    vi.advanceTimersByTime(60_000)
    expect(lines()).toMatchObject([{ event: 'fault_repeated', count: 1, fault }])
    vi.advanceTimersByTime(60_000)
    log.error('fault', { reqId: 'f', fault })
    expect(lines()).toMatchObject([{ event: 'fault', reqId: 'f' }])
  } finally {
    vi.useRealTimers()
  }
})

test('a fatal line is written each time', () => {
  const { log, writes } = gather('info')
  log.fatal('crash')
  log.fatal('crash')
  log.flush()
  expect(writes.join('').match(/crash/g)).toHaveLength(2)
})

test('for the journal each line begins with its priority', () => {
  const writes: string[] = []
  const write = (lines: string) => writes.push(lines)
  const log = createLog({ level: 'debug', clock: () => 0, write, toJournal: true })
  log.debug('request')
  log.info('started')
  log.warn('clock_jump')
  log.error('stalled')
  log.fatal('crash')
  log.flush()
  const found = writes.join('').matchAll(/^(<\d>)\{.*"event":"(\w+)"\}$/gm)
  expect([...found].map(([, priority, event]) => `${priority}${event}`)).toEqual([
    '<7>request',
    '<6>started',
    '<4>clock_jump',
    '<3>stalled',
    '<2>crash',
  ])
})

test('only the descriptor that systemd names is its journal: a redirected one has no priorities', () => {
  const open = (name: string) => {
    const descriptor = openSync(join(temporaryFolder(), name), 'w')
    onTestFinished(() => closeSync(descriptor))
    return descriptor
  }
  const [journal, file] = [open('journal'), open('file')]
  const { dev, ino } = fstatSync(journal)
  expect(logsToJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, journal)).toBe(true)
  expect(logsToJournal({ JOURNAL_STREAM: `${dev}:${ino}` }, file)).toBe(false)
  expect(logsToJournal({ JOURNAL_STREAM: '' }, journal)).toBe(false)
  expect(logsToJournal({}, journal)).toBe(false)
})
