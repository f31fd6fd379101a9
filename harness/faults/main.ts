/** `npm run test:faults [-- --long] [-- <part of a title> …]`: every fault, every planted bug, one table; status 1 where a word was not kept. */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, PlainError } from '../../bin/run.js'
import { endInTime } from '../../server/testing/process.ts'
import { type Line, record, roundsOf, sumsOf, tableOf } from './report.ts'
import { type Run, runOne, runsOf } from './runs.ts'
import { compile } from './scene.ts'
import { requireTools } from './tools.ts'
import { freeze } from './tree.ts'

const LIMIT_MS = 20 * 60_000
/** Every case with all its rounds. */
const LONG = '--long'
const LONG_LIMIT_MS = 60 * 60_000
const NOTES_SHOWN = 5

await command(main)

async function main(): Promise<void> {
  requireTools()
  const isLong = process.argv.includes(LONG)
  endInTime(isLong ? LONG_LIMIT_MS : LIMIT_MS)
  const words = process.argv.slice(2).filter((word) => word !== LONG)
  const runs = runsOf(words, isLong)
  if (runs.length === 0) throw new PlainError(`Nothing is called ${words.join(' or ')}.`)

  const start = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-faults-'))
  // PostgreSQL, which runs as another user, has its data on disks below.
  chmodSync(folder, 0o711)
  const lines = await runAll(runs, folder)
  const table = tableOf(lines)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`\n${table}\n\n${seconds} s in all`)
  const failed = lines.filter(({ verdict }) => verdict === 'FAILED').length
  if (failed > 0)
    throw new PlainError(`${failed} failed; ledgers, databases and logs are in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  const figures = `${sumsOf(lines)}\n\n${roundsOf(lines)}`
  if (words.length === 0) record('npm run test:faults', figures, { at: new Date(), seconds })
}

/** Two at a time: much of each is waiting. */
async function runAll(runs: readonly Run[], folder: string): Promise<Line[]> {
  const tree = freeze(join(folder, 'tree'))
  await compile(tree, join(folder, 'compile'))
  const lines: Line[] = []
  const left = [...runs.entries()]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [index, run] = next
      const name = `f${index}x`
      const line = await runOne(run, { name, folder: join(folder, name), tree })
      lines[index] = line
      show(line)
    }
  }
  await Promise.all([lane(), lane()])
  return lines
}

function show(line: Line) {
  console.log(tableOf([line]).split('\n')[2])
  if (line.verdict !== 'FAILED') return
  const { found, complaints } = line.figures
  const notes = [...found, ...complaints]
  for (const note of notes.slice(0, NOTES_SHOWN)) console.log(`    ${note}`)
  if (notes.length > NOTES_SHOWN) console.log(`    … and ${notes.length - NOTES_SHOWN} more`)
}
