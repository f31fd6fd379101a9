/** Process life cycle: its log and clock, signals, crashes, a failed start, and the address that is printed at start. */

import type { FastifyInstance } from 'fastify'
import { type Config, logsToJournal } from './config/settings.ts'
import { OperatorError } from './errors.ts'
import { createLog, type Log, traceOf } from './observability/log.ts'
import { OtherSchema, type SchemaDifference } from './store/migrate.ts'
import { ReadOnlyServer } from './store/postgres/safety.ts'
import { sqliteErrorKind } from './store/sqlite/errors.ts'

/** A graceful shutdown takes less than ten seconds after its delay; one that does not is cut off. */
const PATIENCE_MS = 9_500
/** Where a browser on this machine reaches the server as localhost. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** Log and clock of this process, and what ends it; a closed pipe (EPIPE) on its standard output or error does not. */
export function createProcess({ LOG_LEVEL }: Config) {
  const log = createLog({
    level: LOG_LEVEL,
    clock: Date.now,
    write: (lines) => process.stderr.write(lines),
    toJournal: logsToJournal(),
  })
  const clock = createClock(Date.now, performance.now.bind(performance), ({ event, seconds }) =>
    log.warn(event, { seconds }),
  )
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const crash = crashWith(log)
  process.on('uncaughtException', crash)
  return { log, clock, crash }
}

/** Codes of a connection that did not come about. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
])

/** Logs the error without its message (it may quote personal data) and exits with status 1 at once. */
export function crashWith(log: Log): (error: unknown) => never {
  return (error) => {
    log.fatal('crash', { fault: traceOf(error) })
    log.flush()
    process.exit(1)
  }
}

/** The first signal ends the process in order, with status 0; a second one at once. `delayMs`: how long work is still taken. */
export function stopOn(
  signals: readonly NodeJS.Signals[],
  delayMs: number,
  stop: () => Promise<void>,
): void {
  for (const signal of signals)
    process.once(signal, async () => {
      setTimeout(() => process.exit(1), delayMs + PATIENCE_MS).unref()
      await stop()
      process.exit(0)
    })
}

/** A server's address as it is typed into a browser on this machine. */
export function addressOf(app: FastifyInstance): string {
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') return String(bound)
  const { address, port, family } = bound
  if (EVERY_ADDRESS.has(address)) return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const SCHEMA_DIFFERENCES = {
  missing: 'データベースにまだ表がありません。サーバーを初めて起動したときに作られます。',
  older:
    'データベースは古い版のものです。サーバーを起動すると、この版に更新されます。コマンドはデータベースを更新しません。',
  newer:
    'データベースは新しい版のものです。この版では使えません。新しい版のプログラムを使うか、更新前の控えから戻してください。',
} as const satisfies Record<SchemaDifference, string>

/** Undefined where it is no matter of the database's. */
export function explainDatabase(error: Error): string | undefined {
  if (error instanceof OtherSchema)
    return `${SCHEMA_DIFFERENCES[error.difference]}（${error.message}）`
  if (sqliteErrorKind(error) === 'damaged')
    return `データベースのファイルが壊れているか、データベースではありません（${error.message}）。OPERATIONS.md の「The database is damaged」の手順で直してください。`
  if (error instanceof ReadOnlyServer)
    return '接続先の PostgreSQL は読み取り専用です（スタンバイだけに接続できている状態です）。プライマリーが復旧するまで待つか、DATABASE_URL にプライマリーを含むすべてのホストを指定してください。'
  const { code } = error as NodeJS.ErrnoException
  if (UNREACHABLE.has(code ?? ''))
    return `PostgreSQL に接続できません（${code}）。サーバーが動いているか、DATABASE_URL のホストとポートが正しいかを確認してください。`
  return error.cause instanceof Error ? explainDatabase(error.cause) : undefined
}

/** Why the process could not start, for the person who started it. */
export function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `ポート ${error.port} はほかのプログラムが使用しています。PORT、STAFF_PORT または METRICS_PORT で空いているポートを指定してください。`
  if (error instanceof OperatorError) return error.message
  return `起動できませんでした。${explainDatabase(error) ?? error.message}`
}

/** The process's clock: the machine's, but a jump of it counts only once it has lasted. */

export type ClockJump = {
  event: 'clock_jump' | 'clock_jump_over' | 'clock_jump_followed'
  /** How far the machine's clock is ahead of this one; negative where it is behind. */
  seconds: number
}

/** Corrections up to this are followed at once: a time service makes them. */
const STEP_MS = 60_000
/** A larger jump is followed after it has lasted this long; until then time goes on as it did. */
const HOLD_MS = 10 * 60_000

/**
 * Gives epoch milliseconds. `wall` is the machine's clock, which somebody may set; `steady` counts milliseconds from
 * any moment and cannot be set. A jump that is taken back in time changes nothing: no lease, limit, price or deadline.
 */
export function createClock(
  wall: () => number,
  steady: () => number,
  report: (jump: ClockJump) => void,
): () => number {
  let base = wall() - steady()
  let jump: { offset: number; since: number } | undefined
  const tell = (event: ClockJump['event'], offset: number) =>
    report({ event, seconds: Math.round(offset / 1000) })

  return () => {
    const now = steady()
    const offset = wall() - now - base
    if (Math.abs(offset) <= STEP_MS) {
      if (jump) tell('clock_jump_over', jump.offset)
      jump = undefined
      base += offset
    } else if (!jump || Math.abs(offset - jump.offset) > STEP_MS) {
      jump = { offset, since: now }
      tell('clock_jump', offset)
    } else if (now - jump.since >= HOLD_MS) {
      tell('clock_jump_followed', offset)
      jump = undefined
      base += offset
    }
    return Math.round(base + now)
  }
}
