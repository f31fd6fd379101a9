/** The figures of a run: all of them for the terminal, a sentence and a short table for docs/evidence.md. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../bin/run.js'
import type { Figures } from './play.ts'

export type Line = {
  /** What was done, and to which database; for a planted bug, what was wrong. */
  case: string
  database: string
  figures: Figures
  /** How it ended: ok, caught, or what it should have been. */
  verdict: string
}

const COUNTS = [
  'rounds',
  'sent',
  'acknowledged',
  'unknown',
  'retried',
  'lost',
  'doubled',
  'unexpected',
] as const satisfies readonly (keyof Figures)[]
const HEADINGS = ['case', 'database', ...COUNTS, 'seconds', 'verdict']

/** A Markdown table, its columns aligned. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ case: name, database, figures, verdict }) => [
    name,
    database,
    ...COUNTS.map((key) => String(figures[key])),
    figures.seconds.toFixed(1),
    verdict,
  ])
  const isNumber = HEADINGS.map((_, i) => i >= 2 && i < HEADINGS.length - 1)
  const widths = HEADINGS.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  )
  const lineOf = (cells: readonly string[]) => {
    const padded = cells.map((cell, i) =>
      isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0),
    )
    return `| ${padded.join(' | ')} |`
  }
  const rule = widths.map((width, i) =>
    isNumber[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [lineOf(HEADINGS), lineOf(rule), ...rows.map(lineOf)].join('\n')
}

/** What a run came to, in a sentence; planted bugs are counted apart. */
export function sumsOf(lines: readonly Line[]): string {
  const { real, planted } = apart(lines)
  const sumOf = (key: (typeof COUNTS)[number]) =>
    real.reduce((sum, { figures }) => sum + figures[key], 0)
  const sums = (['lost', 'doubled', 'unexpected'] as const).map((key) => `${key} ${sumOf(key)}`)
  const bugs = planted.length > 0 ? `; ${planted.length} runs with a planted bug, each found` : ''
  return `${real.length} cases, ${sumOf('sent')} calls, ${sumOf('unknown')} of them without an answer at first; **${sums.join(', ')}**${bugs}.`
}

/** How many rounds and calls each case had on which database. */
export function roundsOf(lines: readonly Line[]): string {
  const cases = Map.groupBy(apart(lines).real, (line) => line.case)
  const cellOf = (all: readonly Line[], engine: string) => {
    const figures = all.find(({ database }) => database === engine)?.figures
    return figures ? `${figures.rounds}, ${figures.sent}` : ''
  }
  const rows = [...cases].map(
    ([name, all]) => `| ${name} | ${cellOf(all, 'SQLite')} | ${cellOf(all, 'PostgreSQL')} |`,
  )
  return ['| Rounds, calls | SQLite | PostgreSQL |', '|---|---|---|', ...rows].join('\n')
}

function apart(lines: readonly Line[]) {
  const { caught: planted = [], real = [] } = Object.groupBy(lines, ({ verdict }) =>
    verdict === 'caught' ? 'caught' : 'real',
  )
  return { real, planted }
}

const DOCUMENT = join(ROOT, 'docs', 'evidence.md')
const END = '<!-- end of figures -->'

/** Puts a command's figures, with date and machine, where the document has a place for them. */
export function record(
  command: string,
  figures: string,
  { at, seconds }: { at: Date; seconds: number },
): void {
  const begin = `<!-- figures: ${command} -->`
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, place] = text.split(begin)
  const after = place?.slice(place.indexOf(END))
  if (before === undefined || !after?.startsWith(END))
    throw new Error(`${DOCUMENT} has no place for it`)
  const heading = `${at.toISOString().slice(0, 10)}, ${machine()}, ${seconds} seconds:`
  writeFileSync(DOCUMENT, `${before}${begin}\n\n${heading} ${figures}\n\n${after}`)
}

export function machine(): string {
  const [{ model } = { model: 'unknown processor' }] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const system = execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim()
  return `${cpus().length} cores (${model.trim()}), ${memory} GB, ${system}, Node ${process.version}`
}
