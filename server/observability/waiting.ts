/** What applicants wait for staff to deal with, measured in working time: Saturdays and Sundays are left out. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WAITING_NAMES } from '#domain/staff.ts'
import { workingTime, workingTimeBefore } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { countWaiting } from '../store/queries/waiting.ts'
import { type Log, traceOf } from './log.ts'
import type { Metrics } from './metrics.ts'

type Watched = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  /** Of working time, after which something has waited too long; 0 is never. */
  alertHours: number
}

const HOUR_MS = 3_600_000
/** Polling interval of the job. */
const LOOK_MS = 10 * 60_000

/** `oldestMs` is working time; `late` counts what has waited too long. */
export async function lookAtWaiting({ database, clock, alertHours }: Watched) {
  const now = clock()
  const before = alertHours === 0 ? -1 : workingTimeBefore(now, alertHours * HOUR_MS)
  const counts = await database.read((tx) => countWaiting(tx, { before }))
  const kinds = WAITING_NAMES.map((kind) => counts[kind])
  const since = kinds.flatMap(({ oldest }) => oldest ?? [])
  return {
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    oldestMs: since.length === 0 ? 0 : workingTime(Math.min(...since), now),
    late: kinds.reduce((sum, { late }) => sum + late, 0),
  }
}

export function observeWaiting(metrics: Metrics, watched: Watched): void {
  metrics.gauge(
    'applicants_waiting',
    'Applications whose applicant waits for staff to deal with a correction, a message or a request, one for each of these.',
    async () => (await lookAtWaiting(watched)).count,
  )
  metrics.gauge(
    'applicants_waiting_oldest_seconds',
    'How long the oldest of these has waited, Saturdays and Sundays left out; 0 when none does.',
    async () => (await lookAtWaiting(watched)).oldestMs / 1000,
  )
  metrics.gauge(
    'applicants_waiting_late',
    'Corrections, messages and requests of applicants that have waited longer than WAITING_ALERT_HOURS.',
    async () => (await lookAtWaiting(watched)).late,
  )
}

/** Warns when something begins to have waited too long, and says when nothing does any more. */
export function watchWaiting({
  log,
  look = LOOK_MS,
  ...watched
}: Watched & { log: Log; look?: number }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let before = 0
  const loop = (async () => {
    while (!signal.aborted) {
      try {
        const { late, oldestMs } = await lookAtWaiting(watched)
        const seconds = Math.floor(oldestMs / 1000)
        if (late > before) log.warn('applicants_wait', { count: late, seconds })
        if (late === 0 && before > 0) log.info('applicants_wait_over')
        before = late
      } catch (error) {
        log.warn('waiting_unknown', { error: traceOf(error) })
      }
      await sleep(look, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
