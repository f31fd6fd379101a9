/** Mutants of the typed SQL compiler's calls, which Stryker leaves alone: each loses one condition, conflict rule, lock or bound. */
import { parseSync } from 'vite'

export type Mutant = {
  file: string
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
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return guardCalls(program).map(({ from, to }) => ({
    file,
    line: source.slice(0, source.indexOf('.', from)).split('\n').length,
    call: source.slice(from, to).trim().replace(/\s+/g, ' '),
    source: source.slice(0, from) + source.slice(to),
  }))
}

/** The places of `.where(…)` and its like, without what they are called on. */
function guardCalls(node: unknown): { from: number; to: number }[] {
  if (typeof node !== 'object' || node === null) return []
  const within = Object.values(node).flatMap(guardCalls)
  const { type, end, callee } = node as Node & { callee?: Node }
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return within
  const { object, property } = callee as unknown as { object: Node; property: { name?: string } }
  return GUARDS.has(property.name ?? '') ? [...within, { from: object.end, to: end }] : within
}
