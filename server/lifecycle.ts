/** Life of the process: its log and clock, a failed start, signals, the graceful shutdown, crashes, and the address that is printed at start. */

import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createClock } from './clock.ts'
import { type Config, logsToJournal } from './config/settings.ts'
import { BUILD } from './config/version.ts'
import { OperatorError } from './errors.ts'
import type { Health } from './observability/health.ts'
import { createLog, type Log, PRIORITIES, traceOf } from './observability/log.ts'
import { OtherSchema, type SchemaDifference } from './store/migrate.ts'
import { ReadOnlyServer } from './store/postgres/safety.ts'
import { sqliteErrorKind } from './store/sqlite/errors.ts'
import { MissingDatabase } from './store/sqlite/file.ts'

/** A graceful shutdown takes less than ten seconds after its delay; one that does not is cut off. */
const SHUTDOWN_MS = 9_500
/** Of these, how long open connections may finish what they do. */
const DRAIN_MS = 6_000
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
  const { version, commit, builtAt: built } = BUILD
  log.info('started', { version, commit, built })
  const clock = createClock(Date.now, performance.now.bind(performance), ({ event, seconds }) =>
    log.warn(event, { seconds }),
  )
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const crash = crashWith(log)
  process.on('uncaughtException', crash)
  watchStalls(log)
  return { log, clock, crash }
}

const STALL_LOOK_MS = 1000
/** Requests that met it have waited, and a load balancer's check may have failed. */
const STALL_MS = 5000

/** Says afterwards that the process stood still: SQLite waited for a disk, somebody stopped the process, or the machine slept. */
function watchStalls(log: Log): void {
  let lookedAt = performance.now()
  const look = () => {
    const late = performance.now() - lookedAt - STALL_LOOK_MS
    lookedAt = performance.now()
    if (late >= STALL_MS) log.error('stalled', { seconds: Math.round(late / 1000) })
  }
  setInterval(look, STALL_LOOK_MS).unref()
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
      setTimeout(() => process.exit(1), delayMs + SHUTDOWN_MS).unref()
      await stop()
      process.exit(0)
    })
}

/** Clients with a connection learn from the next answer (`connection: close`), a proxy from /readyz. */
const LINGER = { tick: 50, quietTicks: 5, ticks: 50 }

/**
 * Graceful shutdown: readiness turns red, work is taken for the delay that a proxy needs, then drained and refused. Resolves
 * when the last connection of these servers is closed; `delayMs` is how long red readiness goes ahead of refusals.
 */
export async function drain(
  apps: readonly FastifyInstance[],
  health: Health,
  delayMs: number,
): Promise<void> {
  health.announceShutdown()
  await pause(delayMs)
  health.drain()
  await untilQuiet(apps)
  const patience = new AbortController()
  const cut = pause(DRAIN_MS, undefined, { signal: patience.signal }).then(
    () => {
      for (const app of apps) app.server.closeAllConnections()
    },
    () => {},
  )
  await Promise.all(apps.map((app) => app.close()))
  patience.abort()
  await cut
}

/** Closing the listener at once would reset connections that are just being accepted. */
async function untilQuiet(apps: readonly FastifyInstance[]): Promise<void> {
  const connections = await Promise.all(apps.map(countConnections))
  if (connections.every((count) => count === 0)) return
  let quiet = 0
  const onRequest = () => {
    quiet = 0
  }
  for (const app of apps) app.server.on('request', onRequest)
  // Counts turns of the event loop, not time: a busy process accepts late.
  for (let tick = 0; tick < LINGER.ticks && quiet < LINGER.quietTicks; tick += 1) {
    await pause(LINGER.tick)
    quiet += 1
  }
  for (const app of apps) app.server.off('request', onRequest)
}

function countConnections(app: FastifyInstance): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  app.server.getConnections((error, count) => resolve(error ? 0 : count))
  return promise
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
  missing:
    'データベースにまだ表がありません。先にサーバーを起動すると、作られます（PostgreSQL では、表の持ち主の役割で起動します）。',
  older:
    'データベースは古い版のものです。サーバーを起動すると、この版に更新されます（PostgreSQL では、表の持ち主の役割で起動します）。コマンドはデータベースを更新しません。',
  newer:
    'データベースは新しい版のものです。この版では使えません。新しい版のプログラムを使うか、更新前の控えから戻してください。',
  unreleased:
    'データベースは、正式に公開される前の版のものです。この版では使えません。データは、括弧の中に示す版のプログラムで書き出せます。',
} as const satisfies Record<SchemaDifference, string>

