/** How many new applications an address, network or mail, may start in an hour; what is no new one never counts (reading 28). */
import { createHash } from 'node:crypto'
import { AppError } from './errors.ts'

const HOUR_MS = 3_600_000
/** From this share of a limit on, an application is marked for staff. */
const NEAR = 0.8

/** A name, how much it may hold, and the hour it holds it for. */
export type Bucket = { name: string; limit: number; hour: number }

export type Counters = {
  /** One more in each bucket, and how many are then in each; null, and nothing counted, where one is full. */
  take(buckets: readonly Bucket[]): Promise<number[] | null>
  giveBack(buckets: readonly Bucket[]): Promise<void>
}

export type Sender = {
  /** As http/client-address.ts names it. */
  address: string
  /** Left out where the call names none. */
  mail?: string
  /** The application's key, null where the client sent none. */
  key: string | null
}

export type Limits = {
  /**
   * Runs what may start a new application, told whether a limit is near. Throws `rate_limited` instead
   * where one is reached, unless the key shows that the application has started already.
   */
  admit<T extends { isNew: boolean }>(
    applicant: Sender,
    start: (near: boolean) => Promise<T>,
  ): Promise<T>
}

type LimitOptions = {
  /** New applications an hour; 0 is off. */
  perHour: { address: number; mail: number }
  /** Epoch milliseconds. */
  clock: () => number
  counters: Counters
  /** Whether an application of this key is stored. */
  isKnownKey: (key: string) => Promise<boolean>
}

export function createLimits({ perHour, clock, counters, isKnownKey }: LimitOptions): Limits {
  const bucketsOf = ({ address, mail }: Sender): Bucket[] => {
    const hour = Math.floor(clock() / HOUR_MS)
    const wanted = [
      { name: bucketName('address', address), limit: perHour.address, hour },
      { name: bucketName('mail', mail?.toLowerCase() ?? ''), limit: perHour.mail, hour },
    ]
    return wanted.filter((bucket, index) => bucket.limit > 0 && (index === 0 || mail))
  }
  const admit: Limits['admit'] = async (applicant, start) => {
    const buckets = bucketsOf(applicant)
    if (buckets.length === 0) return start(false)
    const used = await counters.take(buckets)
    if (used === null) {
      if (applicant.key !== null && (await isKnownKey(applicant.key))) return start(false)
      const retryAfter = (HOUR_MS - (clock() % HOUR_MS)) / 1000
      throw new AppError('rate_limited', { retryAfter })
    }
    const near = buckets.some(({ limit }, index) => (used[index] ?? 0) >= limit * NEAR)
    let isNew = false
    try {
      const result = await start(near)
      isNew = result.isNew
      return result
    } finally {
      // What could not be given back is free again with the next hour.
      if (!isNew) await counters.giveBack(buckets).catch(() => {})
    }
  }
  return { admit: oneAtATime(admit, isKnownKey) }
}

/** Of many that come at once under one key the first is counted; the others wait, and so are seen to repeat it. */
function oneAtATime(
  admit: Limits['admit'],
  isKnownKey: LimitOptions['isKnownKey'],
): Limits['admit'] {
  const underWay = new Map<string, Promise<unknown>>()
  return async (applicant, start) => {
    const { key } = applicant
    if (key === null) return admit(applicant, start)
    const first = underWay.get(key)
    if (first) {
      await first.catch(() => {})
      if (await isKnownKey(key)) return start(false)
    }
    const own = admit(applicant, start)
    underWay.set(key, own)
    try {
      return await own
    } finally {
      if (underWay.get(key) === own) underWay.delete(key)
    }
  }
}

/** What this process keeps of an hour; whoever comes from more addresses than that must not fill its memory. */
const MOST_BUCKETS = 100_000

/** Leaves no more than so many: those that were used least are furthest from any limit. */
function forgetRarest(totals: Map<string, number>, most: number): void {
  for (let least = 1; totals.size > most; least *= 2)
    for (const [name, total] of totals) if (total <= least) totals.delete(name)
}

/** Counters of this one process: right where it is the only one. */
export function createOwnCounters(mostBuckets = MOST_BUCKETS): Counters {
  let hour = 0
  let totals = new Map<string, number>()
  // Another hour begins with nothing counted, an earlier one too: the clock may have been ahead.
  const turn = (buckets: readonly Bucket[]) => {
    const now = buckets[0]?.hour ?? hour
    if (now !== hour) totals = new Map()
    hour = now
  }
  return {
    async take(buckets) {
      turn(buckets)
      if (buckets.some(({ name, limit }) => (totals.get(name) ?? 0) >= limit)) return null
      if (totals.size >= mostBuckets) forgetRarest(totals, mostBuckets / 2)
      return buckets.map(({ name }) => {
        const total = (totals.get(name) ?? 0) + 1
        totals.set(name, total)
        return total
      })
    },
    async giveBack(buckets) {
      for (const { name, hour: taken } of buckets) {
        const total = totals.get(name) ?? 0
        if (taken !== hour) continue
        // What failed leaves nothing behind: else a robot that names a new address each time fills the memory.
        if (total > 1) totals.set(name, total - 1)
        else totals.delete(name)
      }
    },
  }
}

/** A digest, so that whoever looks at the counters does not read addresses in passing; they are gone within hours. */
function bucketName(kind: string, value: string): string {
  return createHash('sha256').update(`${kind}\n${value}`).digest('base64url').slice(0, 22)
}
