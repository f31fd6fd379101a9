/** Rate limit: how many calls a name (an address, a token) may make in a minute; counted in this process and nowhere kept. */
import { MINUTE_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'
import { createOwnCounters } from './rate-limits.ts'

type Options = {
  /** 0 is off. */
  perMinute: number
  /** Epoch milliseconds. */
  clock: () => number
}

/** Throws `rate_limited` where the name has had its share. */
export function createMinuteLimit({ perMinute, clock }: Options) {
  const counters = createOwnCounters()
  return async (name: string): Promise<void> => {
    if (perMinute === 0) return
    const now = clock()
    const window = Math.floor(now / MINUTE_MS)
    const taken = await counters.take([{ name, limit: perMinute, hour: window }])
    if (taken === null)
      throw new AppError('rate_limited', { retryAfter: (MINUTE_MS - (now % MINUTE_MS)) / 1000 })
  }
}

export type MinuteLimit = ReturnType<typeof createMinuteLimit>
