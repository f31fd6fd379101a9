/** Leaves out the guards of the store's queries, one at a time, and runs the tests that come to them. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { PlainError, ROOT } from '../../bin/run.js'
import type { CollectedTest } from './collected-tests.ts'
import { type Collected, inTwoTries, limitFor, loadTests } from './load-tests.ts'
import { type Mutant, sqlMutantsOf, withSwitches } from './sql-mutants.ts'

const MUTATED = [
  'server/store/{*,queries/*}.ts',
  'server/staff/{*,sign-in/*}.ts',
  'server/delivery/*.ts',
]
/** Of every condition some test here has a row that fails just that one: the tests of what is built on the queries would only be run in vain. */
const TESTS = [
  'server/store/!(postgres*|sqlite*|damage).test.ts',
  'server/store/queries/*.test.ts',
  'server/http/limits/applications.test.ts',
]

type Test = { test: CollectedTest; ms: number; guards: ReadonlySet<string> }

/** The mutants of the files whose path contains one of the words; of all where there is none. `guard` names the place, `id` also the file's text. */
export function chosenMutants(
  words: readonly string[],
): (Mutant & Record<'guard' | 'id', string>)[] {
  return mutatedFiles()
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8')
      const hash = createHash('sha256').update(source).digest('hex')
      return sqlMutantsOf(file, source).map((mutant, index) => ({
        ...mutant,
        guard: `${file} ${index}`,
        id: `${file} ${index} ${hash}`,
      }))
    })
}

const mutatedFiles = () =>
  globSync(MUTATED, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|testing/.test(file))
    .toSorted()

export class SqlTrial {
  #active: string | null = null
  #reached = new Set<string>()
  #tests: Test[] = []
  #collected: Collected | undefined

  /** Runs every test once, to know to which guards it comes; throws where one fails, for it would kill every mutant. */
  async begin(): Promise<void> {
    // What PostgreSQL alone shows has tests that name it.
    env.TESTED_ENGINES ??= 'sqlite'
    // What a test left behind and nobody awaits.
    process.on('unhandledRejection', () => {})
    Object.assign(globalThis, { leftOut: this.#leftOut })
    const mutated = new Set(mutatedFiles())
    this.#collected = await loadTests(TESTS, (file, source) => {
      return mutated.has(file)
        ? withSwitches(file, source, (index) => `leftOut('${file} ${index}'`)
        : source
    })
    const trials = await inTwoTries(
      this.#collected.TESTS,
      this.#watch,
      ({ error }) => error === null,
    )
    for (const { test, error } of trials)
      if (error !== null) throw new PlainError(`Fails without a mutant: ${test.id}\n${error}`)
    this.#tests = trials
  }

  /** Notes to which guards tests come, and how long they take. */
  readonly #watch = async (tests: readonly CollectedTest[]) => {
    const trials: (Test & { error: unknown })[] = []
    let start = 0
    await this.#collected?.runTests(tests, {
      begin: () => {
        this.#reached = new Set()
        start = performance.now()
      },
      end: (error, test) => {
        trials.push({ test, error, ms: performance.now() - start, guards: this.#reached })
        return true
      },
    })
    return trials
  }

  /** Whether a test that comes to the guard fails without it, and fails again. */
  async isKilled(guard: string): Promise<boolean> {
    const near = this.#tests.filter(({ guards }) => guards.has(guard))
    this.#active = guard
    let isKilled = false
    for (const each of near.toSorted((a, b) => a.ms - b.ms)) {
      isKilled = (await this.#fails(each)) && (await this.#fails(each))
      if (isKilled) break
    }
    this.#active = null
    return isKilled
  }

  async #fails({ test, ms }: Test): Promise<boolean> {
    let isFailed = false
    await this.#collected?.runTests([test], {
      begin: () => {},
      limit: () => limitFor(ms),
      end: (error) => {
        isFailed = error !== null
        return true
      },
    })
    return isFailed
  }

  end = async () => this.#collected?.closePostgres()

  readonly #leftOut = <Q>(guard: string, query: Q, narrowed: (query: Q) => Q): Q => {
    this.#reached.add(guard)
    return guard === this.#active ? query : narrowed(query)
  }
}
