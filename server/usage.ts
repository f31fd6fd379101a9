/** Beacons counted in memory and written as sums: a call waits for no database, and a crash loses a minute. */
import type { UsageBody } from '#contract/apply-schemas.ts'
import { MINUTE_MS, tokyoDay } from '#domain/tokyo-time.ts'
import { type Log, traceOf } from './observability/log.ts'
import { type Polling, poll } from './polling.ts'
import type { Database } from './store/database.ts'
import { addUsage, addUsageErrors } from './store/queries/usage.ts'
import type { UsageErrorRow, UsageRow } from './store/schema.ts'

/** Sums that wait for the database: closed lists bound those of a day, and this the days of an outage. */
const MOST_SUMS = 10_000

export type UsageCounter = ReturnType<typeof createUsage>

type Deps = { database: Database; clock: () => number; log: Log }

export function createUsage({ database, clock, log }: Deps) {
  const usage = createSums<UsageRow>()
  const errors = createSums<UsageErrorRow>()
  return {
    count(body: UsageBody): void {
      const told = rowsOfBeacon(body, clock())
      for (const row of told.usage) usage.add(row)
      for (const row of told.errors) errors.add(row)
    },
    /** Adds the sums to those that are stored. Where that fails they wait for the next time. */
    async write(): Promise<void> {
      const rows = { usage: usage.take(), errors: errors.take() }
      if (rows.usage.length + rows.errors.length === 0) return
      try {
        await writeUsageRows(database, rows)
      } catch (error) {
        for (const row of rows.usage) usage.add(row)
        for (const row of rows.errors) errors.add(row)
        log.warn('usage_not_written', { error: traceOf(error) })
      }
    },
  }
}

export type UsageRows = { usage: UsageRow[]; errors: UsageErrorRow[] }

/** What a beacon that came at this instant adds to the sums. What is named twice in it counts once. */
export function rowsOfBeacon({ flow, width, marks, error }: UsageBody, at: number): UsageRows {
  const day = tokyoDay(at)
  return {
    usage: [...new Set(marks)].map((mark) => ({ day, flow, mark, width, count: 1 })),
    errors: error ? [{ day, flow, ...error, count: 1 }] : [],
  }
}

/** Adds rows to the sums that are stored, all or none. */
export function writeUsageRows(database: Database, { usage, errors }: UsageRows): Promise<void> {
  return database.atomic(async (tx) => {
    for (const row of usage) await addUsage(tx, row)
    for (const row of errors) await addUsageErrors(tx, row)
  })
}

/** Once a minute, and at the end. */
export function writeUsage(usage: UsageCounter): Polling {
  return poll({ look: usage.write, pause: () => MINUTE_MS, end: usage.write })
}

/** Rows by all they have besides their count. */
function createSums<Row extends { count: number }>() {
  let sums = new Map<string, Row>()
  return {
    add(row: Row): void {
      const key = JSON.stringify({ ...row, count: 0 })
      const sum = sums.get(key)
      if (sum) sum.count += row.count
      else if (sums.size < MOST_SUMS) sums.set(key, { ...row })
    },
    /** In one order: two processes that lock the same rows lock them in the same order. */
    take(): Row[] {
      const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
      sums = new Map()
      return rows
    },
  }
}
