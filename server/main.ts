/** Composition root: settings, database, operations, pages and API, metrics; and the way out. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { createApplications } from './applications.ts'
import { type Config, ConfigError, POSTAL_CODES, PROJECT_ROOT, readConfig } from './config.ts'
import { startDeliveries } from './deliveries.ts'
import { drain } from './drain.ts'
import { createHealth } from './health.ts'
import { loadBuiltPages } from './http/assets.ts'
import { watchInvitationKeys } from './invitation-keys.ts'
import { verifyInvitation } from './invitations.ts'
import { createLimits, createOwnCounters, type Limits } from './limits.ts'
import { createLog, traceOf } from './log.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { choosePostalCodes, openPostalCodes } from './postal-codes.ts'
import { observeProcess } from './process-metrics.ts'
import { startRetention } from './retention.ts'
import { createCases } from './staff/cases.ts'
import { buildStaffApp, type StaffAppDeps } from './staff-app.ts'
import { findByKey } from './store/applications.ts'
import { type Database, openDatabase } from './store/database.ts'
import { createSharedCounters } from './store/limits.ts'

const BUILT_PAGES = join(PROJECT_ROOT, 'build/web')
const BUILT_CONSOLE = join(PROJECT_ROOT, 'build/staff')
/** Where a browser on this machine reaches the server as localhost. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

await start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig()
  const clock = Date.now
  const log = createLog({
    level: config.LOG_LEVEL,
    clock,
    write: (lines) => process.stderr.write(lines),
  })
  const crash = (error: unknown) => {
    log.fatal('crash', { fault: traceOf(error) })
    log.flush()
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  const database = await openDatabase(config.DATABASE_URL, { onFatal: crash })
  const metrics = createMetrics()
  observeProcess(metrics)
  const health = createHealth(database.check)
  const keys = watchInvitationKeys(config)
  const app = await buildApp({
    trustProxy: config.TRUST_PROXY,
    applications: createApplications({
      database,
      clock,
      notices: { staffMail: config.STAFF_MAIL, webhookUrl: config.WEBHOOK_URL },
      invitations: config.INVITATIONS,
    }),
    limits: limitsOf(config, database, clock),
    judgeInvitation: (token, request) =>
      verifyInvitation(keys(), token, { ...request, now: clock() }),
    postalCodes: openPostalCodes(choosePostalCodes(POSTAL_CODES.imported, POSTAL_CODES.built)),
    pages: loadBuiltPages(BUILT_PAGES),
    health,
    metrics,
    log,
  })

  // Whatever it refuses, it refuses before anything listens.
  const cases = createCases(database, clock)
  const desk = await staffConsole(config, { cases, clock, health, metrics, log })

  await app.listen({ host: config.HOST, port: config.PORT })
  await desk?.listen()
  const scraped =
    config.METRICS_PORT === 'off' ? undefined : await serveMetrics(metrics, config.METRICS_PORT)
  const jobs = [
    startDeliveries({ config, database, clock, log }),
    startRetention({
      database,
      clock,
      log,
      rules: {
        incompleteDays: config.RETENTION_INCOMPLETE_DAYS,
        completeDays: config.RETENTION_COMPLETE_DAYS,
      },
    }),
  ]
  stopOn(['SIGTERM', 'SIGINT'], async () => {
    await drain(desk ? [app, desk.app] : [app], health)
    scraped?.closeAllConnections()
    await Promise.all(jobs.map((job) => job.stop()))
    await database.close()
    log.flush()
  })
  process.stdout.write(`${addressOf(app)} で受け付けています。\n`)
  if (desk) process.stdout.write(`担当者の画面は ${addressOf(desk.app)} です。\n`)
}

/** The console's server and how it is made to listen; undefined where it is off. */
async function staffConsole(config: Config, deps: Omit<StaffAppDeps, 'config' | 'pages'>) {
  const { STAFF_HOST: host, STAFF_PORT: port } = config
  if (port === 'off') return undefined
  const app = await buildStaffApp({ ...deps, config, pages: loadBuiltPages(BUILT_CONSOLE) })
  return { app, listen: () => app.listen({ host, port }) }
}

/** Several processes on one PostgreSQL count together; SQLite has one process, which counts alone. */
function limitsOf(config: Config, database: Database, clock: () => number): Limits {
  return createLimits({
    perHour: { address: config.LIMIT_ADDRESS_PER_HOUR, mail: config.LIMIT_MAIL_PER_HOUR },
    clock,
    counters: config.DATABASE_URL.startsWith('sqlite:')
      ? createOwnCounters()
      : createSharedCounters(database),
    isKnownKey: async (key) => (await database.read((tx) => findByKey(tx, key))) !== undefined,
  })
}

/** A second signal ends the process at once. */
function stopOn(signals: readonly NodeJS.Signals[], stop: () => Promise<void>): void {
  for (const signal of signals)
    process.once(signal, async () => {
      await stop()
      process.exit(0)
    })
}

/** As it is typed into a browser on this machine. */
function addressOf(app: FastifyInstance): string {
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') return String(bound)
  const { address, port, family } = bound
  if (EVERY_ADDRESS.has(address)) return `http://localhost:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `ポート ${error.port} はほかのプログラムが使用しています。PORT、STAFF_PORT または METRICS_PORT で空いているポートを指定してください。`
  return error instanceof ConfigError ? error.message : `起動できませんでした。${error.message}`
}
