/** No text that is typed, pasted, uploaded or sent takes a regular expression more than linear time. */
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import {
  type Expression,
  expressionsIn,
  expressionsOf,
  type Pump,
  partsOf,
  pumpsOf,
} from './expressions.ts'
import { ROOT } from './run.js'

/** The product's source: whatever is typed, pasted, uploaded or sent is read in one of these. */
const FOLDERS = ['contract', 'domain', 'sheets', 'server', 'ui', 'web', 'console']

const LENGTH = 20_000
const BOUND_MS = 50
/**
 * What takes less for a tenth of the length takes less than the bound for all of it, unless it is cubic; and
 * then a tenth takes seconds.
 */
const SHORT = { length: LENGTH / 10, ms: BOUND_MS / 100 }
const HANGS_AFTER_MS = 3_000

test('every expression is linear: 20,000 characters of any kind take at most 50 ms', async () => {
  const { found, built } = expressionsIn(FOLDERS)
  const all = [...found]
  for (const { file, calls } of built) all.push(...(await builtIn(file, calls)))
  expect(all.length).toBeGreaterThan(250)
  expect(all.flatMap((each) => slowPumps(each))).toEqual([])
})

test.each([
  ['spaces trimmed at the end', /^\s+|\s+$/g],
  ['neighbours that take the same', /[（(]?\s*(?:番号)?[:：]?\s*[0-9]{10}\s*[)）]?/gu],
  ['a beginning in what follows it', /(?:事業所|施設).*名/],
  ['a loop in a loop', /^(?:[a-z]+,?)+$/],
  ['a look ahead to the end', /と(?=[^)]*$)/],
])('%s is found to be slow', (_, pattern) => {
  expect(slowPumps({ at: 'here', pattern }, 1_000)).toHaveLength(1)
})

test('expressions are read by a parser, and one that is hidden from it is refused', () => {
  const read = (source: string) => expressionsOf('one.tsx', source)
  const { literals, calls } = read(
    'const a = 4 / 2 / 1\n// /no/\nconst b = [/a+/g.source, <p>/no/</p>]\nif (a) /b[/]c/u.test("")',
  )
  expect(literals.map(({ at, pattern }) => [at, String(pattern)])).toEqual([
    ['one.tsx:3', '/a+/g'],
    ['one.tsx:4', '/b[/]c/u'],
  ])
  expect(calls).toBe(0)
  expect(read('export const a: RegExp[] = [new RegExp("a"), RegExp("b")]').calls).toBe(2)
  expect(read('const is = (a: unknown) => a instanceof RegExp').calls).toBe(0)
  expect(() => read('const Hidden = RegExp')).toThrow('one.tsx:1: RegExp under another name')
  expect(() => read('"".match("a+")')).toThrow('a string that is made an expression')
  expect(() => read('const = 1')).toThrow('one.tsx')
})

test.each([/(a)\1/, /(?<name>a)/, /(?i:a)/])('%s has to be learnt first', ({ source }) => {
  expect(() => partsOf(source)).toThrow(source)
})

test('an expression that is made when its function is called is refused', async () => {
  const [{ file = '' } = {}] = expressionsIn(['domain']).built
  await expect(builtIn(file, 99)).rejects.toThrow('99 calls of RegExp')
})

/** What the calls of RegExp in a module make while it is loaded: all of them, since one that is made later is not found. */
async function builtIn(file: string, calls: number): Promise<Expression[]> {
  const made: Expression[] = []
  const callers = new Set<string>()
  const { RegExp: Original } = globalThis
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [pattern, flags]) {
      const [, , caller = ''] = new Error().stack?.split('\n') ?? []
      if (caller.includes(file)) {
        made.push({ at: file, pattern: new target(pattern, flags) })
        callers.add(caller)
      }
      return new target(pattern, flags)
    },
  })
  try {
    // An address of its own: the module may have been loaded before.
    await import(`${join(ROOT, file)}?expressions`)
  } finally {
    globalThis.RegExp = Original
  }
  if (callers.size !== calls)
    throw new Error(`${file}: ${calls} calls of RegExp, ${callers.size} of them at load`)
  return made
}

type Slow = { at: string; source: string; pump: string; milliseconds: number }

/** The first text that takes too long; nothing where each is read in time. */
function slowPumps({ at, pattern }: Expression, hangsAfter = HANGS_AFTER_MS): Slow[] {
  const flags = [...new Set(`${pattern.flags}g`)].join('')
  // Everywhere in the text, as the strictest use of it.
  const everywhere = new RegExp(pattern.source, flags)
  const slow = (pump: Pump, milliseconds: number): Slow[] => [
    { at, source: pattern.source, pump: JSON.stringify(pump), milliseconds },
  ]
  let current: Pump = { before: '', word: '', after: '' }
  const search = () => {
    for (const pump of pumpsOf(pattern)) {
      current = pump
      if (timeOf(everywhere, textOf(pump, SHORT.length), SHORT.ms, 2) <= SHORT.ms) continue
      const whole = timeOf(everywhere, textOf(pump, LENGTH), BOUND_MS, 5)
      if (whole > BOUND_MS) return slow(pump, whole)
    }
    return []
  }
  // A text may take longer than anybody waits for.
  Object.assign(globalThis, { search })
  try {
    return runInThisContext('search()', { timeout: hangsAfter }) as Slow[]
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return slow(current, hangsAfter)
  } finally {
    Reflect.deleteProperty(globalThis, 'search')
  }
}

function textOf({ before, word, after }: Pump, length: number): string {
  const turns = Math.max(0, Math.ceil((length - before.length - after.length) / word.length))
  return before + word.repeat(turns) + after
}

/** The least of several tries: the machine has other work. */
function timeOf(pattern: RegExp, text: string, enough: number, mostTries: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < mostTries && least > enough; tries += 1) {
    const start = performance.now()
    text.replace(pattern, '')
    least = Math.min(least, performance.now() - start)
  }
  return least
}
