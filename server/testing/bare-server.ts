/** The base of both servers without a database and without routes, for tests of what it does to every request. */
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { createServer, type ServerDeps } from '../http/server.ts'
import { createLog } from '../observability/log.ts'

export type BareServer = {
  app: FastifyInstance
  /** What was logged, line by line. */
  logged: () => Record<string, unknown>[]
}

export function bareServer(
  prepare: (app: FastifyInstance, deps: ServerDeps) => void,
  wanted: Partial<ServerDeps> = {},
): BareServer {
  const lines: string[] = []
  const log = createLog({ level: 'trace', clock: () => 0, write: (more) => lines.push(more) })
  const deps = { trustProxy: [], log, notFound: undefined, ...wanted }
  const app = createServer(deps)
  onTestFinished(() => app.close())
  prepare(app, deps)
  const logged = () => {
    log.flush()
    const all = lines.join('').split('\n').filter(Boolean)
    return all.map((line) => JSON.parse(line))
  }
  return { app, logged }
}
