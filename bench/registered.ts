/** Registrations into a server that is started for them on a database of its own, at full speed and at a steady rate. */

import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { withFolder } from './folder.ts'
import type { Load, LoadResult } from './load/generator.ts'
import { type Server, startFloor, startProduct } from './product.ts'

/** Enough that the server never waits for somebody to come. */
const CONNECTIONS = 64
const SECONDS = 3
/** Until the code is compiled: before that the compiler's threads take a third of a core from everybody. */
const WARM_UP_SECONDS = 3

export type LoadGenerator = Child<Load, LoadResult>

export function startLoad(): LoadGenerator {
  return startChild(new URL('./load/generator.ts', import.meta.url))
}

export type Target = {
  /** How many processes share the work. */
  processes?: number
  /** Where a database is made for each measurement; without it the product's own SQLite file. */
  createDatabase?: () => Promise<string>
}

/** Registrations a second at full speed; `memory` is the most that a process needed, in megabytes. */
export function atFullSpeed(load: LoadGenerator, target: Target = {}) {
  return withServers(target, async (servers) => {
    const everywhere = await warmUp(load, servers)
    const { perSecond } = await load.ask({ ...everywhere, seconds: SECONDS })
    return { perSecond, memory: Math.max(...servers.map((server) => server.peakMemory())) }
  })
}

/** The slowest hundredth of the calls at this many registrations a second, in milliseconds. */
export function slowestHundredth(load: LoadGenerator, rate: number, target: Target = {}) {
  return withServers(target, (servers) => slowestOf(load, rate, servers))
}

/** The same of a bare server that writes each call's body to a file, durably. */
export function bareSlowestHundredth(load: LoadGenerator, rate: number): Promise<number> {
  return withFolder(async (folder) => {
    const server = await startFloor('durable', { FLOOR_FILE: join(folder, 'bodies') })
    try {
      return await slowestOf(load, rate, [server])
    } finally {
      await server.stop()
    }
  })
}

async function slowestOf(load: LoadGenerator, rate: number, servers: readonly Server[]) {
  const everywhere = await warmUp(load, servers)
  const { latency } = await load.ask({ ...everywhere, seconds: SECONDS, rate })
  return latency.p99
}

/** Gives where the load goes. */
async function warmUp(load: LoadGenerator, servers: readonly Server[]) {
  const everywhere = { ports: servers.map(({ port }) => port), connections: CONNECTIONS }
  await load.ask({ ...everywhere, seconds: WARM_UP_SECONDS })
  return everywhere
}

function withServers<T>(
  { processes = 1, createDatabase }: Target,
  work: (servers: readonly Server[]) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const database = createDatabase && { DATABASE_URL: await createDatabase() }
    const servers: Server[] = []
    try {
      for (let i = 0; i < processes; i++) servers.push(await startProduct(folder, database))
      return await work(servers)
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  })
}
