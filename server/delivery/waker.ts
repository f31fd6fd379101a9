/** A pause that ends early when there is something to do. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Waker = {
  wake(): void
  /** Resolves after the time, or as soon as `wake` is or was called since the last rest. */
  rest(ms: number): Promise<void>
}

export function createWaker(): Waker {
  let wake = Promise.withResolvers<void>()
  return {
    wake: () => wake.resolve(),
    async rest(ms) {
      const over = new AbortController()
      await Promise.race([
        wake.promise,
        sleep(ms, undefined, { signal: over.signal }).catch(() => {}),
      ])
      over.abort()
      wake = Promise.withResolvers<void>()
    },
  }
}
