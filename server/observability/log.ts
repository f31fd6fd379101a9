/** Structured log: JSON lines on standard error. Personal data cannot get in: only the listed fields exist. */
import { PRIORITIES } from './journal.ts'
import type { LogFields, Trace } from './log-fields.ts'
import { createRepeats } from './repeats.ts'

export type { LogFields, Trace }

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Log = {
  [L in Exclude<LogLevel, 'silent'>]: (event: string, fields?: LogFields) => void
} & {
  /** Whether lines of this level are written: where not, their fields need not be gathered. */
  tells(level: LogLevel): boolean
  /** Writes buffered lines; call before exit. */
  flush(): void
}

type LogOptions = {
  /** Lowest level that is written. */
  level: LogLevel
  /** Epoch milliseconds. */
  clock: () => number
  write: (lines: string) => void
  /** Puts the priority before each line by which systemd's journal files it. */
  toJournal?: boolean
}

/** Faults that repeat are counted, once a minute; a fatal one never does. */
const THROTTLED: readonly LogLevel[] = ['warn', 'error']

export function createLog({ level, clock, write, toJournal = false }: LogOptions): Log {
  const { gather, flush } = gatherLines(write)
  const time = timeText(clock)
  const flushes: (() => void)[] = []
  const tells = (name: LogLevel) => LOG_LEVELS.indexOf(name) >= LOG_LEVELS.indexOf(level)
  const logger = (name: Exclude<LogLevel, 'silent'>) => {
    const prefix = toJournal ? PRIORITIES[name] : ''
    if (!tells(name)) return () => {}
    const put = (event: string, fields: LogFields = {}) => {
      const rest = JSON.stringify(fields).slice(1, -1)
      const head = `${prefix}{"time":"${time()}","level":"${name}","event":"${event}"`
      gather(rest === '' ? `${head}}\n` : `${head},${rest}}\n`)
    }
    if (!THROTTLED.includes(name)) return put
    const repeats = createRepeats(({ event, fields }, count) =>
      put(`${event}_repeated`, { ...fields, count }),
    )
    flushes.push(repeats.flush)
    return (event: string, fields: LogFields = {}) => {
      if (repeats.isFirst(event, fields)) put(event, fields)
    }
  }
  return {
    trace: logger('trace'),
    debug: logger('debug'),
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
    fatal: logger('fatal'),
    tells,
    flush() {
      for (const report of flushes) report()
      flush()
    },
  }
}

/** Messages of parsers and databases quote data, so they are left out. */
export function traceOf(thrown: unknown, depth = 3): Trace {
  if (!(thrown instanceof Error)) return { type: typeof thrown, at: [] }
  const code = 'code' in thrown ? thrown.code : undefined
  return {
    type: thrown.name,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...sqliteCodesOf(thrown),
    at: framesOf(thrown),
    ...(thrown.cause !== undefined && depth > 0 && { cause: traceOf(thrown.cause, depth - 1) }),
  }
}

/** Constants of SQLite's, by which a full disk and damage differ; both have one code of Node's. */
function sqliteCodesOf(error: Error): Pick<Trace, 'errcode' | 'errstr'> {
  const { code, errcode, errstr } = error as Partial<Trace>
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined || errstr === undefined) return {}
  return { errcode, errstr }
}

const FRAMES_SHOWN = 8

function framesOf({ message, stack = '' }: Error): string[] {
  return stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
    .slice(0, FRAMES_SHOWN)
    .map((line) => line.trim().slice('at '.length))
}

/** The time in ISO 8601, formatted once a millisecond: under load many lines share it. */
function timeText(clock: () => number): () => string {
  let worded = Number.NaN
  let text = ''
  return () => {
    const now = clock()
    if (now !== worded) text = new Date(now).toISOString()
    worded = now
    return text
  }
}

/** Buffers the lines of one turn of the event loop into one write. */
function gatherLines(write: (lines: string) => void) {
  let lines = ''
  const flush = () => {
    if (lines !== '') write(lines)
    lines = ''
  }
  const gather = (line: string) => {
    if (lines === '') setImmediate(flush)
    lines += line
  }
  return { gather, flush }
}
