/**
 * `npm run test:operations [-- <part> …]`: what breaks at night, for real, with what the operator sees and whether it
 * heals; each drill holds its line of docs/runbooks.md. Status 1 where one fails, and where a part cannot be tried here.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, PlainError } from '../../../bin/run.js'
import { endInTime } from '../../../server/testing/process.ts'
import { inSandbox, requirePrograms } from '../failover/sandbox.ts'
import { runCase } from '../play.ts'
import { type Line, record, sumsOf, tableOf } from '../report.ts'
import { freeze } from '../tree.ts'
import { type Drill, NEEDS, PARTS, type Part } from './drill.ts'
import { DRILLS } from './drills.ts'

const LIMIT_MS = 15 * 60_000
const LANES = 2

await command(async () => {
  requirePrograms()
  if (await inSandbox(import.meta.filename)) await main()
})
process.exit()

async function main(): Promise<void> {
  endInTime(LIMIT_MS)
  const words = process.argv.slice(2)
  const isChosen = ({ part, name }: Drill) =>
    words.some((word) => (isPart(word) ? part === word : name.includes(word)))
  const chosen = words.length === 0 ? DRILLS : DRILLS.filter(isChosen)
  if (chosen.length === 0)
    throw new PlainError(
      `No part or drill is called ${words.join(' or ')}. The parts: ${PARTS.join(', ')}.`,
    )
  const untried = PARTS.filter((part) => chosen.some((each) => each.part === part)).flatMap(
    (part) => {
      const need = NEEDS[part]()
      return need === '' ? [] : [{ part, need }]
    },
  )
  const possible = chosen.filter(({ part }) => !untried.some((each) => each.part === part))
  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-operations-'))
  chmodSync(folder, 0o755)
  const lines = await runAll(possible, folder)
  const table = tableOf(lines)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`\n${table}\n\n${seconds} s in all`)
  for (const { part, need } of untried) console.log(`Not tried here: ${part}, for ${need}.`)
  const failed = table.split('| FAILED').length - 1
  if (failed > 0) throw new PlainError(`${failed} failed; databases and logs are in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  if (untried.length > 0)
    throw new PlainError(`${untried.length} of ${PARTS.length} parts could not be tried here.`)
  if (words.length === 0)
    record('npm run test:operations', sumsOf(lines), { at: new Date(), seconds })
}

function isPart(word: string): boolean {
  return (PARTS as readonly string[]).includes(word)
}

/** Two at a time, for much of each is waiting; those of the network's one nginx, and of one systemd, after each other. */
async function runAll(drills: readonly Drill[], folder: string): Promise<Line[]> {
  const tree = freeze(join(folder, 'tree'))
  const lines: Line[] = []
  const alone: ReadonlySet<Part> = new Set(['nginx', 'systemd'])
  const numbered = [...drills.entries()]
  const lanes = [
    numbered.filter(([, { part }]) => alone.has(part)),
    numbered.filter(([, { part }]) => !alone.has(part)),
  ]
  const lane = async (index: number) => {
    for (;;) {
      const next = lanes[index % LANES]?.shift() ?? lanes[1]?.shift()
      if (!next) return
      const [no, drill] = next
      lines[no] = await runDrill(drill, { name: `d${no}x`, folder: join(folder, `d${no}`), tree })
      show(lines[no])
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index)))
  return lines.filter(Boolean)
}

async function runDrill(
  drill: Drill,
  place: { name: string; folder: string; tree: string },
): Promise<Line> {
  const figures = await runCase(drill, { ...place, bug: undefined, rounds: 1 })
  const { lost, doubled, unexpected, complaints } = figures
  const isClean = lost + doubled + unexpected + complaints.length === 0
  const verdict = isClean ? (drill.heals ? 'ok, healed by itself' : 'ok, mended by hand') : 'FAILED'
  return { case: `${drill.part}: ${drill.name}`, database: drill.engine, figures, verdict }
}

function show(line: Line): void {
  console.log(tableOf([line]).split('\n')[2])
  for (const note of [...line.figures.found, ...line.figures.complaints].slice(0, 8))
    console.log(`    ${note}`)
}
