/** Exports of very many applications, each to its end, while the public port is probed. */

import { fillDesk } from '../../server/testing/filled-desk.ts'
import { type Engine, isSlower, type Probed, probe, type Server } from './export-server.ts'

/** Seconds that a million may take; fewer take no longer. */
const MOST_SECONDS = 600
const GOOD = 99.9

/** Whether each came to its end in time, and the public noticed nothing. */
export async function exportMany(
  engine: Engine,
  { url, staff, database, memory }: Server,
  count: number,
): Promise<boolean> {
  await fillDesk(database, count)
  const quiet = await probe(url)
  console.log(`${engine}, ${count} applications\n  quiet: ${quiet.text}`)
  const failures: string[] = []
  for (const format of ['csv', 'xlsx']) {
    const from = performance.now()
    let seconds = 0
    const reading = lengthOf(`${staff}/api/exports/${format}`).finally(() => {
      seconds = (performance.now() - from) / 1000
    })
    const probes: Probed[] = []
    while (seconds === 0) probes.push(await probe(url))
    const megabytes = (await reading) / 1e6
    const busy = middleOf(probes)
    const { public: memoryOfPublic, staff: memoryOfStaff } = await memory()
    console.log(
      `  ${format}: ${megabytes.toFixed(0)} MB in ${seconds.toFixed(0)} s; ${busy.text} in the middle of ${probes.length} probes; ` +
        `${memoryOfPublic.toFixed(0)} MB of memory, the console ${memoryOfStaff.toFixed(0)} MB`,
    )
    if (seconds > MOST_SECONDS) failures.push(`${format} took ${seconds.toFixed(0)} s`)
    if (busy.good < GOOD) failures.push(`${format}: ${busy.good} % good answers`)
    if (isSlower(busy, quiet)) failures.push(`${format}: 99 % within ${busy.slowest} ms`)
  }
  for (const failure of failures) console.log(`  TOO MUCH: ${failure}`)
  return failures.length === 0
}

async function lengthOf(address: string): Promise<number> {
  const response = await fetch(address)
  if (response.status !== 200) throw new Error(`${address}: ${response.status}`)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  return bytes
}

function middleOf(probes: Probed[]): Probed {
  const sorted = probes.toSorted((a, b) => a.slowest - b.slowest)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (!middle) throw new Error('nothing was probed')
  return middle
}
