/** What a run came to, file by file, and how it compares with the baseline: what the run before it came to. */

type Position = { line: number; column: number }
/** The part of Stryker's report that is read here; lines and columns are counted from 1. */
export type StrykerFile = {
  source: string
  mutants: readonly {
    mutatorName: string
    replacement?: string
    status: string
    location: { start: Position; end: Position }
  }[]
}

/** One file's mutants: how many were tried and killed, and each that lives as `mutator: text → what it became`. */
export type FileResult = { tried: number; killed: number; living: string[] }
/** By path under the root; what a baseline's file holds. */
export type Results = Readonly<Record<string, FileResult>>

const KILLED = new Set(['Killed', 'Timeout'])
const LIVING = new Set(['Survived', 'NoCoverage'])
const SHOWN_LENGTH = 90
/** By how many points the share of killed mutants may fall: runs differ by those that time out. */
const MAX_FALL = 1

/** A living mutant is named by its text, not its line, which every edit above it would move. */
export function resultOf({ source, mutants }: StrykerFile): FileResult {
  const lineStarts = startsOfLines(source)
  const offset = ({ line, column }: Position) => (lineStarts[line - 1] ?? 0) + column - 1
  const living = mutants
    .filter(({ status }) => LIVING.has(status))
    .map(({ mutatorName, replacement = '', location: { start, end } }) => {
      const from = shown(source.slice(offset(start), offset(end)))
      return `${mutatorName}: ${from} → ${shown(replacement) || '(nothing)'}`
    })
  const killed = mutants.filter(({ status }) => KILLED.has(status)).length
  return { tried: killed + living.length, killed, living: living.toSorted() }
}

/** Killed mutants in percent of those that were tried; nothing to kill is nothing missed. */
export function scoreOf(results: readonly FileResult[]): number {
  const sum = (key: 'tried' | 'killed') => results.reduce((total, each) => total + each[key], 0)
  return sum('tried') === 0 ? 100 : (100 * sum('killed')) / sum('tried')
}

export type Comparison = {
  /** Mutants that live now and are not in the baseline, by file. */
  newlyLiving: { file: string; mutant: string }[]
  /** Whether the share of killed mutants is more than a point lower, over the files that both know. */
  isLower: boolean
}

export function compare(baseline: Results, now: Results): Comparison {
  const newlyLiving = Object.entries(now).flatMap(([file, { living }]) => {
    const before = [...(baseline[file]?.living ?? [])]
    return living
      .filter((mutant) => {
        const at = before.indexOf(mutant)
        if (at !== -1) before.splice(at, 1)
        return at === -1
      })
      .map((mutant) => ({ file, mutant }))
  })
  const both = Object.keys(now).filter((file) => baseline[file] !== undefined)
  const score = (results: Results) => scoreOf(both.flatMap((file) => results[file] ?? []))
  return { newlyLiving, isLower: score(now) < score(baseline) - MAX_FALL }
}

const startsOfLines = (source: string): number[] => [
  0,
  ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1),
]

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line
}
