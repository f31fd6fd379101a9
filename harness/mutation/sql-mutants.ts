/** Mutants of the typed SQL compiler's calls, which Stryker leaves alone: each loses one condition, conflict rule, lock or bound. */
import { parseSync } from 'vite'

export type Mutant = {
  file: string
  /** From 1. */
  line: number
  /** The call that is left out, on one line. */
  call: string
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

/** Every call of a guard in a file; throws where the file cannot be parsed. */
export function sqlMutantsOf(file: string, source: string): Mutant[] {
  return guardCalls(file, source).map(({ from, to }) => ({
    file,
    line: source.slice(0, source.indexOf('.', from)).split('\n').length,
    call: source.slice(from, to).trim().replace(/\s+/g, ' '),
  }))
}

/** The file's text where each guard can be left out: `name(index, query, (query) => query.where(…))`, by its place among the file's mutants. */
export function withSwitches(
  file: string,
  source: string,
  call: (index: number) => string,
): string {
  const edits = guardCalls(file, source).flatMap(({ start, from, to }, index) => [
    { at: start, rank: -from, text: `${call(index)}, ` },
    { at: from, rank: from, text: ', (query) => query' },
    { at: to, rank: 0, text: ')' },
  ])
  // On one object the call that stands last encloses the others.
  const sorted = edits.toSorted((a, b) => a.at - b.at || a.rank - b.rank)
  let done = 0
  const parts = sorted.map(({ at, text }) => {
    const part = source.slice(done, at) + text
    done = at
    return part
  })
  return parts.join('') + source.slice(done)
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
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
