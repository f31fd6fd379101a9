/** The places of the senders: who is at work, and who has been at it for so long that the place goes to another. */
import type { OutboxRow } from '../store/schema.ts'

export type Attempt = {
  row: OutboxRow
  /** Milliseconds of performance.now(). */
  startedAt: number
  isSlow: boolean
}

export type Places = {
  /** Attempts that may begin now. */
  free(): number
  isTaken(id: string): boolean
  attempts(): Iterable<Attempt>
  /** Attempts at a destination that have become slow. */
  slowAt(destination: string): number
  take(row: OutboxRow): Attempt
  /** The attempt has ended; `ms` is how long a delivery took. */
  leave(attempt: Attempt, ms?: number): void
}

/** Slow attempts that give their place to others, in multiples of the senders: beyond that they keep it. */
export const SLOW_TO_SENDERS = 4
/** An attempt is slow after so many times what a delivery usually takes, within these bounds in milliseconds. */
const USUAL_TIMES = 4
const SLOW_MS = { least: 250, most: 5000 }
/** The weight of one delivery in what is usual. */
const WEIGHT = 0.1

/** `onFree` is called when a slow attempt gives its place away. */
export function createPlaces(senders: number, onFree: () => void): Places {
  const taken = new Map<string, { attempt: Attempt; timer: NodeJS.Timeout }>()
  let slow = 0
  let usual = SLOW_MS.least / USUAL_TIMES
  const slowAfter = () => Math.min(Math.max(USUAL_TIMES * usual, SLOW_MS.least), SLOW_MS.most)
  const becomesSlow = (attempt: Attempt) => {
    if (slow >= senders * SLOW_TO_SENDERS) return
    attempt.isSlow = true
    slow += 1
    onFree()
  }
  return {
    free: () => senders - (taken.size - slow),
    isTaken: (id) => taken.has(id),
    *attempts() {
      for (const { attempt } of taken.values()) yield attempt
    },
    slowAt(destination) {
      let count = 0
      for (const { attempt } of taken.values())
        if (attempt.isSlow && attempt.row.destination === destination) count += 1
      return count
    },
    take(row) {
      const attempt = { row, startedAt: performance.now(), isSlow: false }
      const timer = setTimeout(() => becomesSlow(attempt), slowAfter())
      taken.set(row.id, { attempt, timer })
      return attempt
    },
    leave(attempt, ms) {
      clearTimeout(taken.get(attempt.row.id)?.timer)
      taken.delete(attempt.row.id)
      if (attempt.isSlow) slow -= 1
      // One very slow delivery does not make slowness usual.
      if (ms !== undefined) usual += WEIGHT * (Math.min(ms, USUAL_TIMES * usual) - usual)
    },
  }
}
