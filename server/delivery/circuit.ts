/** Circuit breaker: what keeps failing gets no traffic but a single probe now and then, until one succeeds. */
import { type BackOff, pauseAfter } from './retry-policy.ts'

export type Circuit = {
  /** How many attempts may begin now: any number while closed, one probe while half-open, none while open. */
  room(now: number): number
  /** Told of every attempt that begins. */
  began(): void
  succeeded(): void
  failed(now: number): void
}

type CircuitOptions = {
  /** Failures in a row that open it. */
  threshold: number
  /** Between two probes. */
  pauses: BackOff
}

/** Times are epoch milliseconds, as the caller's clock gives them. */
export function createCircuit({ threshold, pauses }: CircuitOptions): Circuit {
  let failures = 0
  let opened = 0
  let probeAt = 0
  let isProbing = false
  return {
    room(now) {
      if (opened === 0) return Number.POSITIVE_INFINITY
      // A clock that was set back must not keep it open for longer than a pause ever lasts.
      if (probeAt - now > 2 * pauses.longest) probeAt = now
      return !isProbing && now >= probeAt ? 1 : 0
    },
    began() {
      if (opened > 0) isProbing = true
    },
    succeeded() {
      failures = 0
      opened = 0
      isProbing = false
    },
    failed(now) {
      failures += 1
      if (failures < threshold) return
      // What began before it opened fails as well: that says nothing new.
      if (opened > 0 && !isProbing) return
      opened += 1
      isProbing = false
      probeAt = now + pauseAfter(opened, pauses)
    },
  }
}
