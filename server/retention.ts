/** Retention: a daily job deletes what was never completed and erases what was closed; one process takes each day's turn. */
import { randomUUID } from 'node:crypto'
import { DAY_MS, MINUTE_MS, tokyoDay } from '#domain/tokyo-time.ts'
import { type Log, traceOf } from './observability/log.ts'
import { type Polling, poll } from './polling.ts'
import type { Database } from './store/database.ts'
import { held } from './store/queries/held.ts'
import { takeTurn } from './store/queries/installation-values.ts'
import { dropKeptSums } from './store/queries/kept-sums.ts'
import {
  type BatchRange,
  type BatchRow,
  closedBefore,
  deleteApplications,
  isClosedBefore,
  type Scrubbing,
  scrubErased,
  takeIncomplete,
} from './store/queries/retention.ts'
import { addHistory, eraseApplication } from './store/queries/staff-changes.ts'
import { dropUsage, dropUsageErrors } from './store/queries/usage.ts'
import type { Transaction } from './store/statement.ts'

/** Days; 0 keeps for ever. */
export type RetentionRules = { incompleteDays: number; completeDays: number }
export type RetentionReport = { deleted: number; erased: number }

/** Applications per transaction: a long one would delay requests. */
const BATCH = 50
/** Polling interval of the daily job. */
const LOOK_MS = 10 * MINUTE_MS
const WHO = 'retention'
/** Twenty-five months. */
const USAGE_DAYS = 762

/**
 * Deletes incomplete applications and erases personal data of closed ones after their days. `now` is epoch milliseconds.
 * `signal` ends it behind the batch that it is at; the rest is due as it was.
 */
export async function runRetention(
  database: Database,
  { incompleteDays, completeDays }: RetentionRules,
  now: number,
  signal?: AbortSignal,
): Promise<RetentionReport> {
  const each = { database, now, signal }
  return {
    deleted: await inBatches(each, incompleteDays, async (tx, range) => {
      const rows = await takeIncomplete(tx, range)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await deleteApplications(tx, ids)
      return rows
    }),
    erased: await eraseClosed(each, completeDays),
  }
}

type Run = { database: Database; now: number; signal: AbortSignal | undefined }

/** One after another, each looked at again while it is held: staff may have opened it since it was found. */
async function eraseClosed({ database, now, signal }: Run, days: number): Promise<number> {
  const before = now - days * DAY_MS
  let [total, from] = [0, 0]
  while (days > 0 && !signal?.aborted) {
    const range = { from, before, limit: BATCH }
    const rows = await database.read((tx) => closedBefore(tx, range))
    if (rows.length === 0) break
    for (const { id, reference } of rows) {
      const isErased = await database.alone(async (tx) => {
        await held(tx, { reference })
        if (!(await isClosedBefore(tx, { id, before }))) return false
        await eraseApplication(tx, { id, at: now })
        const entry = { id: randomUUID(), application: id, at: now, who: WHO }
        await addHistory(tx, { ...entry, action: 'erase', detail: '' })
        return true
      })
      total += Number(isErased)
    }
    from = Math.max(...rows.map(({ created_at }) => created_at))
  }
  return total
}

/** Runs it once a day while the process lives. A clock that jumps ahead has a day to be set right before anything is deleted by it. */
export function startRetention({
  database,
  clock,
  log,
  rules,
  look = LOOK_MS,
}: {
  database: Database
  clock: () => number
  log: Log
  rules: RetentionRules
  /** Polling interval, milliseconds. */
  look?: number
}): Polling {
  let scrubbed: Scrubbing = 'not due'
  return poll({
    async look(signal) {
      const now = clock()
      try {
        const turn = await database.atomic((tx) =>
          takeTurn(tx, { name: 'retention', now, period: DAY_MS }),
        )
        if (turn === 'taken') {
          log.info('retention', await runRetention(database, rules, now, signal))
          await forgetUsage(database, now)
        }
        // The clock was ahead, or is: nothing is deleted before it has been right for a day.
        if (turn === 'postponed') log.warn('retention_postponed')
        // Staff may have erased something too, in whatever process.
        const scrubbing = await scrubErased(database, signal)
        if (scrubbing === 'done') log.info('erased_data_scrubbed')
        if (scrubbing === 'left' && scrubbed !== 'left' && !signal.aborted)
          log.info('erased_data_left')
        scrubbed = scrubbing
      } catch (error) {
        log.warn('retention_failed', { error: traceOf(error) })
      }
    },
    pause: () => look,
  })
}

/** Sums say nothing of a person; they are kept as long as two years can be compared. */
export async function forgetUsage(database: Database, now: number): Promise<void> {
  const day = tokyoDay(now - USAGE_DAYS * DAY_MS)
  await database.atomic(async (tx) => {
    await dropUsage(tx, { day })
    await dropUsageErrors(tx, { day })
    await dropKeptSums(tx, { month: day.slice(0, 7) })
  })
}

async function inBatches(
  { database, now, signal }: Run,
  days: number,
  batch: (tx: Transaction, range: BatchRange) => Promise<BatchRow[]>,
): Promise<number> {
  let [total, from] = [0, 0]
  while (days > 0 && !signal?.aborted) {
    const range = { from, before: now - days * DAY_MS, limit: BATCH }
    const rows = await database.atomic((tx) => batch(tx, range))
    total += rows.length
    if (rows.length === 0) break
    from = Math.max(...rows.map(({ created_at }) => created_at))
  }
  return total
}
