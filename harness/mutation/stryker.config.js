/** Stryker's settings for the area that MUTATED_AREA names. */
import { env } from 'node:process'
import { mutatedFiles } from './areas.ts'

const name = /** @type {import('./areas.ts').AreaName} */ (env.MUTATED_AREA)
const words = env.MUTATED_WORDS?.split(' ').filter(Boolean) ?? []

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'in-process',
  plugins: ['./harness/mutation/in-process-runner.ts'],
  mutate: mutatedFiles(name, words),
  // A static mutant is run against every test: half of the time for a few percent of the mutants.
  ignoreStatic: true,
  // Also what main.ts reads: it has the results of earlier runs, and is written when a run is ended early.
  incremental: true,
  incrementalFile: `build/mutation/${name}.json`,
  force: env.MUTATED_AFRESH === 'true',
  reporters: ['progress-append-only'],
  tempDirName: 'build/mutation/copy',
  ignorePatterns: ['data', 'build/compile-cache', 'build/test-*', 'build/mutation'],
  disableTypeChecks: false,
  concurrency: Number(env.MUTATED_CONCURRENCY),
  // Loops end at Stryker's limit of hits, and waits at the runner's limit of a test: this is for a loop without a mutant,
  // and long, for a machine that stands still must kill nothing.
  timeoutMS: 600_000,
}
