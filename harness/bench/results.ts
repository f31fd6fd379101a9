/** The results as a document, with the machine and the day they are of. */
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { cellsOf, type Figure, verdictOf } from './figure.ts'

export type Part = { name: string; figures: readonly Figure[]; failure?: string }

/** What else the machine did when the bench began. */
const [loadBefore = 0] = loadavg()

export function documentOf(parts: readonly Part[]): string {
  const all = parts.flatMap(({ figures }) => figures)
  const count = (verdict: string) => all.filter((figure) => verdictOf(figure) === verdict).length
  return [
    '# Results of the bench',
    '',
    `${new Date().toISOString().slice(0, 10)}, \`npm run bench\`, ${machine()}. What each figure and its floor is: [README.md](README.md).`,
    '',
    `${count('pass')} goals are met, ${count('MISS')} are missed.`,
    '',
    ...parts.flatMap(linesOf),
  ].join('\n')
}

function linesOf({ name, figures, failure }: Part): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    `## ${name}`,
    '',
    row(['figure', 'measured', 'floor: ratio', 'goal']),
    row(['---', '---', '---', '---']),
    ...figures.map((figure) => row(shortened(cellsOf(figure)))),
    '',
    ...(failure === undefined ? [] : [`Not measured to its end: ${failure}`, '']),
  ]
}

/** Only what is missed is marked. */
function shortened([
  name = '',
  measured = '',
  floor = '',
  ratio = '',
  goal = '',
  verdict,
]: string[]) {
  const beside = [floor, ratio].filter(Boolean).join(': ')
  return [name, measured, beside, verdict === 'MISS' ? `${goal}, **missed**` : goal]
}

function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${availableParallelism()} cores (${model}), ${memory} GB, Linux ${release()}, Node ${process.versions.node}; load before it began ${loadBefore.toFixed(1)}`
}
