/** Rate limits of guesses (passwords, codes, tokens): failures of an hour are counted by address and by account, in the database. */
import { createHash } from 'node:crypto'
import { HOUR_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'
import type { Counters } from './rate-limits.ts'

/** Runs an attempt; null is a failure and stays counted. Throws AppError `rate_limited` where too many failed. */
export type Throttle = <T>(
  address: string,
  account: string,
  attempt: () => Promise<T | null>,
) => Promise<T | null>

/** What failures are counted of. Each has buckets of its own: failures of one close no other. */
export type Guessed = 'login' | 'api token' | 'provider sign-in'

type ThrottleOptions = {
  counters: Counters
  clock: () => number
  /** Names the network that counts as one address. */
  addressBucket: (address: string) => string
}

const FAILURES_AN_HOUR = {
  address: 10,
  /** More than an address may: somebody else's guesses from one place do not lock the account. */
  account: 30,
}

export function createThrottle(
  guessed: Guessed,
  { counters, clock, addressBucket }: ThrottleOptions,
): Throttle {
  return async (address, account, attempt) => {
    const now = clock()
    const hour = Math.floor(now / HOUR_MS)
    const buckets = [
      {
        name: nameOf(`${guessed} address`, addressBucket(address)),
        limit: FAILURES_AN_HOUR.address,
        hour,
      },
      { name: nameOf(`${guessed} account`, account), limit: FAILURES_AN_HOUR.account, hour },
    ]
    if ((await counters.take(buckets)) === null)
      throw new AppError('rate_limited', { retryAfter: (HOUR_MS - (now % HOUR_MS)) / 1000 })
    let failed = false
    try {
      const result = await attempt()
      failed = result === null
      return result
    } finally {
      if (!failed) await counters.giveBack(buckets)
    }
  }
}

function nameOf(kind: string, value: string): string {
  const digest = createHash('sha256').update(`${kind}\n${value}`).digest('base64url')
  return `staff:${digest.slice(0, 22)}`
}
