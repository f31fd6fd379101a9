/** Composition root: reads the settings, opens the database, starts servers and jobs, and shuts them down. */
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { verifyInvitation } from './apply/invitations.ts'
import { countCalls, createApplications } from './apply/public-calls.ts'
import {
  invitationKeysOf,
  linkKeysOf,
  readSigningKeys,
  watchSigningKeys,
} from './apply/signing-keys.ts'
import { markedPages } from './config/demo-mark.ts'
import { readOperator } from './config/operator-file.ts'
import { claimVersion, operatorPages } from './config/operator-pages.ts'
import {
  type Config,
  POSTAL_CODES,
  PROJECT_ROOT,
  readConfig,
  tracingOptions,
} from './config/settings.ts'
import { checkStart } from './config/start-checks.ts'
import { BUILD } from './config/version.ts'
import { startDeliveries, watchRequests } from './delivery/deliveries.ts'
import { watchDirectory } from './directory/look-up.ts'
import { applicantOperations } from './follow-up/applicant-operations.ts'
import { claimLinkKeys, openStatusLinks } from './follow-up/link.ts'
import { toldOf } from './follow-up/withdraw.ts'
import { createMinuteLimit } from './http/limits/look-ups.ts'
import { createLimits, createOwnCounters, type Limits } from './http/limits/rate-limits.ts'
import { loadBuiltPages } from './http/static-files.ts'
import {
  addressOf,
  createProcess,
  drain,
  linesOfRefusal,
  listenAt,
  refuseDatabase,
  stopOn,
} from './lifecycle.ts'
import {
  observeBackup,
  observeCommits,
  observeConsole,
  observeOutage,
  observeOutbox,
  observeProcess,
  observeReadiness,
} from './observability/gauges.ts'
import { createHealth } from './observability/health.ts'
import { traceOf } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { serveMetrics } from './observability/metrics-server.ts'
import { openTracing, traceCommits } from './observability/tracing.ts'
import { observeWaiting, warnOfOldHolidays, watchWaiting } from './observability/waiting.ts'
import { choosePostalCodes, openPostalCodes } from './postal/look-up.ts'
import { startRetention } from './retention.ts'
import { returnedMails } from './returned/returned-mails.ts'
import { superviseProcess } from './staff/console-process.ts'
import { accessOf, isLocalHost } from './staff/sign-in/access.ts'
import type { Database } from './store/database.ts'
import { openDatabase } from './store/open-database.ts'
import { noteOperator } from './store/queries/installation-values.ts'
import { createSharedCounters } from './store/queries/limits.ts'
import { createUsage, writeUsage } from './usage.ts'

const BUILT_PAGES = join(PROJECT_ROOT, 'build/web')
/** What pages may ask for that were opened before the last builds. */
const EARLIER_FILES = join(PROJECT_ROOT, 'build/earlier')
/** The proxy's too, for when nobody answers. */
const MAINTENANCE_PAGE = join(PROJECT_ROOT, 'deploy/maintenance.html')
const BUILT_RENDERER = join(PROJECT_ROOT, 'build/ssr')
const COMPILE_CACHE_AFTER_MS = 3_000
/** Node's flags of the console's process: the most memory that staff can use. */
const STAFF_PROCESS_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=128']

await start().catch((error: unknown) => {
  process.stderr.write(linesOfRefusal(error))
  process.exit(1)
})

async function start(): Promise<void> {
  const settings = readConfig()
  // Throws where strangers could enter the console, before any port is open.
  if (settings.STAFF_PORT !== 'off') accessOf(settings)
  const warnings = checkStart(settings)
  const dependencies = await createDependencies(settings)
  const { config, database, health, metrics, log, tracing, usage } = dependencies
  for (const warning of warnings) log.warn('setting_without_effect', warning)
  warnOfOldHolidays(log, dependencies.clock())
  const staffConsole = startConsole(dependencies)
  const app = await createPublicApp(dependencies)
  const scraped =
    config.METRICS_PORT === 'off'
      ? undefined
      : await listenAt(
          { host: 'METRICS_HOST', port: 'METRICS_PORT' },
          { host: config.METRICS_HOST, port: config.METRICS_PORT },
          ({ host, port }) =>
            serveMetrics(
              [metrics.render, staffConsole?.renderMetrics ?? (async () => '')],
              host,
              port,
            ),
        )
  const { HOST: host, PORT: port } = config
  await listenAt({ host: 'HOST', port: 'PORT' }, { host, port }, (at) => app.listen(at))
  const jobs = startJobs(dependencies, watchRequests(app.server))
  const counting = writeUsage(usage)
  const delayMs = config.SHUTDOWN_DELAY_SECONDS * 1000
  stopOn(['SIGTERM', 'SIGINT'], delayMs, async () => {
    const servers = [drain([app], health, delayMs), staffConsole?.stop()]
    await Promise.all([...servers, ...jobs.map((job) => job.stop())])
    // What was counted until the last connection closed.
    await counting.stop()
    scraped?.closeAllConnections()
    await database.close()
    await tracing?.stop()
    log.flush()
  })
  process.stdout.write(`${addressOf(app)} で受け付けています。\n`)
  staffConsole?.address.then((address) =>
    process.stdout.write(`担当者の画面は ${address} です。\n`),
  )
  // A process that is killed would not write it at exit; written at once it would hold up the first page.
  setTimeout(flushCompileCache, COMPILE_CACHE_AFTER_MS).unref()
}

