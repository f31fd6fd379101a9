/**
 * The pace of long work for staff. A lower priority holds back this process alone, and not the database that works for
 * it on the same machine; so whatever is long rests as long as it has worked, up to 50 ms a step, and takes about half of a processor.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'

/** Milliseconds of work after which it rests: less than an applicant would notice. */
const STRETCH_MS = 2
/** Waiting for a slow reader of the result counts as work; that is no reason to wait as long again. */
const LONGEST_REST_MS = 50

/** Called between two steps of the work; resolves when the next one may begin. */
export type Pace = () => Promise<void>

export function createPace(
  now = () => performance.now(),
  rest: (ms: number) => Promise<void> = setTimeout,
): Pace {
  let from = now()
  return async () => {
    const worked = now() - from
    if (worked < STRETCH_MS) return void (await setImmediate())
    await rest(Math.min(worked, LONGEST_REST_MS))
    from = now()
  }
}
