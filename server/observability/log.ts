/** Structured log: pino's JSON lines on standard error, throttled where they repeat. Personal data cannot get in: only the listed fields exist. */
import { fstatSync } from 'node:fs'
import { type Level, pino } from 'pino'
import { isoTime, MINUTE_MS } from '#domain/tokyo-time.ts'
import type { EventOf } from './events.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Log = {
  [L in Exclude<LogLevel, 'silent'>]: (event: EventOf<L>, fields?: LogFields) => void
} & {
  /** Whether lines of this level are written: where not, their fields need not be gathered. */
  tells(level: LogLevel): boolean
  /** Writes buffered lines; call before exit. */
  flush(): void
}

/**
 * Every field that a line can have: identifiers of our own, names from the code, counts and durations. A value under any
 * other name is not written, whatever object was handed over.
 */
const FIELDS = {
  text: [
    ...(['reqId', 'method', 'route', 'reference', 'id', 'kind', 'outcome'] as const),
    ...(['name', 'reason', 'signal', 'command'] as const),
    ...(['version', 'commit', 'built'] as const),
  ],
  number: ['status', 'ms', 'attempt', 'seconds', 'deleted', 'erased', 'count'],
  code: ['code'],
  trace: ['error', 'fault'],
} as const
type Held = { text: string; number: number; code: string | number; trace: Trace }
type FieldsOf<K extends keyof Held> = {
  readonly [F in (typeof FIELDS)[K][number]]?: Held[K] | undefined
}
export type LogFields = FieldsOf<'text'> & FieldsOf<'number'> & FieldsOf<'code'> & FieldsOf<'trace'>
const LISTED: ReadonlySet<string> = new Set(Object.values(FIELDS).flat())

/** An error as it is logged: type, code, stack; never its message. Of SQLite's also its result code, and what that means. */
export type Trace = {
  type: string
  code?: string | number
  errcode?: number
  errstr?: string
  at: string[]
  cause?: Trace
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

/** Levels whose repeated lines are throttled; after a fatal one the process ends. */
const THROTTLED: readonly LogLevel[] = ['warn', 'error']
/** How often repeated lines are counted in one. */
export const REPEAT_MS = MINUTE_MS

/** The priorities of syslog, as sd-daemon(3) has them in front of a line. */
export const PRIORITIES = {
  trace: '<7>',
  debug: '<7>',
  info: '<6>',
  warn: '<4>',
  error: '<3>',
  fatal: '<2>',
} as const satisfies Record<Level, string>

export function createLog({ level, clock, write, toJournal = false }: LogOptions): Log {
  const { gather, flush } = gatherLines(write)
  const time = timeText(clock)
  let prefix = ''
  const lines = pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${time()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => gather(prefix + line) },
  )
  const flushes: (() => void)[] = []
  const logger = (name: Level) => {
    if (!lines.isLevelEnabled(name)) return () => {}
    const put = (event: string, fields: LogFields = {}) => {
      if (toJournal) prefix = PRIORITIES[name]
      lines[name]({ event, ...listed(fields) })
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
    tells: (name) => lines.isLevelEnabled(name),
    flush() {
      for (const report of flushes) report()
      flush()
    },
  }
}

function listed(fields: LogFields): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => LISTED.has(name)))
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

/** Whether a descriptor is systemd's journal. `stream` is JOURNAL_STREAM, `<device>:<inode>` of the journal's socket: only that descriptor is the journal. */
export function isJournal(stream: string, descriptor: number): boolean {
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  return stream === `${dev}:${ino}`
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
  let formattedAt = Number.NaN
  let text = ''
  return () => {
    const now = clock()
    if (now !== formattedAt) text = isoTime(now)
    formattedAt = now
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

type Repeat = { count: number; timer: NodeJS.Timeout }

/** Throttling: the first of lines that repeat is written; then, once a minute, `report` writes how many were left out. */
function createRepeats(
  report: (line: { event: string; fields: LogFields }, count: number) => void,
) {
  const open = new Map<string, Repeat & { event: string; fields: LogFields }>()
  const settle = (key: string) => {
    const repeat = open.get(key)
    if (!repeat) return
    clearTimeout(repeat.timer)
    if (repeat.count === 0) open.delete(key)
    else {
      report(repeat, repeat.count)
      repeat.count = 0
      repeat.timer = setTimeout(settle, REPEAT_MS, key).unref()
    }
  }
  return {
    /** Whether the line is to be written now. */
    isFirst(event: string, fields: LogFields): boolean {
      const key = keyOf(event, fields)
      const repeat = open.get(key)
      if (repeat) {
        repeat.count += 1
        return false
      }
      const timer = setTimeout(settle, REPEAT_MS, key).unref()
      open.set(key, { event, fields, count: 0, timer })
      return true
    },
    /** Reports what was left out so far. */
    flush() {
      for (const key of [...open.keys()]) if (open.get(key)?.count) settle(key)
    },
  }
}

/** A fault is identified by its place in the code, not by the request or mail in which it occurred. */
function keyOf(event: string, fields: LogFields): string {
  const trace = fields.fault ?? fields.error
  return JSON.stringify([event, trace ? placeOf(trace) : fields])
}

function placeOf({ type, code, errcode, at, cause }: Trace): unknown {
  return [type, code, errcode, at[0], cause && placeOf(cause)]
}
