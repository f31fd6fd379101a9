/** The way out: no new work, what is under way is finished, everybody else is told to come again. */
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Health } from './health.ts'

/** Whoever has a connection open learns of it by the answer to the next request; a proxy by /readyz. */
const LINGER_MS = 250
/** After this the connections that are left are cut; the whole way out stays under ten seconds. */
const PATIENCE_MS = 8_000

/** Resolves when the last connection of these servers is closed. */
export async function drain(apps: readonly FastifyInstance[], health: Health): Promise<void> {
  health.drain()
  const connections = await Promise.all(apps.map(countConnections))
  if (connections.some((count) => count > 0)) await setTimeout(LINGER_MS)
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

function countConnections(app: FastifyInstance): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  app.server.getConnections((error, count) => resolve(error ? 0 : count))
  return promise
}
