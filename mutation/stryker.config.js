/** Stryker's settings for the room that MUTATED_ROOM names. */
import { globSync } from 'node:fs'
import { env } from 'node:process'
import { ROOMS } from './rooms.ts'

const name = /** @type {import('./rooms.ts').RoomName} */ (env.MUTATED_ROOM)
const words = env.MUTATED_WORDS?.split(' ').filter(Boolean) ?? []
const report = `build/mutation/${name}`

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'in-process',
  plugins: ['./mutation/in-process-runner.ts'],
  mutate: globSync([...ROOMS[name].mutate]).filter(
    (file) =>
      !/\.test\.|testing[./]/.test(file) &&
      (words.length === 0 || words.some((word) => file.includes(word))),
  ),
  // A static mutant is run against every test: half of the time for a few percent of the mutants.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `${report}.json`,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `${report}.report.json` },
  tempDirName: 'build/mutation/copy',
  ignorePatterns: ['data', 'build/compile-cache', 'build/test-*', 'build/mutation'],
  disableTypeChecks: false,
  concurrency: 2,
  timeoutMS: 8000,
  timeoutFactor: 3,
}
