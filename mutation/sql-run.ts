/** Runs the tests against every mutant of the store's queries, one at a time, in a copy of the project. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { PROGRAMS, ROOT } from '../bin/run.js'
import { type Mutant, sqlMutantsOf } from './sql-mutants.ts'

const MUTATED = ['server/store/*.ts', 'server/staff/*.ts', 'server/delivery/*.ts']
const TESTS = 'server/**/*.test.ts'
/** Tests that start whole processes or wait for clocks; no query is shown by them alone. */
const SLOW = /\/(main|sockets|worst-hour|asset[^/]*|auth|postgres-safety)\.test\.ts$/
const MUTANT_LIMIT_MS = 5 * 60_000

/** The mutants of the files whose path contains one of the words; of all where there is none. */
export function chosenMutants(words: readonly string[]): Mutant[] {
  return globSync(MUTATED, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|testing/.test(file))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .toSorted()
    .flatMap((file) => sqlMutantsOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

/** A test that fails in the copy without a mutant would kill every one. */
export const areTestsSound = (tree: string): boolean => passes(tree, allTests())

/** Whether a test fails with the mutant. `tree` is a copy of the project that may be changed; it is left as it was. */
export function isKilled(tree: string, mutant: Mutant): boolean {
  const path = join(tree, mutant.file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, mutant.source)
  try {
    return testsFor(mutant.file).some((tests) => !passes(tree, tests))
  } finally {
    writeFileSync(path, original)
  }
}

const allTests = () => globSync(TESTS, { cwd: ROOT }).filter((test) => !SLOW.test(test))

/** The tests beside a file first: most mutants end there. */
function testsFor(file: string): string[][] {
  const all = allTests()
  const name = basename(file, '.ts')
  const isNear = (test: string) => basename(test).startsWith(name)
  const isBeside = (test: string) => dirname(test) === dirname(file) && !isNear(test)
  const rest = all.filter((test) => !isNear(test) && !isBeside(test))
  return [all.filter(isNear), all.filter(isBeside), rest].filter((tests) => tests.length > 0)
}

function passes(tree: string, tests: readonly string[]): boolean {
  const { status } = spawnSync(
    join(PROGRAMS, 'vitest'),
    ['run', '--bail=1', '--reporter=dot', ...tests],
    { cwd: tree, stdio: 'ignore', timeout: MUTANT_LIMIT_MS },
  )
  return status === 0
}
