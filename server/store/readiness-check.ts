/** Readiness: whether the database takes durable writes, tried at most once a second and told within a second. */
import { setTimeout } from 'node:timers/promises'
import { unavailable } from './session.ts'

const BETWEEN_WRITES_MS = 1000
/** One that failed is tried again sooner: whoever waits for the database is waited for. */
const AFTER_FAILURE_MS = 250
/** Whoever asks is answered within a second, whatever the database does. */
const ANSWER_MS = 800
/** A write that is under way for longer makes readiness red; a shorter one is a busy moment. */
const PATIENCE_MS = 3000

/** `store` resolves when something is on disk. */
export function createCheck(store: () => Promise<unknown>): () => Promise<void> {
  let write: Promise<void> | undefined
  let until = 0
  /** When the last write that succeeded was begun. */
  let lastGood = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    if (write === undefined || now >= until) {
      until = Number.POSITIVE_INFINITY
      write = probe(now)
    }
    const outcome = await Promise.race([write, setTimeout(ANSWER_MS, 'late', { ref: false })])
    if (outcome === 'late' && performance.now() - lastGood > PATIENCE_MS)
      throw unavailable(new Error('a durable write takes too long'))
  }

  async function probe(begun: number): Promise<void> {
    try {
      await store()
      lastGood = begun
      until = performance.now() + BETWEEN_WRITES_MS
    } catch (error) {
      until = performance.now() + AFTER_FAILURE_MS
      throw error
    }
  }
}
