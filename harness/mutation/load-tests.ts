/** Loads tests into this process instead of Vitest's workers. */
import { globSync, readFileSync } from 'node:fs'
import { type LoadFnOutput, registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformWithOxc } from 'vite'

export type Collected = typeof import('./collected-tests.ts')
/** Gives a file's text as it is to be loaded. */
export type Change = (file: string, source: string) => string

const STAND_INS: Readonly<Record<string, string>> = {
  vitest: new URL('./collected-tests.ts', import.meta.url).href,
  'fast-check': new URL('./fewer-runs.ts', import.meta.url).href,
}

const FORGETFUL = 'globalThis.memory()'
/** What is replaced in a file: what remembers its answers would answer for a mutant what it answered before. */
const CHANGES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'domain/memoise.ts': ['new Map<string, T>()', FORGETFUL],
  'sheets/recognise/services.ts': [
    'new WeakMap<PriceList, (text: string) => ServiceMatch | null>()',
    FORGETFUL,
  ],
  // What a test keeps that a mutant broke off would be there for the next one's.
  'web/sending/session-storage.ts': ['new Map<string, Kept>()', FORGETFUL],
  // A statement is compiled for every call.
  'server/store/statement.ts': ['compiled[dialect] ??=', 'compiled[dialect] ='],
  // Hashes take most of a sign-in's time. Another cost than the usual one stays, for a hash that another program made.
  'server/staff/sign-in/password.ts': ['2 ** log2n', '2 ** (log2n === 15 ? 7 : log2n)'],
  // What does not come about at once, without a mutant, does not at all.
  'server/testing/outbox.ts': ['ms = 10_000', 'ms = 3000'],
  'server/testing/staff-app.ts': ['{ log2n: 14, r: 8, p: 1 }', 'undefined'],
}
const memories: Map<unknown, unknown>[] = []

/** To be called between two mutants. */
export function forget(): void {
  for (const memory of memories) memory.clear()
}

/** Milliseconds for a test that took so long without a mutant. */
export const limitFor = (usual = 2000) => 4000 + 30 * usual

/** Runs every test without a mutant, and those that fail once more: a machine that stood still for seconds fails a test of time-outs, once. `run` gives the outcomes in the order of the tests. */
export async function inTwoTries<Test, Outcome>(
  tests: readonly Test[],
  run: (tests: readonly Test[]) => Promise<Outcome[]>,
  isGood: (outcome: Outcome) => boolean,
): Promise<Outcome[]> {
  const first = await run(tests)
  const second = await run(tests.filter((_, at) => !first.slice(at, at + 1).every(isGood)))
  return [...first.filter(isGood), ...second]
}

/** The files of the globs, sorted, without those whose timers Vitest replaces: that needs a worker of Vitest, and would end the whole run. */
export const testsIn = (globs: readonly string[]): string[] =>
  globSync([...globs])
    .filter((file) => !readFileSync(file, 'utf8').includes('vi.useFakeTimers('))
    .toSorted()

export async function loadTests(
  globs: readonly string[],
  change: Change = (_file, source) => source,
): Promise<Collected> {
  Object.assign(globalThis, {
    memory: () => {
      const memory = new Map()
      memories.push(memory)
      return memory
    },
  })
  const components = await compiledComponents()
  registerHooks({
    resolve: (specifier, context, next) => {
      const url = STAND_INS[specifier]
      return url === undefined || context.parentURL === url
        ? next(specifier, context)
        : { url, shortCircuit: true, format: 'module-typescript' }
    },
    load: (url, context, next) => {
      const source = components.get(url)
      return source === undefined
        ? changed(url, next(url, context), change)
        : { source, shortCircuit: true, format: 'module' }
    },
  })
  const collected: Collected = await import('./collected-tests.ts')
  for (const file of testsIn(globs)) await collected.collect(join(process.cwd(), file))
  return collected
}

/** By address: Node strips no JSX, and Vite's transform is not synchronous, as a hook is. */
async function compiledComponents(): Promise<Map<string, string>> {
  const files = globSync('{ui,web}/**/*.tsx').map((file) => join(process.cwd(), file))
  const compiled = files.map(async (file): Promise<[string, string]> => {
    const { code } = await transformWithOxc(inPage(readFileSync(file, 'utf8')), file)
    return [pathToFileURL(file).href, code]
  })
  return new Map(await Promise.all(compiled))
}

/** What Vite gives the pages' code under test. */
function inPage(source: string): string {
  return source.replaceAll('import.meta.env', '({ SSR: true })')
}

function changed(url: string, loaded: LoadFnOutput, change: Change): LoadFnOutput {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return loaded
  const source = inPage(String(loaded.source))
  const file = relative(process.cwd(), fileURLToPath(url))
  return { ...loaded, source: adapted(file, change(file, source)) }
}

function adapted(file: string, source: string): string {
  const [from, to] = CHANGES[file] ?? ['', '']
  if (!source.includes(from)) throw new Error(`${file} has no ${from}`)
  return source.replaceAll(from, to)
}
