/** Starts the real staff console on an empty real database for one test. */
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Applications } from '../applications/calls.ts'
import { assetOf } from '../http/assets.ts'
import { createHealth } from '../observability/health.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createStaffApplications } from '../staff/applications.ts'
import { buildStaffApp, type StaffAppDeps } from '../staff-app.ts'
import type { Database } from '../store/interface.ts'
import { addition, applicationsOn, consent, NOW, register } from './calls.ts'
import { type Engine, openEmpty } from './databases.ts'

export type TestConsole = {
  app: FastifyInstance
  database: Database
  applications: Applications
  /** The time of server and applicants, epoch milliseconds. */
  clock: { now: number }
}

type Wanted = { engine?: Engine; config?: Partial<StaffAppDeps['config']> }

/** Open on loopback unless `config` says otherwise; injected requests have Host localhost. */
export async function startConsole({
  engine = 'sqlite',
  config,
}: Wanted = {}): Promise<TestConsole> {
  const database = await openEmpty(engine)
  const clock = { now: NOW }
  const now = () => clock.now
  const page = assetOf(Buffer.from('<!doctype html><title>console</title>'), '.html', 'no-cache')
  const app = await buildStaffApp({
    config: {
      STAFF_HOST: '127.0.0.1',
      STAFF_PORT: 3001,
      STAFF_NAMES: [],
      STAFF_PASSWORD_HASH: '',
      STAFF_USER_HEADER: '',
      TRUST_PROXY: [],
      ...config,
    },
    applications: createStaffApplications(database, now),
    clock: now,
    health: createHealth(database.check),
    metrics: createMetrics(),
    log: createLog({ level: 'silent', clock: now, write: () => {} }),
    pages: { assets: new Map([['/', page]]), notFound: undefined },
  })
  onTestFinished(() => app.close())
  return { app, database, clock, applications: applicationsOn(database, { clock: now }) }
}

/** A complete new contract; its reference. */
export async function completeEntry(
  applications: Applications,
  applicant: Partial<ReturnType<typeof register>['applicant']> = {},
): Promise<string> {
  const call = register()
  const registered = await applications.register({
    ...call,
    applicant: { ...call.applicant, ...applicant },
  })
  const customer = registered.username
  await applications.consent(consent({ customer, kind: 1 }))
  await applications.addFacilities(addition({ customer }))
  return registered.reference
}
