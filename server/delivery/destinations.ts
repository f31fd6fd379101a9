/** What is known of each destination (a mail domain, a webhook's host): one that is slow or failing delays itself alone. */
import type { OutboxRow } from '../store/schema.ts'
import { type Circuit, createCircuit } from './circuit.ts'
import type { Outcome } from './outcome.ts'
import type { Places } from './places.ts'

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
