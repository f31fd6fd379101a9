/** Rate limits counted in the database, for several processes that share it. */
import type { Bucket, Counters } from '../../http/limits/rate-limits.ts'
import type { Database } from '../database.ts'
import { unavailable } from '../session.ts'
import { readFirst, type Transaction, write } from '../statement.ts'
import { MAX_BATCH_SIZE, MAX_QUEUE_LENGTH } from '../transactions.ts'

/**
 * Calls that name one bucket share a transaction, and the next begins behind its commit: a sender of many applications
 * is one row, and two transactions that meet there wait, with everything in their batches. As many share one, and as many
 * wait, as in group commit.
 */
export function createSharedCounters(database: Database): Counters {
  const busy = new Set<string>()
  let waiting: Waiting[] = []
  let cleaned: number | undefined
  const count = async (group: readonly Change[]) => {
    const hour = group.find(({ givesBack }) => !givesBack)?.buckets[0]?.hour ?? cleaned
    const used = await database.atomic(async (tx) => {
      const counted = await countAll(tx, group)
      if (hour !== undefined && hour !== cleaned)
        await dropOthers(tx, { from: hour - 1, until: hour + 1 })
      return counted
    })
    cleaned = hour
    return used
  }
  const startFree = async (): Promise<void> => {
    const group = waiting
      .filter(({ buckets }) => buckets.every(({ name }) => !busy.has(name)))
      .slice(0, MAX_BATCH_SIZE)
    if (group.length === 0) return
    const begun = new Set(group)
    waiting = waiting.filter((change) => !begun.has(change))
    const names = new Set(group.flatMap(({ buckets }) => buckets.map(({ name }) => name)))
    for (const name of names) busy.add(name)
    try {
      const used = await count(group)
      for (const [index, { resolve }] of group.entries()) resolve(used[index] ?? null)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    for (const name of names) busy.delete(name)
    await startFree()
  }
  const ask = (change: Change) =>
    new Promise<number[] | null>((resolve, reject) => {
      if (waiting.length >= MAX_QUEUE_LENGTH.atomic) return reject(unavailable())
      waiting.push({ ...change, resolve, reject })
      void startFree()
    })
  return {
    take: (buckets) => ask({ buckets, givesBack: false }),
    async giveBack(buckets) {
      await ask({ buckets, givesBack: true })
    },
  }
}

type Change = { buckets: readonly Bucket[]; givesBack: boolean }
type Waiting = Change & {
  resolve(used: number[] | null): void
  reject(error: unknown): void
}

/** How much is in each bucket of a change; null of one that would overflow, which counts nothing. */
async function countAll(tx: Transaction, changes: readonly Change[]): Promise<(number[] | null)[]> {
  const used = changes.map((): (number | undefined)[] => [])
  const parts = changes.flatMap(({ buckets, givesBack }, at) =>
    buckets.map((bucket, index) => ({ at, index, bucket, givesBack })),
  )
  // Two processes that lock the same rows lock them in the same order.
  parts.sort((a, b) => (a.bucket.name < b.bucket.name ? -1 : 1))
  await Promise.all(
    parts.map(async ({ at, index, bucket, givesBack }) => {
      const row = used[at] ?? []
      row[index] = givesBack ? await giveBack(tx, bucket) : await take(tx, bucket)
    }),
  )
  const counted = used.map((row) => (row.every((one) => one !== undefined) ? row : null))
  await Promise.all(
    parts.map(async ({ at, index, bucket }) => {
      if (counted[at] === null && used[at]?.[index] !== undefined) await giveBack(tx, bucket)
    }),
  )
  return counted
}

/** Undefined, and nothing counted, where it would overflow. */
async function take(tx: Transaction, { name, hour, limit, amount = 1 }: Bucket) {
  const taken = await takeSome(tx, { bucket: name, hour, amount, room: limit - amount })
  return taken?.used
}

async function giveBack(tx: Transaction, { name, hour, amount = 1 }: Bucket): Promise<number> {
  await giveSomeBack(tx, { bucket: name, hour, amount })
  await dropEmpty(tx, { bucket: name, hour })
  return 0
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
