/** Runs the tests against the mutants of the store's queries, one at a time, in a copy of the project. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAMS, ROOT } from '../bin/run.js'
import { type Mutant, sqlMutantsOf, withReports } from './sql-mutants.ts'

const MUTATED = ['server/store/*.ts', 'server/staff/*.ts', 'server/delivery/*.ts']
const TESTS = 'server/**/*.test.ts'
/** Tests that start whole processes or wait for clocks; no query is shown by them alone. */
const SLOW = /\/(main|sockets|worst-hour|asset[^/]*|auth|postgres-safety)\.test\.ts$/
const LIMIT_MS = 10 * 60_000
/** Most mutants end in the first, quickest tests. */
const FIRST_MS = 5000

/** A copy of the project that may be changed, and the server that its tests share. */
export type Trial = { tree: string; postgres: string }

/** The mutants of the files whose path contains one of the words; of all where there is none. */
export function chosenMutants(words: readonly string[]): Mutant[] {
  return mutatedFiles()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .flatMap((file) => sqlMutantsOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

const mutatedFiles = () =>
  globSync(MUTATED, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|testing/.test(file))
    .toSorted()

/** What a test file came to, and how long it took. */
export type Reached = { test: string; ms: number; guards: string[] }

/** Runs every test with guards that report; null where one fails, for it would kill every mutant. */
export async function findTests(trial: Trial): Promise<Reached[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-reached-'))
  const originals = mutatedFiles().map((file) => ({ file, source: textOf(trial, file) }))
  for (const { file, source } of originals)
    writeFileSync(join(trial.tree, file), withReports(file, source, reportFor(file)))
  try {
    const tests = globSync(TESTS, { cwd: ROOT }).filter((test) => !SLOW.test(test))
    if (!(await passes(trial, tests, { GUARDS_REACHED: folder }))) return null
    return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } finally {
    for (const { file, source } of originals) writeFileSync(join(trial.tree, file), source)
    rmSync(folder, { recursive: true })
  }
}

/** Also a process that a test starts runs this code, and has nobody to report to. */
const reportFor = (file: string) => (index: number) =>
  `(globalThis.guardReached ??= (_, query) => query)('${file} ${index}'`

/** Whether a test fails with the mutant; the copy is left as it was. */
export async function isKilled(
  trial: Trial,
  mutant: Mutant,
  reached: readonly Reached[],
): Promise<boolean> {
  const original = textOf(trial, mutant.file)
  const path = join(trial.tree, mutant.file)
  const guard = `${mutant.file} ${mutant.index}`
  const [first, rest] = quickestFirst(reached.filter(({ guards }) => guards.includes(guard)))
  writeFileSync(path, mutant.source)
  try {
    return !(await passes(trial, first)) || !(await passes(trial, rest))
  } finally {
    writeFileSync(path, original)
  }
}

function quickestFirst(tests: readonly Reached[]): [string[], string[]] {
  const first: string[] = []
  const rest: string[] = []
  let total = 0
  for (const { test, ms } of tests.toSorted((a, b) => a.ms - b.ms)) {
    total += ms
    if (total < FIRST_MS || first.length === 0) first.push(test)
    else rest.push(test)
  }
  return [first, rest]
}

const textOf = ({ tree }: Trial, file: string) => readFileSync(join(tree, file), 'utf8')

async function passes({ tree, postgres }: Trial, tests: string[], more = {}): Promise<boolean> {
  if (tests.length === 0) return true
  const child = spawn(
    join(PROGRAMS, 'vitest'),
    ['run', '--config=mutation/vitest.config.ts', '--bail=1', '--reporter=dot', ...tests],
    {
      cwd: tree,
      env: { ...process.env, POSTGRES_OF_RUN: postgres, ...more },
      stdio: ['ignore', 'GUARDS_REACHED' in more ? 'inherit' : 'ignore', 'ignore'],
      timeout: LIMIT_MS,
    },
  )
  const [status] = await once(child, 'exit')
  return status === 0
}
