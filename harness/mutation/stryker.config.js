/** Stryker's settings; main.js says what is changed, and which tests must notice. */
import { env } from 'node:process'

export default {
  mutate: env.MUTATED?.split(' '),
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'harness/mutation/vitest.config.ts' },
  // A static mutant is run against every test: half of the time for a few percent of the mutants.
  ignoreStatic: true,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'build/mutation',
  ignorePatterns: ['data', 'build/compile-cache', 'build/test-*', 'build/mutation'],
  disableTypeChecks: false,
  concurrency: 2,
  cleanTempDir: 'always',
}
