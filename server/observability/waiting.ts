/** What waits for staff, measured by the calendar of working days. */
import { WAITING_NAMES } from '#domain/staff.ts'
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { areHolidaysOld, HOLIDAYS_TAKEN } from '#domain/working-days.ts'
import { type Polling, poll } from '../polling.ts'
import type { Database } from '../store/database.ts'
import { countDesk } from '../store/queries/situation.ts'
import { countWaiting } from '../store/queries/waiting.ts'
import { calendarOf } from './calendar.ts'
import { type Log, traceOf } from './log.ts'
import type { Metrics } from './metrics.ts'

type Watched = {
  database: Database
  /** Epoch milliseconds. */
  clock: () => number
  /** Of working days, after which something has waited too long; 0 is never. */
  alertHours: number
}

/** Polling interval of the job. */
const LOOK_MS = 10 * MINUTE_MS

/**
 * `oldestMs` is of working days; `late` counts the applications that have waited too long: something of their applicant's, a
 * mail that came back, or all of it, where nobody has taken it up.
 */
export async function lookAtWaiting({ database, clock, alertHours }: Watched) {
  const now = clock()
  const { calendar, counts } = await database.read(async (tx) => ({
    calendar: await calendarOf(tx),
    counts: await countWaiting(tx),
  }))
  const before = calendar.lateBefore(now, alertHours)
  const desk = await database.read((tx) => countDesk(tx, { before }))
  const { late = 0, untouched = 0, oldest: longest = null } = desk ?? {}
  const kinds = [
    ...WAITING_NAMES.map((kind) => counts[kind]),
    { count: untouched, oldest: longest },
  ]
  const since = kinds.flatMap(({ oldest }) => oldest ?? [])
  return {
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    oldestMs: since.length === 0 ? 0 : calendar.timeBetween(Math.min(...since), now),
    late,
  }
}

/** At a start: public holidays are laws, and change. */
export function warnOfOldHolidays(log: Log, now: number): void {
  if (areHolidaysOld(now)) log.warn('holidays_old', { version: HOLIDAYS_TAKEN.version })
}

export function observeWaiting(metrics: Metrics, watched: Watched): void {
  metrics.gauge(
    'applicants_waiting',
    'What waits for staff: corrections, messages, requests and returned mails of applicants, and applications that nobody has taken up; an application counts once for each kind.',
    async () => (await lookAtWaiting(watched)).count,
  )
  metrics.gauge(
    'applicants_waiting_oldest_seconds',
    'How long the oldest of these has waited, counted in working days of Tokyo; 0 when none does.',
    async () => (await lookAtWaiting(watched)).oldestMs / 1000,
  )
  metrics.gauge(
    'applicants_waiting_late',
    'Applications of which something has waited longer than WAITING_ALERT_HOURS, or that nobody has taken up for so long.',
    async () => (await lookAtWaiting(watched)).late,
  )
}

/** Warns when something begins to have waited too long, and says when nothing does any more. */
export function watchWaiting({
  log,
  look = LOOK_MS,
  ...watched
}: Watched & { log: Log; look?: number }): Polling {
  let before = 0
  return poll({
    async look() {
      try {
        const { late, oldestMs } = await lookAtWaiting(watched)
        const seconds = Math.floor(oldestMs / 1000)
        if (late > before) log.warn('applicants_wait', { count: late, seconds })
        if (late === 0 && before > 0) log.info('applicants_wait_over')
        before = late
      } catch (error) {
        log.warn('waiting_unknown', { error: traceOf(error) })
      }
    },
    pause: () => look,
  })
}