/** Undefined where it is no matter of the database's. */
export function explainDatabase(error: Error): string | undefined {
  if (error instanceof OtherSchema)
    return `${SCHEMA_DIFFERENCES[error.difference]}（${error.message}）`
  if (error instanceof MissingDatabase)
    return `データベースのファイル ${error.file} がありません。以前に使われたデータベースの跡（${error.remains.join('、')}）だけが残っています。空のデータベースで始めると、申し込みがすべてなくなったように見えるため、開きません。ディスクがマウントされているかを確かめてください。失われたときは、残っている -wal と -shm を別の場所に移してから控えを戻してください（docs/runbooks.md の「The database file is missing」）。新しい空のデータベースで始めるときは、残っているものをすべて別の場所に移してください。`
  if (sqliteErrorKind(error) === 'damaged')
    return `データベースのファイルが壊れているか、データベースではありません（${error.message}）。docs/runbooks.md の「The database is damaged」の手順で直してください。`
  if (error instanceof ReadOnlyServer)
    return '接続先の PostgreSQL は読み取り専用です（スタンバイだけに接続できている状態です）。プライマリーが復旧するまで待つか、DATABASE_URL にプライマリーを含むすべてのホストを指定してください。'
  const { code } = error as NodeJS.ErrnoException
  // insufficient_privilege
  if (code === '42501')
    return `DATABASE_URL の役割には、表を作る権限も変える権限もありません（${error.message}）。表の持ち主の役割を指定した DATABASE_URL で、サーバーを一度だけ起動してください（deploy/postgres-roles.sql では moushikomi_owner）。表が作られるか更新されたら停止し、元の DATABASE_URL で起動します。手順は docs/operations.md の「An afternoon: PostgreSQL」にあります。`
  if (UNREACHABLE.has(code ?? ''))
    return `PostgreSQL に接続できません（${code}）。サーバーが動いているか、DATABASE_URL のホストとポートが正しいかを確認してください。`
  return error.cause instanceof Error ? explainDatabase(error.cause) : undefined
}

/** Why a server cannot listen, by the settings of its address and port. */
const LISTEN_FAULTS: Readonly<Record<string, (at: ListenSettings, value: ListenValues) => string>> =
  {
    EADDRINUSE: ({ port }, value) =>
      `ポート ${value.port} はほかのプログラムが使用しています。${port} で空いているポートを指定してください。`,
    EADDRNOTAVAIL: ({ host }, value) =>
      `${value.host} はこのコンピューターのアドレスではありません。${host} でこのコンピューターのアドレスを指定してください。`,
    EACCES: ({ port }, value) =>
      `ポート ${value.port} を使う権限がありません。${port} で 1024 以上のポートを指定してください。`,
  }
type ListenSettings = { host: keyof Config; port: keyof Config }
type ListenValues = { host: string; port: number }

/** Runs what listens, and names the setting where it cannot. */
export async function listenAt<T>(
  settings: ListenSettings,
  value: ListenValues,
  listen: (value: ListenValues) => Promise<T>,
): Promise<T> {
  try {
    return await listen(value)
  } catch (error) {
    const explain = LISTEN_FAULTS[String((error as NodeJS.ErrnoException).code)]
    throw explain
      ? new OperatorError('settings', explain(settings, value), { cause: error })
      : error
  }
}

/** Names the setting where a database cannot be opened. */
export function refuseDatabase(error: unknown): never {
  const { message } = error as Error
  const isNamed = message.includes('DATABASE_') || explainDatabase(error as Error) !== undefined
  if (isNamed) throw error
  throw new Error(`DATABASE_URL のデータベースを開けません（${message}）。`, { cause: error })
}

/** Why the process could not start, for the person who started it. */
export function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  return `起動できませんでした。${explainDatabase(error) ?? error.message}`
}

/** As explainStart, in lines of standard error; in systemd's journal with the priority of an error. */
export function linesOfRefusal(error: unknown, toJournal = logsToJournal()): string {
  const lines = explainStart(error).split('\n')
  return lines.map((line) => `${toJournal ? PRIORITIES.error : ''}${line}\n`).join('')
}
