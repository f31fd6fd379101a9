/** The product as server/main.ts and staff-main.ts put it together, in one process, on a clock that a golden run sets. */

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { verifyInvitation } from '../apply/invitations.ts'
import { countCalls, createApplications } from '../apply/public-calls.ts'
import { readOperator } from '../config/operator-file.ts'
import { claimVersion } from '../config/operator-pages.ts'
import { type Config, POSTAL_CODES, readConfig } from '../config/settings.ts'
import { startDeliveries } from '../delivery/deliveries.ts'
import { startMailServer } from '../delivery/testing.ts'
import { watchDirectory } from '../directory/look-up.ts'
import { applicantOperations } from '../follow-up/applicant-operations.ts'
import { createStatusLinks } from '../follow-up/link.ts'
import { toldOf } from '../follow-up/withdraw.ts'
import { createMinuteLimit } from '../http/limits/look-ups.ts'
import { createLimits } from '../http/limits/rate-limits.ts'
import { assetOf } from '../http/static-files.ts'
import {
  observeBackup,
  observeCommits,
  observeOutage,
  observeOutbox,
  observeProcess,
  observeReadiness,
  observeStaffProcess,
} from '../observability/gauges.ts'
import { createHealth } from '../observability/health.ts'
import { createLog } from '../observability/log.ts'
import { type Counter, createMetrics, type Metrics } from '../observability/metrics.ts'
import { openPostalCodes } from '../postal/look-up.ts'
import { buildStaffApp } from '../staff-app.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open-database.ts'
import { createSharedCounters } from '../store/queries/limits.ts'
import { createUsage } from '../usage.ts'
import { TESTED_BUILD } from './app.ts'
import { type Engine, emptyDatabase, temporaryFolder } from './databases.ts'
import { until } from './outbox.ts'
import { rowsIn } from './rows.ts'
import { CHEAP, injectAsBrowser } from './staff-app.ts'

export type Rig = Awaited<ReturnType<typeof startRig>>

/** The first signs, both verify. */
export const INVITATION_KEYS = [`k2:${'B'.repeat(43)}`, `k1:${'A'.repeat(42)}E`].join(',')
export const WEBHOOK_SECRETS = 'a shared secret of golden runs,the secret before that one'

export async function startRig(engine: Engine, start: number) {
  const clock = { now: start }
  const now = () => clock.now
  const mails = await startMailServer()
  onTestFinished(() => mails.close())
  const hooks = await startHookReceiver()
  const env = settingsOf(temporaryFolder(), mails.url, hooks.url)
  const config = readConfig(env)
  const operator = { ...readOperator(''), consoleUrl: 'https://staff.apply.example.jp' }
  const lines: string[] = []
  const log = createLog({ level: 'trace', clock: now, write: (more) => lines.push(more) })
  const metrics = createMetrics()
  const url = await emptyDatabase(engine)
  const database = await openDatabase(url, {
    onlyServer: true,
    onFatal: (error) => {
      throw error
    },
    onCommit: observeCommits(metrics),
  })
  onTestFinished(() => database.close())
  await claimVersion(database, operator)
  observeProcess(metrics, TESTED_BUILD)
  observeOutbox(metrics, database, now)
  const health = createHealth(database.check)
  observeBackup(metrics, database)
  observeOutage(metrics, { outageSeconds: () => 0, isSenderRefused: () => false })
  observeReadiness(metrics, health)
  const parts = { config, env, operator, clock, now, log, metrics, url, database, health }
  const staffMetrics = createMetrics()
  observeStaffProcess(staffMetrics)
  const app = await publicApp(parts)
  const staff = await staffApp({ ...parts, metrics: staffMetrics })
  const logged = () => {
    log.flush()
    return lines.join('')
  }
  return { ...parts, engine, mails, hooks, app, staff, staffMetrics, logged }
}

type Parts = Pick<Rig, 'config' | 'operator' | 'now' | 'log' | 'database' | 'health'> & {
  metrics: Metrics
}

function settingsOf(folder: string, mailUrl: string, hookUrl: string): Record<string, string> {
  return {
    PUBLIC_URL: 'https://apply.example.jp',
    STAFF_NAMES: 'staff.apply.example.jp',
    STAFF_KEY_FILE: join(folder, 'staff-key'),
    DIRECTORY_FILE: join(folder, 'directory.db'),
    INVITATION_KEYS,
    LINK_KEYS: INVITATION_KEYS,
    TRUST_PROXY: '127.0.0.1',
    LIMIT_MAIL_PER_HOUR: '3',
    LIMIT_LOOK_UPS_PER_MINUTE: '20',
    LIMIT_SENT_PER_ADDRESS_PER_DAY: '2',
    MAIL_URL: mailUrl,
    MAIL_FROM: 'お申し込み窓口 <desk@apply.example.jp>',
    STAFF_MAIL: 'staff@example.jp',
    WEBHOOK_URL: hookUrl,
    WEBHOOK_SECRET: WEBHOOK_SECRETS,
    RETENTION_COMPLETE_DAYS: '365',
  }
}

