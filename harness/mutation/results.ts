/** What a run of Stryker came to, file by file, held against the list of mutants that may live. */
import type { Survivor } from './survivor.ts'

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

/** One mutant that lives, as it is listed. */
export type Living = { place: string; mutator: string; from: string; to: string }

export type FileResult = {
  file: string
  killed: number
  total: number
  explained: number
  unexplained: Living[]
  /** Entries of the list that no living mutant needs. */
  idle: Survivor[]
}

const KILLED = new Set(['Killed', 'Timeout'])
const LIVING = new Set(['Survived', 'NoCoverage'])
const SHOWN_LENGTH = 90

export function resultOf(
  file: string,
  { source, mutants }: StrykerFile,
  survivors: readonly Survivor[],
): FileResult {
  const entries = survivors.filter(
    ({ mutator, ...survivor }) => survivor.file === file && mutator !== 'sql',
  )
  const places = entries.map((entry) => ({ entry, ranges: rangesOf(source, entry.call) }))
  const lineStarts = startsOfLines(source)
  const offset = ({ line, column }: Position) => (lineStarts[line - 1] ?? 0) + column - 1
  const needed = new Set<Survivor>()
  const unexplained: Living[] = []
  const living = mutants.filter(({ status }) => LIVING.has(status))
  for (const { mutatorName, replacement = '', location } of living) {
    const from = offset(location.start)
    const to = offset(location.end)
    const reasons = places.filter(
      ({ entry, ranges }) =>
        (entry.mutator ?? mutatorName) === mutatorName &&
        ranges.some((range) => range.from <= from && to <= range.to),
    )
    for (const { entry } of reasons) needed.add(entry)
    if (reasons.length === 0)
      unexplained.push({
        place: `${file}:${location.start.line}`,
        mutator: mutatorName,
        from: shown(source.slice(from, to)),
        to: shown(replacement),
      })
  }
  const killed = mutants.filter(({ status }) => KILLED.has(status)).length
  const total = killed + living.length
  const explained = living.length - unexplained.length
  const idle = entries.filter((entry) => !needed.has(entry))
  return { file, killed, total, explained, unexplained, idle }
}

/** Killed mutants in percent of all, and of those that have no reason to live. */
export function scoresOf(results: readonly FileResult[]): { raw: number; asked: number } {
  const sum = (of: (result: FileResult) => number) =>
    results.reduce((total, result) => total + of(result), 0)
  const killed = sum((result) => result.killed)
  const total = sum((result) => result.total)
  return {
    raw: percent(killed, total),
    asked: percent(killed, total - sum((result) => result.explained)),
  }
}

/** Nothing to kill is nothing missed. */
const percent = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole)

/** Where a fragment stands in a source; white space counts as one space in both. */
function rangesOf(source: string, fragment: string): { from: number; to: number }[] {
  const offsets: number[] = []
  const text = Array.from(source.matchAll(/\s+|\S/g), ({ 0: part, index }) => {
    offsets.push(index)
    return part.trim() || ' '
  }).join('')
  const ranges = []
  for (let at = text.indexOf(fragment); at !== -1; at = text.indexOf(fragment, at + 1))
    ranges.push({
      from: offsets[at] ?? 0,
      to: offsets[at + fragment.length] ?? source.length,
    })
  return ranges
}

/** Whether a fragment is written in a source. */
export const occursIn = (source: string, fragment: string): boolean =>
  rangesOf(source, fragment).length > 0

const startsOfLines = (source: string): number[] => [
  0,
  ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1),
]

function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > SHOWN_LENGTH ? `${line.slice(0, SHOWN_LENGTH)}…` : line
}
