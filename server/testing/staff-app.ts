/** Starts the real staff console on an empty real database for one test. */
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import { CONSOLE_PATHS } from '#contract/console.ts'
import type { Role } from '#domain/roles.ts'
import type { Applications } from '../apply/call-types.ts'
import { assetOf } from '../http/static-files.ts'
import { createHealth } from '../observability/health.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics, type Metrics } from '../observability/metrics.ts'
import { createStaffApplications, type StaffApplications } from '../staff/applications.ts'
import { createAudit } from '../staff/audit.ts'
import { createStaffAccounts, type StaffAccounts } from '../staff/sign-in/accounts.ts'
import { totpCode, totpStep } from '../staff/sign-in/second-factor.ts'
import { createSecretBox } from '../staff/sign-in/secret-box.ts'
import { buildStaffApp, type StaffAppDeps } from '../staff-app.ts'
import type { Database } from '../store/database.ts'
import { addition, applicationsOn, consent, NOW, register } from './calls.ts'
import { type Engine, openEmpty, openForTest, temporaryFolder } from './databases.ts'

/** Its name without TLS. */
export const SESSION_COOKIE = 'staff-session-3001'

export type TestConsole = {
  app: FastifyInstance
  database: Database
  metrics: Metrics
  applications: Applications
  staffApplications: StaffApplications
  accounts: StaffAccounts
  /** The time of server and applicants, epoch milliseconds. */
  clock: { now: number }
  /** The lines of its log, from warnings on. */
  logged(): string
}

type Wanted = {
  engine?: Engine
  /** Address of a database that is there already. */
  url?: string
  config?: Partial<StaffAppDeps['config']>
  /** What the console has of the database. */
  usedAs?: (database: Database) => Database
}

const CONFIG = {
  STAFF_HOST: '127.0.0.1',
  STAFF_PORT: 3001,
  STAFF_NAMES: [],
  STAFF_USER_HEADER: '',
  TRUST_PROXY: [],
  LIMIT_API_CALLS_PER_MINUTE: 0,
  STAFF_URL: 'http://localhost:3001',
  PUBLIC_URL: 'http://localhost:3000',
  LINK_KEYS: [],
  LINK_KEYS_FILE: '/nowhere/link-keys',
  WEBHOOK_URL: '',
  WEBHOOK_EVENTS: [],
  WAITING_ALERT_HOURS: 24,
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: 'none',
  OIDC_CLIENT_SECRET: '',
  OIDC_ROLE_CLAIM: ['roles'],
  OIDC_ROLES: { reader: 'reader', worker: 'worker', administrator: 'administrator' },
  OIDC_NAME_CLAIM: ['preferred_username'],
} as const

/** Open on loopback unless `config` says otherwise; injected requests come as a browser's of this machine do. */
export async function startConsole({
  engine = 'sqlite',
  url,
  config,
  usedAs = (database) => database,
}: Wanted = {}): Promise<TestConsole> {
  const database = await (url === undefined ? openEmpty(engine) : openForTest(url))
  const clock = { now: NOW }
  const now = () => clock.now
  const metrics = createMetrics()
  const lines: string[] = []
  const log = createLog({ level: 'warn', clock: now, write: (text) => lines.push(text) })
  const STAFF_KEY_FILE = config?.STAFF_KEY_FILE ?? join(temporaryFolder(), 'staff-key')
  const page = assetOf(Buffer.from('<!doctype html><title>console</title>'), '.html', 'no-cache')
  const app = await buildStaffApp({
    config: {
      ...CONFIG,
      STAFF_KEY_FILE,
      DIRECTORY_FILE: join(temporaryFolder(), 'directory.db'),
      ...config,
    },
    database: usedAs(database),
    clock: now,
    health: createHealth(database.check),
    metrics,
    log,
    pages: { assets: new Map([['/', page]]), notFound: undefined },
    questionTexts: ['お急ぎですか。'],
    passwordCost: CHEAP,
  })
  onTestFinished(() => app.close())
  injectAsBrowser(app)
  return {
    app,
    database,
    metrics,
    clock,
    logged() {
      log.flush()
      return lines.join('')
    },
    applications: applicationsOn(database, { clock: now }),
    staffApplications: createStaffApplications(database, now),
    accounts: createStaffAccounts({
      database,
      clock: now,
      box: createSecretBox(STAFF_KEY_FILE),
      passwordCost: CHEAP,
    }),
  }
}

/**
 * Injected requests have Host localhost, and now what every browser asks of an HTTP/1.1 server; a press on an application
 * has a key of its own, as the console makes one at each. An empty key is none.
 */
export function injectAsBrowser(app: FastifyInstance): void {
  const inject = app.inject.bind(app)
  const asBrowser = (request: InjectOptions | string) => {
    const options = typeof request === 'string' ? { url: request } : request
    const isPress = options.method === 'POST' && String(options.url).startsWith(PRESSED)
    const key = isPress ? { [KEY]: crypto.randomUUID() } : {}
    const headers: InjectOptions['headers'] = {
      ...{ connection: 'keep-alive', ...key },
      ...options.headers,
    }
    if (headers[KEY] === '') delete headers[KEY]
    return inject({ ...options, headers })
  }
  app.inject = asBrowser as typeof app.inject
}

const KEY = IDEMPOTENCY_KEY_HEADER.toLowerCase()
const PRESSED = `${CONSOLE_PATHS.applications}/`

/** A sixth of what a hash costs otherwise; password.test.ts is about the real one. */
export const CHEAP = { log2n: 14, r: 8, p: 1 }

export const PASSWORD = '正しい馬の電池の留め金です'
const ADMIN = { name: 'root', via: 'command' } as const

/** An account whose setup is done; `code` gives the code of its second factor at the console's time. */
export async function addAccount({ accounts, clock }: TestConsole, name: string, role: Role) {
  const code = await accounts.add(ADMIN, name, role)
  const begun = await accounts.beginSetup(name, code)
  const secret = bytesOfBase32(begun?.secret ?? '')
  const codeNow = () => totpCode(secret, totpStep(clock.now))
  const setup = { name, code, password: PASSWORD, totp: codeNow() }
  const done = await accounts.finishSetup(setup)
  // A code counts once: the next one is of the next step.
  clock.now += 30_000
  return { name, code: codeNow, recoveryCodes: done?.recoveryCodes ?? [] }
}

/** The headers with which an account's browser comes after its login. */
export async function logInAs(staff: TestConsole, account: { name: string; code(): string }) {
  const { name } = account
  const payload = { name, password: PASSWORD, code: account.code() }
  const reply = await staff.app.inject({ method: 'POST', url: '/api/session', payload })
  staff.clock.now += 30_000
  const [cookie = ''] = String(reply.headers['set-cookie']).split(';')
  return { cookie }
}

export function bytesOfBase32(text: string): Buffer {
  const bits = Array.from(text, (c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Everything in the audit trail. */
export async function auditTrail({ database, clock }: TestConsole) {
  const lines: AuditLine[] = []
  const audit = createAudit(database, () => clock.now)
  for await (const line of audit.lines(0, Number.MAX_SAFE_INTEGER)) lines.push(JSON.parse(line))
  return lines
}

type AuditLine = Record<'at' | 'who' | 'via' | 'action' | 'subject' | 'detail', string>

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

/** The code of an error that the console answered. */
export const codeOf = (response: { json(): { error: { code: string } } }): string =>
  response.json().error.code