async function publicApp({ config, operator, now, log, metrics, database, health }: Parts) {
  const page = assetOf(Buffer.from('<!doctype html><title>page</title>'), '.html', 'no-cache')
  const { INVITATION_KEYS: keys } = config
  const links = linksOf(config)
  const applicant = applicantOperations({
    ...{ database, links, clock: now, words: operator.words, told: toldOf(config) },
    admitLink: async () => {},
  })
  const app = await buildApp({
    build: TESTED_BUILD,
    trustProxy: config.TRUST_PROXY,
    applications: countCalls(
      createApplications({
        database,
        clock: now,
        notices: { staffMail: config.STAFF_MAIL, webhookUrl: config.WEBHOOK_URL },
        termsVersion: operator.words.version,
        invitations: config.INVITATIONS,
        links,
      }),
      metrics,
    ),
    applicant,
    admitStatus: createMinuteLimit({ perMinute: config.LIMIT_STATUS_PER_MINUTE, clock: now }),
    limits: createLimits({
      perHour: {
        address: config.LIMIT_ADDRESS_PER_HOUR,
        mail: config.LIMIT_MAIL_PER_HOUR,
        bytes: config.LIMIT_BYTES_PER_HOUR,
      },
      clock: now,
      counters: createSharedCounters(database),
    }),
    judgeInvitation: (token, request) => verifyInvitation(keys, token, { ...request, now: now() }),
    postalCodes: openPostalCodes(POSTAL_CODES.built),
    directory: watchDirectory({ file: config.DIRECTORY_FILE, clock: now, log }),
    admitLookUp: createMinuteLimit({ perMinute: config.LIMIT_LOOK_UPS_PER_MINUTE, clock: now }),
    admitBeacon: createMinuteLimit({ perMinute: config.LIMIT_LOOK_UPS_PER_MINUTE, clock: now }),
    usage: createUsage({ database, clock: now, log }),
    pages: { assets: new Map([['/entry/input', page]]), notFound: page },
    securityContact: { contact: config.SECURITY_CONTACT, origin: config.PUBLIC_URL, clock: now },
    health,
    metrics,
    log,
  })
  onTestFinished(() => app.close())
  return app
}

export function linksOf({ LINK_KEYS, PUBLIC_URL }: Config) {
  return createStatusLinks({ keys: () => LINK_KEYS, origin: PUBLIC_URL })
}

async function staffApp({ config, operator, now, log, metrics, database, health }: Parts) {
  const page = assetOf(Buffer.from('<!doctype html><title>console</title>'), '.html', 'no-cache')
  const app = await buildStaffApp({
    config,
    database,
    clock: now,
    health,
    metrics,
    log,
    pages: { assets: new Map([['/', page]]), notFound: undefined },
    questionTexts: operator.questions,
    passwordCost: CHEAP,
  })
  injectAsBrowser(app)
  onTestFinished(() => app.close())
  return app
}

type Hook = { headers: IncomingHttpHeaders; body: string }

/** A billing system that takes every call. */
async function startHookReceiver() {
  const received: Hook[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

/**
 * Sends everything that is due, while the clock stands still. One application at a time: of several, a slow machine
 * would put some off, and by chance.
 */
export async function deliver(rig: Rig): Promise<void> {
  const { config, operator, database, now, log, metrics } = rig
  const links = linksOf(config)
  const deps = { config, operator, database, clock: now, log, links, metrics: onceEach(metrics) }
  const outbox = startDeliveries({ ...deps, databaseClock: async () => now() })
  await until(() => isDelivered(database))
  await outbox.stop()
}

const counters = new WeakMap<Metrics, Map<string, Counter>>()

/** A process starts its deliveries once, and makes its counters then. */
function onceEach(metrics: Metrics): Metrics {
  const made = counters.get(metrics) ?? new Map<string, Counter>()
  counters.set(metrics, made)
  return {
    ...metrics,
    counter(name, help, labelNames) {
      const counter = made.get(name) ?? metrics.counter(name, help, labelNames)
      made.set(name, counter)
      return counter
    },
  }
}

async function isDelivered(database: Database): Promise<boolean> {
  const rows = await rowsIn(database, 'outbox')
  return rows.every(({ state }) => state !== 'queued' && state !== 'sending')
}
