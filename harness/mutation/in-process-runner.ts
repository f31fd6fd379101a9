/** A test runner for Stryker: Vitest starts a worker and loads the files for each mutant, which takes a hundred times longer than most tests. */
import { env } from 'node:process'
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import { AREAS, type AreaName } from './areas.ts'
import type { CollectedTest } from './collected-tests.ts'
import { type Collected, forget, inTwoTries, limitFor, loadTests } from './load-tests.ts'

/** So many tests that killed the last mutants are tried first: a neighbour is mostly killed by one of them. */
const LAST_KILLERS = 20

class InProcessRunner implements TestRunner {
  static readonly inject = [] as const
  readonly #context: InstrumenterContext
  #collected: Collected | undefined
  /** Milliseconds each test took without a mutant: what bounds it. */
  readonly #times = new Map<string, number>()
  /** And, in a process that has made no such run, when it passed first: what orders it. */
  readonly #passed = new Map<string, number>()
  /** The last one first. */
  #killers: string[] = []
  /** What nobody awaited, since the last test began. */
  #stray: unknown = null

  constructor() {
    const world = globalThis as Record<string, unknown>
    world[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}
    this.#context = world[INSTRUMENTER_CONSTANTS.NAMESPACE] as InstrumenterContext
  }

  // Nothing is loaded again, but else Stryker starts a process for each mutant of code that also runs while modules
  // load. That gains nothing: modules are loaded before a mutant is at work, and what it does while they load is not
  // tried (`ignoreStatic`). What modules remember of an earlier mutant is cleared by `forget` alone.
  capabilities = () => ({ reloadEnvironment: true })

  async init(): Promise<void> {
    const { tests, engine } = AREAS[env.MUTATED_AREA as AreaName]
    env.TESTED_ENGINES ??= engine ?? 'sqlite'
    // Where Stryker is ended early: a PostgreSQL of the tests would keep this process alive, at work on mutants for nobody.
    process.once('disconnect', () => process.exit())
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error) => {
        this.#stray ??= error
      })
    this.#collected = await loadTests(tests)
  }

  async dryRun(): Promise<DryRunResult> {
    delete this.#context.activeMutant
    const tests = await inTwoTries(
      this.#tests(),
      (some) => this.#run(some, { isBailing: false }),
      ({ status }) => status === TestStatus.Success,
    )
    for (const { id, timeSpentMs } of tests) this.#times.set(id, timeSpentMs)
    const mutantCoverage = this.#context.mutantCoverage ?? { static: {}, perTest: {} }
    return { status: DryRunStatus.Complete, tests, mutantCoverage }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { testFilter, activeMutant, hitLimit, disableBail } = options
    const wanted = testFilter && new Set(testFilter)
    const chosen = this.#tests().filter(({ id }) => !wanted || wanted.has(id))
    const killers = new Map(this.#killers.map((id, at) => [id, at]))
    const rank = ({ id }: CollectedTest) => killers.get(id) ?? LAST_KILLERS
    const promising = chosen.toSorted(
      (a, b) => rank(a) - rank(b) || this.#timeOf(a.id) - this.#timeOf(b.id),
    )
    forget()
    Object.assign(this.#context, { activeMutant: activeMutant.id, hitCount: 0, hitLimit })
    const tests = await this.#run(promising, { isBailing: !disableBail })
    for (const { id, status, timeSpentMs } of tests)
      if (status === TestStatus.Success && !this.#passed.has(id)) this.#passed.set(id, timeSpentMs)
    const killer = tests.find(({ status }) => status === TestStatus.Failed)?.id
    if (killer !== undefined) {
      const others = this.#killers.filter((id) => id !== killer)
      this.#killers = [killer, ...others].slice(0, LAST_KILLERS)
    }
    const endless = determineHitLimitReached(this.#context.hitCount, hitLimit)
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests })
  }

  dispose = async () => this.#collected?.closePostgres()

  #tests = () => this.#collected?.TESTS ?? []

  #timeOf = (id: string) => this.#times.get(id) ?? this.#passed.get(id) ?? 0

  async #run(tests: readonly CollectedTest[], { isBailing }: { isBailing: boolean }) {
    const results: TestResult[] = []
    let start = 0
    await this.#collected?.runTests(tests, {
      begin: ({ id }) => {
        this.#context.currentTestId = id
        this.#stray = null
        start = performance.now()
      },
      end: (error, { id, file: fileName }) => {
        const result = { id, name: id, fileName, timeSpentMs: performance.now() - start }
        const failure = error ?? this.#stray
        const isGood = failure === null
        results.push(
          isGood
            ? { ...result, status: TestStatus.Success }
            : { ...result, status: TestStatus.Failed, failureMessage: String(failure) },
        )
        delete this.#context.currentTestId
        return isGood || !isBailing
      },
      // What waits for ever is found out here: Stryker would have to begin with a new process.
      limit: ({ id }) => limitFor(this.#times.get(id)),
    })
    return results
  }
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
]
