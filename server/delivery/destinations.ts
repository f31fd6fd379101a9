/** What is known of each destination (a mail domain, a webhook's host): one that is slow or failing delays itself alone. */

import type { OutboxRow } from '../store/schema.ts'
import type { Outcome } from './channel.ts'
import { type Circuit, createCircuit } from './circuit.ts'

export type Destinations = {
  /** Those from which nothing may be taken now. */
  blocked(now: number): string[]
  /** Of rows that may begin: one at most for a destination that is only probed. */
  admit(rows: readonly OutboxRow[], now: number): OutboxRow[]
  /** Whether an attempt may begin at the destination of a row that is claimed already. */
  isOpen(row: OutboxRow, now: number): boolean
  began(destination: string): void
  ended(destination: string, status: Outcome['status'], now: number): void
}

type DestinationOptions = {
  /** Failures in a row after which a destination is only probed. */
  threshold: number
  /** Slow attempts at one destination while which no further one begins there. */
  mostSlow: number
}

const PAUSES = { first: 1000, longest: 5 * 60_000 }
/** Destinations that are remembered: strangers choose the domains, and must not fill the memory. */
const MOST_FAILING = 1000

export function createDestinations(
  places: Places,
  { threshold, mostSlow }: DestinationOptions,
): Destinations {
  /** Those with a failure since their last success. */
  const failing = new Map<string, Circuit>()
  const circuitOf = (destination: string): Circuit => {
    const circuit = failing.get(destination) ?? createCircuit({ threshold, pauses: PAUSES })
    failing.set(destination, circuit)
    const [oldest] = failing.keys()
    if (failing.size > MOST_FAILING && oldest !== undefined) failing.delete(oldest)
    return circuit
  }
  return {
    blocked(now) {
      const names = new Set<string>()
      for (const [name, circuit] of failing) if (circuit.room(now) === 0) names.add(name)
      for (const { isSlow, row } of places.attempts())
        if (isSlow && places.slowAt(row.destination) >= mostSlow) names.add(row.destination)
      return [...names]
    },
    admit(rows, now) {
      const begun = new Set<string>()
      return rows.filter(({ destination }) => {
        const room = failing.get(destination)?.room(now) ?? Number.POSITIVE_INFINITY
        const isAdmitted = room === 1 ? !begun.has(destination) : room > 0
        begun.add(destination)
        return isAdmitted
      })
    },
    isOpen: ({ destination }, now) =>
      (failing.get(destination)?.room(now) ?? 1) > 0 && places.slowAt(destination) < mostSlow,
    began(destination) {
      failing.get(destination)?.began()
    },
    ended(destination, status, now) {
      if (status === 'delivered' || status === 'refused') failing.delete(destination)
      // An outage of the way there says nothing of a destination; it only ends a probe.
      else if (status === 'unreachable') failing.get(destination)?.failed(now)
      else circuitOf(destination).failed(now)
    },
  }
}

// The places of the senders: who is at work, and who has been at it for so long that the place goes to another.

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
