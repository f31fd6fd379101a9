/**
 * Entry point of the staff console's process. It is apart from the public server, so that no list, search, export or
 * password check takes memory or time from applicants; server/main.ts starts it, and starts it again when it ends.
 */
import { readdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { markedPages } from './config/demo-mark.ts'
import { readOperator } from './config/operator-file.ts'
import { PROJECT_ROOT, readConfig, tracingOptions } from './config/settings.ts'
import { loadBuiltPages } from './http/static-files.ts'
import {
  addressOf,
  createProcess,
  drain,
  explainStart,
  listenAt,
  refuseDatabase,
  stopOn,
} from './lifecycle.ts'
import { observeStaffProcess } from './observability/gauges.ts'
import { createHealth } from './observability/health.ts'
import { traceOf } from './observability/log.ts'
import { createMetrics } from './observability/metrics.ts'
import { openTracing, traceCommits } from './observability/tracing.ts'
import type { ReadyMessage } from './staff/console-process.ts'
import { buildStaffApp } from './staff-app.ts'
import { openDatabase } from './store/open-database.ts'

const BUILT_CONSOLE = join(PROJECT_ROOT, 'build/staff')

// Without its parent it must not go on listening.
process.on('disconnect', () => process.exit(1))

yieldProcessor()
await start().then(
  (address) => tellParent({ address }),
  (error: unknown) => tellParent({ refusal: explainStart(error) }),
)

/** Resolves to the address it listens at. */
async function start(): Promise<string> {
  const config = readConfig()
  const { log, clock, crash } = createProcess(config)
  const metrics = createMetrics()
  observeStaffProcess(metrics)
  const tracing = await openTracing({ ...tracingOptions(config), service: 'moushikomi-staff', log })
  const database = await openDatabase(config.DATABASE_URL, {
    readUrl: config.DATABASE_READ_URL,
    // Started anew while a new version's files are put in place, it must not upgrade what the old server works on.
    asIs: true,
    onFatal: crash,
    onDamage: (error) => log.error('database_damaged', { fault: traceOf(error) }),
    ...traceCommits(tracing, config.DATABASE_URL),
  }).catch(refuseDatabase)
  const health = createHealth(database.check)
  const app = await buildStaffApp({
    config,
    database,
    clock,
    health,
    metrics,
    log,
    tracing,
    pages: loadBuiltPages(BUILT_CONSOLE, markedPages(config, BUILT_CONSOLE)),
    questionTexts: readOperator(config.OPERATOR_FILE).questions,
  })
  const at = { host: config.STAFF_HOST, port: portOf(config.STAFF_PORT) }
  await listenAt({ host: 'STAFF_HOST', port: 'STAFF_PORT' }, at, () => app.listen(at))
  process.on('message', async () => process.send?.(await metrics.render(), () => {}))
  stopOn(['SIGTERM', 'SIGINT'], 0, async () => {
    await drain([app], health, 0)
    await database.close()
    await tracing?.stop()
    log.flush()
  })
  flushCompileCache()
  return addressOf(app)
}

/**
 * Where both want the processor, applicants come first. Linux counts each thread by itself, and those of Node have
 * begun by now. A sandbox may forbid it; the console works without.
 */
function yieldProcessor(): void {
  for (const thread of threads())
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {}
}

/** Ids of the threads of this process; 0, the process itself, where the system does not list them. */
function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/** A restart keeps the port of the first start, also where the setting says any free one. */
function portOf(setting: number | 'off'): number {
  return Number(process.argv[2] ?? setting)
}

/** A parent that ended meanwhile is no fault of this process, which ends with it. */
function tellParent(message: ReadyMessage): void {
  process.send?.(message, () => {})
}
