/**
 * Rate limits: what one sender may cost in an hour. New applications and the bytes of bodies are bounded by network
 * address; a mail address that many applications name is flagged for staff and never refused, because anybody can
 * name anybody's (reading 28).
 */
import { hash } from 'node:crypto'
import { mailboxOf } from '#domain/mail-address.ts'
import { HOUR_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'

/** From this share of a limit on, an application is flagged for staff. */
const NEAR = 0.8
/** New applications in an hour that one valid invitation may start, whatever its sender's address has used up. */
const PER_INVITATION = 20
/** More than is ever counted, and what a column of the database holds. */
const UNLIMITED = 2_147_483_647

/** A name, how much it may hold, the hour it holds it for, and how much is put in. */
export type Bucket = { name: string; limit: number; hour: number; amount?: number }

export type Counters = {
  /** Fills each bucket, and tells how much is then in each; null, and nothing counted, where one would overflow. */
  take(buckets: readonly Bucket[]): Promise<number[] | null>
  giveBack(buckets: readonly Bucket[]): Promise<void>
}

/** A call, and who sends it. */
export type LimitedCall = {
  /** As http/client-address.ts names it. */
  address: string
  /** The application's key, null where the client sent none. */
  key: string | null
  /** Left out where the call names none. */
  mail?: string
  /** The id of a valid invitation: it is counted instead of the address. */
  invitation?: string | undefined
  bytes: number
  /** Whether the call may start an application. */
  mayStart: boolean
  /** Whether it may be the repetition of an earlier one, which is answered beyond every limit. */
  mayRepeat: boolean
}

/** `refusal`: a limit is reached, and the call is to throw this instead of storing anything. */
export type Admission = { isNear: boolean; refusal?: AppError | undefined }

export type Limits = {
  /** Runs a call within the limits of its sender. Throws `rate_limited` where it can be no replay. */
  admit<T extends { isNew: boolean; replayed: boolean }>(
    call: LimitedCall,
    run: (admission: Admission) => Promise<T>,
  ): Promise<T>
}

type LimitOptions = {
  /** New applications of an address, applications naming a mail address before staff are told, bytes of an address; 0 is off. */
  perHour: { address: number; mail: number; bytes: number }
  /** Epoch milliseconds. */
  clock: () => number
  /** Of new applications. Bytes are counted in this process alone: a write for each call would cost more than they do. */
  counters: Counters
}

export function createLimits({ perHour, clock, counters }: LimitOptions): Limits {
  const byteCounters = createOwnCounters()
  const admit: Limits['admit'] = async (call, run) => {
    const hour = hourOf(clock())
    const starts = startBuckets(call, perHour, hour)
    const bytes = byteBuckets(call, perHour.bytes, hour)
    const used = await takeBoth(bytes, starts)
    if (used === null) {
      const refusal = rateLimited(clock())
      if (!call.mayRepeat) throw refusal
      return run({ isNear: false, refusal })
    }
    const isNear = starts.some(({ warnAt }, index) => (used[index] ?? 0) >= warnAt)
    let result: { isNew: boolean; replayed: boolean } = NOTHING_STORED
    try {
      const answer = await run({ isNear })
      result = answer
      return answer
    } finally {
      // What cannot be given back is free again with the next hour; where nothing was taken, nobody waits for a commit.
      if (!result.isNew && starts.length > 0) await counters.giveBack(starts).catch(() => {})
      if (result.replayed) await byteCounters.giveBack(bytes)
    }
  }
  const takeBoth = async (bytes: readonly Bucket[], starts: readonly Bucket[]) => {
    if ((await byteCounters.take(bytes)) === null) return null
    const used = starts.length === 0 ? [] : await counters.take(starts)
    if (used === null) await byteCounters.giveBack(bytes)
    return used
  }
  return { admit: oneAtATime(admit) }
}

/** The hour that an instant (epoch milliseconds) is counted in. */
export function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS)
}

const NOTHING_STORED = { isNew: false, replayed: true }

function rateLimited(now: number): AppError {
  return new AppError('rate_limited', { retryAfter: (HOUR_MS - (now % HOUR_MS)) / 1000 })
}

type StartBucket = Bucket & { warnAt: number }

function startBuckets(
  call: LimitedCall,
  perHour: { address: number; mail: number },
  hour: number,
): StartBucket[] {
  const { mail, invitation, mayStart } = call
  if (!mayStart) return []
  const limit = invitation ? PER_INVITATION : perHour.address
  return [
    ...(limit > 0 ? [{ name: senderBucket(call), limit, hour, warnAt: limit * NEAR }] : []),
    ...(mail && perHour.mail > 0
      ? [
          {
            name: bucketName('mail', mailboxOf(mail)),
            limit: UNLIMITED,
            hour,
            warnAt: perHour.mail * NEAR,
          },
        ]
      : []),
  ]
}

function byteBuckets(call: LimitedCall, limit: number, hour: number): Bucket[] {
  return limit > 0 ? [{ name: senderBucket(call), limit, hour, amount: call.bytes }] : []
}

function senderBucket({ address, invitation }: LimitedCall): string {
  return invitation ? bucketName('invitation', invitation) : bucketName('address', address)
}

/** Of many that come at once under one key the first is counted; the others wait, and are tried as its repetitions first. */
function oneAtATime(admit: Limits['admit']): Limits['admit'] {
  const underWay = new Map<string, Promise<unknown>>()
  return async (call, run) => {
    const { key } = call
    if (key === null || !call.mayStart) return admit(call, run)
    const first = underWay.get(key)
    if (first) {
      await first.catch(() => {})
      const isNoRepetition = new AppError('rate_limited')
      try {
        return await run({ isNear: false, refusal: isNoRepetition })
      } catch (error) {
        if (error !== isNoRepetition) throw error
      }
    }
    const own = admit(call, run)
    underWay.set(key, own)
    try {
      return await own
    } finally {
      // Of several that waited the last one is under way: it is waited for, whichever ends first.
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
  // A clock that was set back begins an hour too: else nothing would be counted anew until it has caught up.
  const turn = (buckets: readonly Bucket[]) => {
    const now = buckets[0]?.hour ?? hour
    if (now !== hour) totals = new Map()
    hour = now
  }
  const usedAfter = ({ name, amount = 1 }: Bucket) => (totals.get(name) ?? 0) + amount
  return {
    async take(buckets) {
      turn(buckets)
      if (buckets.some((bucket) => usedAfter(bucket) > bucket.limit)) return null
      if (totals.size >= mostBuckets) forgetRarest(totals, mostBuckets / 2)
      return buckets.map((bucket) => {
        const total = usedAfter(bucket)
        totals.set(bucket.name, total)
        return total
      })
    },
    async giveBack(buckets) {
      for (const { name, hour: taken, amount = 1 } of buckets) {
        if (taken !== hour) continue
        const total = (totals.get(name) ?? 0) - amount
        // What failed leaves nothing behind: else a robot that names a new address each time fills the memory.
        if (total > 0) totals.set(name, total)
        else totals.delete(name)
      }
    },
  }
}

/** A digest, so that whoever looks at the counters does not read addresses in passing; they are gone within hours. */
function bucketName(kind: string, value: string): string {
  return hash('sha256', `${kind}\n${value}`, 'base64url').slice(0, 22)
}
