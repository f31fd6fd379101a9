/** Metrics that are measured at each scrape: of the process, of its commits and of the work that waits. */
import { performance } from 'node:perf_hooks'
import type { Database } from '../store/database.ts'
import { lastBackup } from '../store/queries/installation-values.ts'
import { countFailed, heldMail, oldestUndelivered } from '../store/queries/outbox.ts'
import type { Health } from './health.ts'
import type { Metrics } from './metrics.ts'

/** Powers of two up to the most that share a commit. */
const SIZES = [1, 2, 4, 8, 16, 32, 64]

export function observeProcess(
  metrics: Metrics,
  { version, commit, builtAt }: { version: string; commit: string; builtAt: string },
): void {
  const started = Date.now() / 1000 - process.uptime()
  let before = performance.eventLoopUtilization()
  metrics.gauge('process_resident_memory_bytes', 'Memory the process holds.', () =>
    process.memoryUsage.rss(),
  )
  metrics.gauge(
    'process_heap_bytes',
    'Memory of JavaScript objects in use.',
    () => process.memoryUsage().heapUsed,
  )
  metrics.readCounter('process_cpu_seconds_total', 'Processor time, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.info('moushikomi_build_info', 'What is running.', {
    version,
    commit,
    built: builtAt,
    node: process.versions.node,
  })
  metrics.gauge('process_start_time_seconds', 'When the process started.', () => started)
  metrics.gauge(
    'nodejs_eventloop_utilization',
    'Share of the time since the last scrape in which the event loop was busy, 0 to 1.',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  )
}

/** Of the console's process, whose metrics are served beside those of the public server. */
export function observeStaffProcess(metrics: Metrics): void {
  metrics.gauge('staff_process_resident_memory_bytes', 'Memory of the console’s process.', () =>
    process.memoryUsage.rss(),
  )
}

/** Returns what the store calls after each commit. */
export function observeCommits(metrics: Metrics): (units: number) => void {
  const sizes = metrics.histogram('commit_units', 'Units of work that shared a commit.', SIZES)
  return (units) => sizes.observe([], units)
}

export function observeOutbox(metrics: Metrics, database: Database, clock: () => number): void {
  metrics.gauge(
    'outbox_oldest_seconds',
    'How long the oldest thing that should be on its way has waited; 0 when nothing does.',
    async () => {
      const promised = await database.read(oldestUndelivered)
      return promised === undefined ? 0 : (clock() - promised) / 1000
    },
  )
  metrics.gauge(
    'outbox_failed',
    'Dead letters: mails and webhook calls that were refused or given up, and wait for staff or another try.',
    () => database.read(countFailed),
  )
  metrics.gauge(
    'outbox_held',
    'Mails that wait because of a limit.',
    async () => (await database.read(heldMail)).count,
  )
  metrics.gauge(
    'outbox_held_oldest_seconds',
    'How long the oldest mail that waits because of a limit has waited; 0 when none does.',
    async () => {
      const { oldest } = await database.read(heldMail)
      return oldest === undefined ? 0 : (clock() - oldest) / 1000
    },
  )
}

export function observeOutage(
  metrics: Metrics,
  {
    outageSeconds,
    isSenderRefused,
  }: { outageSeconds: () => number; isSenderRefused: () => boolean },
): void {
  metrics.gauge(
    'mail_return_refused',
    '1 while the mail server refuses the envelope sender of MAIL_RETURN, and mails go without it; else 0.',
    () => Number(isSenderRefused()),
  )
  metrics.gauge(
    'delivery_outage_seconds',
    'How long the mail server, or the endpoint of the webhook, has taken nothing that it was sent; 0 while it does.',
    outageSeconds,
  )
}

export function observeBackup(metrics: Metrics, database: Database): void {
  metrics.gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made and verified; 0 where none is known.',
    async () => ((await database.read(lastBackup)) ?? 0) / 1000,
  )
}

/** Only where there is a console (STAFF_PORT is not off). */
export function observeConsole(metrics: Metrics, isListening: () => boolean): void {
  metrics.gauge('moushikomi_console_up', '1 while the staff console listens, else 0.', () =>
    Number(isListening()),
  )
}

export function observeReadiness(metrics: Metrics, health: Health): void {
  metrics.gauge('moushikomi_ready', '1 while /readyz is green, else 0.', async () =>
    Number(await health.isReady()),
  )
}
