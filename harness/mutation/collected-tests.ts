/** Stands in for `vitest` in the process of the mutation runs: collects the tests of every file once, so that each mutant runs just the functions of the tests that reach it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { relative } from 'node:path'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi as usual } from 'vitest'
import { servePostgres } from '../../server/testing/postgres-of-run.ts'
import { awake } from './awake.ts'

export { expect } from 'vitest'

type Work = () => unknown
type Phase = 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach'
type Suite = { name: string; parent: Suite | null } & Record<Phase, Work[]>
export type CollectedTest = { id: string; file: string; suite: Suite; work: Work }

export const TESTS: CollectedTest[] = []
const ids = new Set<string>()

let file = ''
let current = suiteIn(null, '')

function suiteIn(parent: Suite | null, name: string): Suite {
  return { name, parent, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] }
}

/** Imports a file of tests, which calls the functions below. */
export async function collect(path: string): Promise<void> {
  file = path
  current = suiteIn(null, relative(process.cwd(), path))
  await import(path)
}

type Definer = (name: string, ...rest: unknown[]) => void

/** A test's or suite's function stands before or after its options. */
const workOf = (rest: readonly unknown[]) =>
  rest.find((part): part is (...args: unknown[]) => unknown => typeof part === 'function') ??
  (() => {})

function withEach(define: Definer): Definer & { each: Each; concurrent: Definer } {
  const each: Each =
    (rows) =>
    (name, ...rest) => {
      const work = workOf(rest)
      const areArguments = rows.every(Array.isArray)
      for (const [index, row] of rows.entries())
        define(`${name} #${index}`, () => work(...(areArguments ? (row as unknown[]) : [row])))
    }
  return Object.assign((name: string, ...rest: unknown[]) => define(name, ...rest), {
    each,
    concurrent: define,
  })
}
type Each = (rows: readonly unknown[]) => Definer

export const test = withEach((name, ...rest) => {
  // The same in the next run, in another copy, whatever tests were added: what is remembered goes by it.
  let id = [...namesOf(current), name].join(' > ')
  while (ids.has(id)) id += ' again'
  ids.add(id)
  TESTS.push({ id, file, suite: current, work: workOf(rest) })
})
export const it = test

export const describe = withEach((name, ...rest) => {
  const outer = current
  current = suiteIn(outer, name)
  workOf(rest)()
  current = outer
})

const namesOf = (suite: Suite | null): string[] =>
  suite === null ? [] : [...namesOf(suite.parent), suite.name]

const hook = (phase: Phase) => (work: Work) => void current[phase].push(work)
export const beforeAll = hook('beforeAll')
export const afterAll = hook('afterAll')
export const beforeEach = hook('beforeEach')
export const afterEach = hook('afterEach')

const WAIT_MS = 1000
/** Without a mutant a test has half an hour: a loaded machine is no failure. */
const LIMIT_MS = 30 * 60_000

/** Vitest's own needs a worker of Vitest. */
async function waitFor<T>(attempt: () => T | Promise<T>, timeout = WAIT_MS): Promise<T> {
  const deadline = performance.now() + timeout
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(20)
    }
  }
}

const replacedEnv = new Map<string, string | undefined>()

function stubEnv(name: string, value: string): void {
  if (!replacedEnv.has(name)) replacedEnv.set(name, env[name])
  env[name] = value
}

function unstubAllEnvs(): void {
  for (const [name, value] of replacedEnv)
    if (value === undefined) delete env[name]
    else env[name] = value
  replacedEnv.clear()
}

export const vi = Object.assign(Object.create(usual), { waitFor, stubEnv, unstubAllEnvs })

const finishing = new AsyncLocalStorage<Work[]>()

export const onTestFinished = (work: Work): void => void finishing.getStore()?.push(work)

const suitesOf = (suite: Suite | null): Suite[] =>
  suite === null ? [] : [...suitesOf(suite.parent), suite]

type Watch = {
  begin(test: CollectedTest): void
  /** Has the test's error or null, and says whether to go on. */
  end(error: unknown, test: CollectedTest): boolean
  /** Milliseconds after which a test has failed. */
  limit?(test: CollectedTest): number
}

/** Runs tests one after the other, with what their suites do before and after. */
export async function runTests(
  tests: readonly CollectedTest[],
  { begin, end, limit = () => LIMIT_MS }: Watch,
): Promise<void> {
  const opened = new Set<Suite>()
  for (const test of tests) {
    begin(test)
    const error = await failureOf(test, opened, limit(test))
    if (!end(error, test)) break
  }
  for (const suite of [...opened].reverse())
    for (const work of suite.afterAll)
      await Promise.resolve()
        .then(work)
        .catch(() => {})
}

async function failureOf(
  { suite, work }: CollectedTest,
  opened: Set<Suite>,
  limitMs: number,
): Promise<unknown> {
  const suites = suitesOf(suite)
  const finish: Work[] = []
  let error: unknown = null
  const attempt = async (one: Work) => {
    const limit = new AbortController()
    const endless = awake(limitMs, limit.signal).then(() => {
      throw new Error('takes too long')
    })
    const done = finishing.run(finish, async () => one())
    try {
      await Promise.race([done, endless])
    } catch (reason) {
      error ??= reason ?? new Error('rejected with nothing')
    } finally {
      limit.abort()
      endless.catch(() => {})
    }
  }
  for (const one of suites) {
    if (opened.has(one)) continue
    opened.add(one)
    for (const before of one.beforeAll) await attempt(before)
  }
  const before = suites.flatMap(({ beforeEach }) => beforeEach)
  for (const one of [...before, work]) if (error === null) await attempt(one)
  const after = [...suites].reverse().flatMap(({ afterEach }) => afterEach)
  for (const one of after) await attempt(one)
  for (const one of finish.reverse()) await attempt(one)
  return error
}

const postgres = await servePostgres()
/** The one thing that a run provides. */
export const inject = (_key: 'postgresOfRun') => postgres.url
export const { close: closePostgres } = postgres
