/** Mutants of the typed SQL compiler's calls, which Stryker leaves alone: each loses one condition, conflict rule, lock or bound. */
import { parseSync } from 'vite'

export type Mutant = {
  file: string
  /** Among the guards of its file, from 0. */
  index: number
  /** From 1. */
  line: number
  /** The call that is left out, on one line. */
  call: string
  /** The file's text without it. */
  source: string
}

const GUARDS = new Set([
  'where',
  'whereRef',
  'having',
  'onConflict',
  'limit',
  'forUpdate',
  'skipLocked',
  'distinct',
])

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Every call of a guard in a file, each left out once; throws where the file cannot be parsed. */
export function sqlMutantsOf(file: string, source: string): Mutant[] {
  return guardCalls(file, source).map(({ from, to }, index) => ({
    file,
    index,
    line: source.slice(0, source.indexOf('.', from)).split('\n').length,
    call: source.slice(from, to).trim().replace(/\s+/g, ' '),
    source: source.slice(0, from) + source.slice(to),
  }))
}

/** The file's text where each guard, by its place among the file's mutants, says by `told` that a test has come to it. */
export function withReports(file: string, source: string, told: (index: number) => string): string {
  const calls = guardCalls(file, source).map((call, index) => ({ ...call, index }))
  const opened = calls.map(({ start, from, index }) => ({
    at: start,
    from,
    text: `${told(index)}, `,
  }))
  const closed = calls.map(({ from }) => ({ at: from, from: 0, text: ')' }))
  // What encloses another call on the same object begins before it.
  const texts = [...opened, ...closed].toSorted((a, b) => a.at - b.at || b.from - a.from)
  let done = 0
  const parts = texts.map(({ at, text }) => {
    const part = source.slice(done, at) + text
    done = at
    return part
  })
  return parts.join('') + source.slice(done)
}

type Place = { start: number; from: number; to: number }

function guardCalls(file: string, source: string): Place[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return placesIn(program)
}

/** Where what a `.where(…)` or its like is called on begins and ends, and where the call ends. */
function placesIn(node: unknown): Place[] {
  if (typeof node !== 'object' || node === null) return []
  const within = Object.values(node).flatMap(placesIn)
  const { type, end, callee } = node as Node & { callee?: Node }
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return within
  const { object, property } = callee as unknown as { object: Node; property: { name?: string } }
  return GUARDS.has(property.name ?? '')
    ? [...within, { start: object.start, from: object.end, to: end }]
    : within
}