type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/** Shared by servers and jobs: settings, the operator's words, clock, log, metrics, database, health. */
async function createDependencies(config: Config) {
  const operator = readOperator(config.OPERATOR_FILE, BUILT_PAGES)
  const { log, clock, crash } = createProcess(config)
  const metrics = createMetrics()
  const tracing = await openTracing({ ...tracingOptions(config), service: 'moushikomi', log })
  const database = await openDatabase(config.DATABASE_URL, {
    onlyServer: true,
    onFatal: crash,
    onDamage: (error) => log.error('database_damaged', { fault: traceOf(error) }),
    onCommit: observeCommits(metrics),
    ...traceCommits(tracing, config.DATABASE_URL),
  }).catch(refuseDatabase)
  await claimVersion(database, operator)
  await database.atomic((tx) => noteOperator(tx, operator))
  const links = openStatusLinks(config, clock())
  if (!(await claimLinkKeys(database, readSigningKeys(linkKeysOf(config)))))
    log.warn('status_link_keys_changed')
  observeProcess(metrics, BUILD)
  observeOutbox(metrics, database, clock)
  observeBackup(metrics, database)
  observeWaiting(metrics, { database, clock, alertHours: config.WAITING_ALERT_HOURS })
  const health = createHealth(database.check, (error) =>
    log.error('not_ready', { fault: traceOf(error) }),
  )
  observeReadiness(metrics, health)
  const usage = createUsage({ database, clock, log })
  return { config, operator, clock, log, metrics, tracing, database, health, links, usage }
}

/** The public pages and the API. */
async function createPublicApp(dependencies: Dependencies) {
  const { config, operator, clock, log, metrics, tracing, database, health, links, usage } =
    dependencies
  const keys = watchSigningKeys(invitationKeysOf(config))
  return buildApp({
    trustProxy: config.TRUST_PROXY,
    applications: countCalls(
      createApplications({
        database,
        clock,
        notices: { staffMail: config.STAFF_MAIL, webhookUrl: config.WEBHOOK_URL },
        termsVersion: operator.words.version,
        invitations: config.INVITATIONS,
        links,
      }),
      metrics,
    ),
    applicant: applicantOperations({
      database,
      clock,
      links,
      words: operator.words,
      told: toldOf(config),
      admitLink: createMinuteLimit({ perMinute: config.LIMIT_STATUS_PER_MINUTE, clock }),
    }),
    admitStatus: createMinuteLimit({ perMinute: config.LIMIT_STATUS_PER_MINUTE, clock }),
    limits: limitsOf(config, database, clock),
    judgeInvitation: (token, request) =>
      verifyInvitation(keys(), token, { ...request, now: clock() }),
    postalCodes: openPostalCodes(choosePostalCodes(POSTAL_CODES.imported, POSTAL_CODES.built)),
    directory: watchDirectory({ file: config.DIRECTORY_FILE, clock, log }),
    admitLookUp: createMinuteLimit({ perMinute: config.LIMIT_LOOK_UPS_PER_MINUTE, clock }),
    admitBeacon: createMinuteLimit({ perMinute: config.LIMIT_LOOK_UPS_PER_MINUTE, clock }),
    usage,
    pages: loadBuiltPages(
      BUILT_PAGES,
      markedPages(config, BUILT_PAGES, await operatorPages(operator, config, BUILT_RENDERER)),
      EARLIER_FILES,
    ),
    ...(config.DEMO === 'on' && { isOwnHost: isLocalHost }),
    maintenance: readFileSync(MAINTENANCE_PAGE),
    securityContact: { contact: config.SECURITY_CONTACT, origin: config.PUBLIC_URL, clock },
    health,
    build: BUILD,
    metrics,
    log,
    tracing,
  })
}

/** The staff console in a process of its own, which starts beside this one: no applicant waits for it. */
function startConsole({ config, log, metrics }: Dependencies) {
  if (config.STAFF_PORT === 'off') return undefined
  const supervised = superviseProcess({
    name: 'staff',
    entry: join(import.meta.dirname, 'staff-main.ts'),
    argv: (address) => (address === undefined ? [] : [new URL(address).port]),
    execArgv: STAFF_PROCESS_FLAGS,
    log,
  })
  observeConsole(metrics, supervised.isListening)
  return supervised
}

/** Background jobs: delivery and retention. */
function startJobs(
  { config, operator, database, clock, log, metrics, tracing, links }: Dependencies,
  isServing: () => boolean,
) {
  const { RETENTION_INCOMPLETE_DAYS: incompleteDays, RETENTION_COMPLETE_DAYS: completeDays } =
    config
  const deps = { database, clock, log, metrics }
  const { returns, mailbox } = returnedMails(config, deps)
  const deliveries = { config, operator, ...deps, tracing, links, returns, isServing }
  const outbox = startDeliveries(deliveries)
  observeOutage(metrics, outbox)
  return [
    outbox,
    ...(mailbox ? [mailbox] : []),
    startRetention({ database, clock, log, rules: { incompleteDays, completeDays } }),
    watchWaiting({ database, clock, log, alertHours: config.WAITING_ALERT_HOURS }),
  ]
}

/** Rate limits: shared in the database between processes on PostgreSQL, in memory with SQLite's one process. */
function limitsOf(config: Config, database: Database, clock: () => number): Limits {
  return createLimits({
    perHour: {
      address: config.LIMIT_ADDRESS_PER_HOUR,
      mail: config.LIMIT_MAIL_PER_HOUR,
      bytes: config.LIMIT_BYTES_PER_HOUR,
    },
    clock,
    counters: config.DATABASE_URL.startsWith('sqlite:')
      ? createOwnCounters()
      : createSharedCounters(database),
  })
}
