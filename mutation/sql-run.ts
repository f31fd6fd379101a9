/** Leaves out the guards of the store's queries, one at a time, and runs the tests that come to them. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, ROOT } from '../bin/run.js'
import { type Collected, limitFor, loadTests } from './load-tests.ts'
import { type Mutant, sqlMutantsOf, withSwitches } from './sql-mutants.ts'

const MUTATED = ['server/store/*.ts', 'server/staff/*.ts', 'server/delivery/*.ts']
/** Without tests that start servers and processes, or wait for seconds: no query is shown by them alone. */
const TESTS = [
  'server/{app,app-refusals,limits,retention,staff-app,staff-app-requests}.test.ts',
  'server/admin/{applications,application-changes,explain,invitations,tokens}.test.ts',
  'server/applications/!(operations.model).test.ts',
  'server/delivery/{claim,outbox,send-again}.test.ts',
  'server/observability/work-metrics.test.ts',
  'server/staff/!(auth|password).test.ts',
  'server/staff/routes/*.test.ts',
  'server/store/!(postgres*|sqlite*).test.ts',
]
const STATEMENTS = 'server/store/statement.ts'

type Test = { test: Collected['TESTS'][number]; ms: number; guards: ReadonlySet<string> }

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
    Object.assign(globalThis, { leftOut: this.#leftOut })
    const mutated = new Set(mutatedFiles())
    this.#collected = await loadTests(TESTS, (file, source) => {
      // A statement that is kept would keep its guards as well.
      if (file === STATEMENTS) return source.replace('compiled[dialect] ??=', 'compiled[dialect] =')
      return mutated.has(file)
        ? withSwitches(file, source, (index) => `leftOut('${file} ${index}'`)
        : source
    })
    let start = 0
    await this.#collected.runTests(this.#collected.TESTS, {
      begin: () => {
        this.#reached = new Set()
        start = performance.now()
      },
      end: (error, test) => {
        if (error !== null) throw new PlainError(`Fails without a mutant: ${test.id}\n${error}`)
        this.#tests.push({ test, ms: performance.now() - start, guards: this.#reached })
        return true
      },
    })
  }

  /** Whether a test that comes to the guard fails without it. */
  async isKilled(guard: string): Promise<boolean> {
    const near = this.#tests.filter(({ guards }) => guards.has(guard))
    const quickestFirst = near.toSorted((a, b) => a.ms - b.ms).map(({ test }) => test)
    let isKilled = false
    this.#active = guard
    await this.#collected?.runTests(quickestFirst, {
      begin: () => {},
      limit: ({ id }) => limitFor(near.find(({ test }) => test.id === id)?.ms),
      end: (error) => {
        isKilled ||= error !== null
        return !isKilled
      },
    })
    this.#active = null
    return isKilled
  }

  end = async () => this.#collected?.closePostgres()

  readonly #leftOut = <Q>(guard: string, query: Q, narrowed: (query: Q) => Q): Q => {
    this.#reached.add(guard)
    return guard === this.#active ? query : narrowed(query)
  }
}
