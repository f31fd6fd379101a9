/** No text that is typed, pasted, uploaded or sent takes a regular expression more than linear time. */
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Expression, expressionsIn, type Pump, pumpsOf } from './expressions.ts'
import { ROOT } from './run.js'

/** Where text of others is read. */
const FOLDERS = ['domain', 'web', 'server', 'console']

const LENGTH = 20_000
const BOUND_MS = 50
/**
 * What takes less for a tenth of the length takes less than the bound for all of it, unless it is cubic; and
 * then a tenth takes seconds.
 */
const SHORT = { length: LENGTH / 10, ms: BOUND_MS / 100 }
const HANGS_AFTER_MS = 3_000
const TRIES = 5

test('every expression is linear: 20,000 characters of any kind take at most 50 ms', async () => {
  const { found, built } = expressionsIn(FOLDERS)
  const all = [...found]
  for (const { file, calls } of built) all.push(...(await builtIn(file, calls)))
  expect(all.length).toBeGreaterThan(250)
  expect(all.flatMap(slowPumps)).toEqual([])
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
function slowPumps({ at, pattern }: Expression): Slow[] {
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
      if (timeOf(everywhere, textOf(pump, SHORT.length), SHORT.ms) <= SHORT.ms) continue
      const whole = timeOf(everywhere, textOf(pump, LENGTH), BOUND_MS)
      if (whole > BOUND_MS) return slow(pump, whole)
    }
    return []
  }
  // A text may take longer than anybody waits for.
  Object.assign(globalThis, { search })
  try {
    return runInThisContext('search()', { timeout: HANGS_AFTER_MS }) as Slow[]
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return slow(current, HANGS_AFTER_MS)
  } finally {
    Reflect.deleteProperty(globalThis, 'search')
  }
}

function textOf({ before, word, after }: Pump, length: number): string {
  const turns = Math.max(0, Math.ceil((length - before.length - after.length) / word.length))
  return before + word.repeat(turns) + after
}

/** The least of several tries: the machine has other work. */
function timeOf(pattern: RegExp, text: string, enough: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES && least > enough; tries += 1) {
    const start = performance.now()
    text.replace(pattern, '')
    least = Math.min(least, performance.now() - start)
  }
  return least
}
