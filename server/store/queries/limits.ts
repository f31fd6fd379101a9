/** Rate limits counted in the database, for several processes that share it. */
import type { Bucket, Counters } from '../../http/limits/applications.ts'
import type { Database } from '../database.ts'
import { readFirst, write } from '../statement.ts'

export function createSharedCounters(database: Database): Counters {
  let cleaned: number | undefined
  return {
    async take(buckets) {
      const hour = buckets[0]?.hour ?? 0
      try {
        const used = await database.atomic(async (tx) => {
          const totals = new Map<string, number>()
          for (const bucket of inOrder(buckets)) {
            const { name, hour, limit, amount = 1 } = bucket
            const key = { bucket: name, hour }
            // A full bucket is left untouched, so that there is nothing to undo.
            const taken = await takeSome(tx, { ...key, amount, room: limit - amount })
            if (!taken) throw new Full()
            totals.set(bucket.name, taken.used)
          }
          if (hour !== cleaned) await dropOthers(tx, { from: hour - 1, until: hour + 1 })
          return buckets.map(({ name }) => totals.get(name) ?? 0)
        })
        cleaned = hour
        return used
      } catch (error) {
        if (error instanceof Full) return null
        throw error
      }
    },
    async giveBack(buckets) {
      await database.atomic(async (tx) => {
        for (const { name, hour, amount = 1 } of inOrder(buckets)) {
          await giveSomeBack(tx, { bucket: name, hour, amount })
          await dropEmpty(tx, { bucket: name, hour })
        }
      })
    },
  }
}

/** Rolls back what other buckets gave before a full one was reached. */
class Full extends Error {}

/** Two processes that lock the same rows lock them in the same order. */
function inOrder(buckets: readonly Bucket[]): Bucket[] {
  return [...buckets].sort((a, b) => (a.name < b.name ? -1 : 1))
}

type Key = { bucket: string; hour: number }

type Taken = Key & { amount: number; room: number }

const takeSome = readFirst((db, { bucket, hour, amount, room }: Taken) =>
  db
    .insertInto('limits')
    .values({ bucket, window_start: hour, used: amount })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet((row) => ({ used: row('limits.used', '+', amount) }))
        .where('limits.used', '<=', room),
    )
    .returning('used'),
)

const giveSomeBack = write((db, { bucket, hour, amount }: Key & { amount: number }) =>
  db
    .updateTable('limits')
    .set((row) => ({ used: row('used', '-', amount) }))
    .where('bucket', '=', bucket)
    .where('window_start', '=', hour),
)

const dropEmpty = write((db, { bucket, hour }: Key) =>
  db
    .deleteFrom('limits')
    .where('bucket', '=', bucket)
    .where('window_start', '=', hour)
    .where('used', '<=', 0),
)

/** Hours that are over, and hours that a clock was ahead by; one beside is left to a process whose clock differs a little. */
const dropOthers = write((db, { from, until }: { from: number; until: number }) =>
  db
    .deleteFrom('limits')
    .where((row) => row.or([row('window_start', '<', from), row('window_start', '>', until)])),
)
