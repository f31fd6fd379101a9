/** `npm run test:faults [-- <part of a case's name> …]`: every fault, every planted bug, one table; 1 where one word was not kept. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command } from '../bin/run.js'
import { CASES } from './cases.ts'
import { isCaught, PLANTED } from './planted.ts'
import { type Figures, runCase } from './play.ts'
import { type Line, record, tableOf } from './report.ts'
import { requireTools } from './tools.ts'
import type { Patch } from './tree.ts'

const LIMIT_MS = 10 * 60_000
const COMPLAINTS_SHOWN = 5

await command(main)

async function main(): Promise<void> {
  requireTools()
  const start = performance.now()
  // A suite that hangs has failed; what it started goes with it.
  setTimeout(() => {
    console.error(`not finished within ${LIMIT_MS / 60_000} minutes`)
    process.exit(1)
  }, LIMIT_MS).unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(1))

  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-faults-'))
  const words = process.argv.slice(2)
  const lines = await runAll(runsOf(words), folder)
  const table = tableOf(lines)
  console.log(`\n${table}\n\n${((performance.now() - start) / 1000).toFixed(0)} s in all`)
  const failed = lines.filter(({ verdict }) => verdict.startsWith('FAILED'))
  if (failed.length > 0) {
    console.error(`${failed.length} failed; ledgers, databases and logs: ${folder}`)
    process.exitCode = 1
    return
  }
  rmSync(folder, { recursive: true, force: true })
  if (words.length === 0) record(table, new Date())
}

/** Two at a time: much of each is waiting. */
async function runAll(runs: readonly Run[], folder: string): Promise<Line[]> {
  const lines: Line[] = []
  const left = [...runs.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, run] = next
      const line = await runOne(run, `f${index}x`, folder)
      lines[index] = line
      console.log(tableOf([line]).split('\n')[2])
      for (const about of summary(line.figures.complaints)) console.log(`    ${about}`)
    }
  }
  await Promise.all([lane(), lane()])
  return lines
}

type Run = {
  title: string
  case: (typeof CASES)[number]
  rounds: number
  patches: readonly Patch[]
  /** Of the sound server: nothing found. Of a planted bug: found. */
  judge(figures: Figures): string
}

function runsOf(words: readonly string[]): Run[] {
  const sound = CASES.map(
    (kase): Run => ({
      title: kase.name,
      case: kase,
      rounds: kase.rounds,
      patches: [],
      judge: (figures) => (isClean(figures) && figures.rounds === kase.rounds ? 'ok' : 'FAILED'),
    }),
  )
  const planted = PLANTED.map(
    (bug): Run => ({
      title: `planted: ${bug.bug} → ${bug.case.name}`,
      case: bug.case,
      rounds: bug.rounds,
      patches: bug.patches,
      judge: (figures) => (isCaught(bug, figures) ? 'caught' : 'FAILED: not caught'),
    }),
  )
  return [...sound, ...planted].filter(
    ({ title, case: { engine } }) =>
      words.length === 0 || words.some((word) => `${title} ${engine}`.includes(word)),
  )
}

async function runOne(run: Run, name: string, folder: string): Promise<Line> {
  const { title, case: kase, rounds, patches, judge } = run
  const figures = await runCase(kase, { name, folder: join(folder, name), patches, rounds })
  return { case: title, database: kase.engine, figures, verdict: judge(figures) }
}

function isClean({ lost, doubled, unexpected, complaints }: Figures): boolean {
  return lost + doubled + unexpected + complaints.length === 0
}

function summary(complaints: readonly string[]): string[] {
  const more = complaints.length - COMPLAINTS_SHOWN
  return [...complaints.slice(0, COMPLAINTS_SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])]
}
