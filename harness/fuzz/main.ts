/** `npm run test:fuzz [-- --seed=N --seconds=N <part> …]`: what no client of ours would send, to both databases; 1 where it showed. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { command, PlainError } from '../../bin/run.js'
import { startPostgres } from '../../server/testing/postgres.ts'
import { endInTime } from '../../server/testing/process.ts'
import { bounds } from './bounds.ts'
import { bytes } from './bytes.ts'
import { calls } from './calls.ts'
import type { Part } from './part.ts'
import { sequences } from './sequences.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { texts } from './texts.ts'

const PARTS: readonly Part[] = [bounds, texts, sequences, calls, bytes]
/** For the parts that would go on for ever. */
const SECONDS = 120
/** Of everything; a run that hangs has failed. */
const LIMIT_MS = 10 * 60_000

await command(main)

async function main(): Promise<void> {
  const { parts, seed, seconds } = wanted(process.argv.slice(2))
  endInTime(LIMIT_MS)
  console.log(`seed ${seed}`)
  const folder = mkdtempSync(join(tmpdir(), 'moushikomi-fuzz-'))
  const cluster = await startPostgres()
  const servers: TestServer[] = []
  try {
    const file = `sqlite:${join(folder, 'fuzz.db')}`
    servers.push(await startTestServer('sqlite', file, join(folder, 'sqlite')))
    servers.push(
      await startTestServer('postgres', await cluster.createDatabase(), join(folder, 'postgres')),
    )
    const shares = parts.reduce((sum, { share }) => sum + share, 0)
    for (const part of parts)
      await runPart(part, { servers, seed, ms: (part.share / (shares || 1)) * seconds * 1000 })
    for (const server of servers) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : error}\n\nlogs and databases: ${folder}`,
    )
    process.exitCode = 1
  } finally {
    for (const server of servers) server.kill()
    await cluster.remove()
  }
}

async function runPart(
  part: Part,
  trial: { servers: readonly TestServer[]; seed: number; ms: number },
): Promise<void> {
  const start = performance.now()
  try {
    const { runs, requests, statuses = new Map() } = await part.run(trial)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`ok      ${part.name}: ${runs} runs, ${requests} requests, ${seconds} s`)
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status} × ${n}`)
    if (counts.length > 0) console.log(`        ${counts.join(', ')}`)
  } catch (error) {
    throw new Error(
      `FAILED  ${part.name}: ${error instanceof Error ? error.message : error}\n\nAgain: npm run test:fuzz -- --seed=${trial.seed} ${part.name}`,
    )
  }
}

function wanted(argv: readonly string[]): {
  parts: readonly Part[]
  seed: number
  seconds: number
} {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { seed: { type: 'string' }, seconds: { type: 'string' } },
    allowPositionals: true,
  })
  const unknown = positionals.find((name) => !PARTS.some((part) => part.name === name))
  if (unknown)
    throw new PlainError(
      `There is no part ${unknown}: ${PARTS.map(({ name }) => name).join(', ')}.`,
    )
  const parts = PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const seed = Number(values.seed ?? Date.now() & 0x7fffffff)
  const seconds = Number(values.seconds ?? SECONDS)
  if (!Number.isInteger(seed) || !(seconds > 0))
    throw new PlainError('--seed is a whole number, --seconds a number above 0.')
  return { parts, seed, seconds }
}
