/** A part of the fuzzing: what it tries, within its share of the time. */
import fc from 'fast-check'
import type { TestServer } from './test-server.ts'

export type Trial = {
  servers: readonly TestServer[]
  seed: number
  ms: number
}

/** How much was tried, and how many requests were answered by what: a fuzzer that is always refused reaches nothing. */
export type Tried = { runs: number; requests: number; statuses?: ReadonlyMap<number, number> }

export type Part = {
  name: string
  /** Of the whole time; 0 for what ends by itself. */
  share: number
  run(trial: Trial): Promise<Tried>
}

/** As many runs as the time has room for. Throws with the smallest case that fails, its seed and its path. */
export async function explore<T>(
  { seed, ms }: Pick<Trial, 'seed' | 'ms'>,
  arbitrary: fc.Arbitrary<T>,
  attempt: (value: T) => Promise<void>,
): Promise<number> {
  let last: Promise<void> = Promise.resolve()
  const property = fc.asyncProperty(arbitrary, (value) => {
    last = attempt(value)
    return last
  })
  const details = await fc.check(property, {
    seed,
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  })
  // The run that the time cut short still talks to the servers.
  await last.catch(() => {})
  if (details.failed) {
    const { errorInstance: fault } = details
    throw new Error(
      `${fault instanceof Error ? fault.message : fault}\n${fc.defaultReportMessage(details)}`,
    )
  }
  if (details.numRuns === 0) throw new Error(`not one run in ${ms} ms`)
  return details.numRuns
}
