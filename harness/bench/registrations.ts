/** Registrations into a server that is started for them on a database of its own, at full speed and at a steady rate. */

import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { withFolder } from './folder.ts'
import { GOALS } from './goals.ts'
import type { Load, LoadResult } from './load/generator.ts'
import { type Server, startFloor, startProduct } from './product.ts'
import { takeTurns } from './rounds.ts'
import type { Report } from './suite.ts'

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

const ROUNDS_AT_HALF = 5

const CALLS_OF_A_REGISTRATION = 3

/** On SQLite: how long a call in the slowest hundredth takes at half of full speed, beside a bare server that is as busy. */
export async function reportSlowestCall(
  report: Report,
  load: LoadGenerator,
  fullSpeed: number,
): Promise<void> {
  const rate = fullSpeed / 2
  // At full speed the main thread has no pause.
  const processorMs = 1000 / (fullSpeed * CALLS_OF_A_REGISTRATION)
  const { leastOf } = await takeTurns(ROUNDS_AT_HALF, {
    half: () => slowestCall(load, rate),
    bare: () => bareSlowestCall(load, rate, processorMs),
  })
  report({
    name: 'a call in the slowest hundredth at half load, SQLite',
    unit: 'ms',
    ...leastOf('half', 'bare'),
    goal: GOALS.slowestCall,
  })
}

/** A call in the slowest hundredth at this many registrations a second on SQLite, in milliseconds. */
export function slowestCall(load: LoadGenerator, rate: number) {
  return withServers({}, async (servers) => (await slowest(load, servers, { rate })).call)
}

/** A whole registration in the slowest hundredth, where so many a second come at random, in milliseconds. */
export function slowestRegistration(load: LoadGenerator, rate: number, target: Target) {
  return withServers(
    target,
    async (servers) => (await slowest(load, servers, { rate, random: true })).registration,
  )
}

/** The call of a bare server that writes each call's body to a file, durably, and takes the processor for this long. */
function bareSlowestCall(load: LoadGenerator, rate: number, processorMs: number): Promise<number> {
  return withFolder((folder) => {
    const settings = { FLOOR_FILE: join(folder, 'bodies'), FLOOR_PROCESSOR_MS: `${processorMs}` }
    return withBare(
      'durable',
      settings,
      async (server) => (await slowest(load, [server], { rate })).call,
    )
  })
}

/**
 * What `work` comes to while a bare server answers as many calls as this many registrations a second make: their
 * coming and going takes as much of the processor as the product's own clients do.
 */
export function besideBareCalls(
  load: LoadGenerator,
  rate: number,
  work: () => Promise<number>,
): Promise<number> {
  return withBare('constant', {}, async (server) => {
    const everywhere = await warmUp(load, [server])
    const calls = load.ask({ ...everywhere, seconds: SECONDS, rate })
    const [result] = await Promise.all([work(), calls])
    return result
  })
}

async function slowest(
  load: LoadGenerator,
  servers: readonly Server[],
  pace: Pick<Load, 'rate' | 'random'>,
) {
  const everywhere = await warmUp(load, servers)
  return (await load.ask({ ...everywhere, seconds: SECONDS, ...pace })).slowest
}

async function withBare(
  ...[floor, settings, work]: [
    ...Parameters<typeof startFloor>,
    (server: Server) => Promise<number>,
  ]
): Promise<number> {
  const server = await startFloor(floor, settings)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
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
