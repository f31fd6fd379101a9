/** Graceful shutdown: readiness turns red, work is taken for the delay that a proxy needs, then drained and refused. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './observability/health.ts'

/** Clients with a connection learn from the next answer (`connection: close`), a proxy from /readyz. */
const LINGER = { tick: 50, quietTicks: 5, ticks: 50 }
/** Timeout after which open connections are closed by force; a shutdown takes less than ten seconds. */
const PATIENCE_MS = 6_000

/** Resolves when the last connection of these servers is closed; `delayMs` is how long red readiness goes ahead of refusals. */
export async function drain(
  apps: readonly FastifyInstance[],
  health: Health,
  delayMs: number,
): Promise<void> {
  health.announceShutdown()
  await setTimeout(delayMs)
  health.drain()
  await untilQuiet(apps)
  const patience = new AbortController()
  const cut = setTimeout(PATIENCE_MS, undefined, { signal: patience.signal }).then(
    () => {
      for (const app of apps) app.server.closeAllConnections()
    },
    () => {},
  )
  await Promise.all(apps.map((app) => app.close()))
  patience.abort()
  await cut
}

/** Closing the listener at once would reset connections that are just being accepted. */
async function untilQuiet(apps: readonly FastifyInstance[]): Promise<void> {
  const connections = await Promise.all(apps.map(countConnections))
  if (connections.every((count) => count === 0)) return
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  for (const app of apps) app.server.on('request', heard)
  // Counts turns of the event loop, not time: a busy process accepts late.
  for (let tick = 0; tick < LINGER.ticks && quiet < LINGER.quietTicks; tick += 1) {
    await setTimeout(LINGER.tick)
    quiet += 1
  }
  for (const app of apps) app.server.off('request', heard)
}

function countConnections(app: FastifyInstance): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  app.server.getConnections((error, count) => resolve(error ? 0 : count))
  return promise
}
