/** The real app on a fresh real database, for one test. */

import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import { type AppDeps, buildApp } from '../app.ts'
import { POSTAL_CODES } from '../config/settings.ts'
import { watchDirectory } from '../directory/look-up.ts'
import { applicantOperations } from '../follow-up/applicant-operations.ts'
import { createMinuteLimit } from '../http/limits/look-ups.ts'
import { createLimits, createOwnCounters } from '../http/limits/rate-limits.ts'
import { createHealth, type Health } from '../observability/health.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { openPostalCodes, type PostalCodes } from '../postal/look-up.ts'
import type { Database } from '../store/database.ts'
import { createUsage } from '../usage.ts'
import { applicationsOn, NO_LINKS, NOW } from './calls.ts'
import { type Engine, openEmpty } from './databases.ts'

export const TESTED_BUILD = {
  version: '1.0.0',
  commit: '0123456789ab',
  builtAt: '2026-11-26T00:00:00.000Z',
}

export type TestApp = {
  app: FastifyInstance
  database: Database
  health: Health
  metrics: Metrics
  /** Everything that was logged, as it would stand on standard error. */
  logged: () => string
}

type Wanted = Partial<AppDeps> & {
  engine?: Engine
  database?: Database
  perHour?: Partial<{ address: number; mail: number; bytes: number }>
}

let opened: PostalCodes | undefined

/** Opened once a worker: the whole file is checked each time. It is only read. */
function postalCodes(): PostalCodes {
  opened ??= openPostalCodes(POSTAL_CODES.built)
  return opened
}

/** No limits, no proxies and no pages unless they are wanted. */
export async function startApp({
  engine = 'sqlite',
  database: given,
  perHour,
  ...wanted
}: Wanted = {}): Promise<TestApp> {
  const database = given ?? (await openEmpty(engine))
  const health = createHealth(database.check)
  const metrics = createMetrics()
  let lines = ''
  const log = createLog({ level: 'trace', clock: () => NOW, write: (more) => (lines += more) })
  const app = await buildApp({
    trustProxy: [],
    build: TESTED_BUILD,
    applications: applicationsOn(database),
    limits: createLimits({
      perHour: { address: 0, mail: 0, bytes: 0, ...perHour },
      clock: () => NOW,
      counters: createOwnCounters(),
    }),
    judgeInvitation: () => ({ status: 'malformed' }),
    applicant: applicantOperations({
      database,
      clock: () => NOW,
      links: NO_LINKS,
      words: DEFAULT_WORDS,
      told: { staffMail: '', webhookUrl: '', events: [] },
      admitLink: async () => {},
    }),
    admitStatus: createMinuteLimit({ perMinute: 0, clock: Date.now }),
    postalCodes: postalCodes(),
    directory: watchDirectory({ file: '/nowhere', clock: Date.now, log }),
    admitLookUp: createMinuteLimit({ perMinute: 0, clock: Date.now }),
    admitBeacon: createMinuteLimit({ perMinute: 0, clock: Date.now }),
    usage: createUsage({ database, clock: () => NOW, log }),
    pages: { assets: new Map(), notFound: undefined },
    securityContact: {
      contact: 'https://desk.test/',
      origin: 'https://desk.test',
      clock: () => NOW,
    },
    health,
    metrics,
    log,
    ...wanted,
  })
  onTestFinished(() => app.close())
  const logged = () => {
    log.flush()
    return lines
  }
  return { app, database, health, metrics, logged }
}
