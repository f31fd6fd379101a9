/** The loop of a job that looks for work now and then, for as long as the process lives. */
import { setTimeout } from 'node:timers/promises'

type Job = {
  /** Awaited before the pause begins; it handles its own failures. */
  look: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds from the end of one look to the next. */
  pause: () => number
  /** When the loop has ended. */
  end?: () => Promise<unknown>
}

export type Polling = { stop(): Promise<void> }

/** Looks at once. `stop` aborts the signal and a pause, and waits for the look that is under way. */
export function poll({ look, pause, end }: Job): Polling {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    while (!signal.aborted) {
      await look(signal)
      // An aborted pause is no failure: the loop ends.
      await setTimeout(pause(), undefined, { ref: false, signal }).catch(() => {})
    }
    await end?.()
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
