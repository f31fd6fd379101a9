/** Retention: a daily job deletes what was never completed and erases what was closed; one process takes each day's turn. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Log, traceOf } from '../observability/log.ts'
import type { Database } from '../store/database.ts'
import { takeTurn } from '../store/queries/facts.ts'
import { eraseLeftBehind, lapseLeftBehind } from '../store/queries/left-behind.ts'
import {
  type BatchRange,
  type BatchRow,
  deleteApplications,
  scrubErased,
  takeClosed,
  takeIncomplete,
} from '../store/queries/retention.ts'
import { addHistory, eraseApplication } from '../store/queries/staff-changes.ts'
import type { Transaction } from '../store/statement.ts'

/** Days; 0 keeps for ever. */
export type RetentionRules = { incompleteDays: number; completeDays: number }
export type RetentionReport = { deleted: number; erased: number }

const DAY_MS = 86_400_000
/** Applications per transaction: a long one would delay requests. */
const BATCH = 50
/** Polling interval of the daily job. */
const LOOK_MS = 10 * 60_000
const WHO = 'retention'

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
  await database.atomic(async (tx) => {
    await lapseLeftBehind(tx, { at: now })
    await eraseLeftBehind(tx)
  })
  return {
    deleted: await inBatches(each, incompleteDays, async (tx, range) => {
      const rows = await takeIncomplete(tx, range)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) await deleteApplications(tx, ids)
      return rows
    }),
    erased: await inBatches(each, completeDays, async (tx, range) => {
      const rows = await takeClosed(tx, { ...range, at: now })
      for (const { id } of rows) {
        await eraseApplication(tx, { id, at: now })
        const entry = { id: randomUUID(), application: id, at: now, who: WHO }
        await addHistory(tx, { ...entry, action: 'erase', detail: '' })
      }
      return rows
    }),
  }
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
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    while (!signal.aborted) {
      const now = clock()
      try {
        const turn = await database.atomic((tx) =>
          takeTurn(tx, { name: 'retention', now, period: DAY_MS }),
        )
        if (turn === 'taken')
          log.info('retention', await runRetention(database, rules, now, signal))
        // The clock was ahead, or is: nothing is deleted before it has been right for a day.
        if (turn === 'postponed') log.warn('retention_postponed')
        // Staff may have erased something too, in whatever process.
        if (await scrubErased(database, signal)) log.info('erased_data_scrubbed')
      } catch (error) {
        log.warn('retention_failed', { error: traceOf(error) })
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

async function inBatches(
  { database, now, signal }: { database: Database; now: number; signal: AbortSignal | undefined },
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
