/** The metrics on a listener of their own, apart from the public port. */
import type { Server } from 'node:http'
import { createServer } from '../http/node-http.ts'
import { METRICS_CONTENT_TYPE, type Metrics } from './metrics.ts'

/** Resolves when it listens; rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.render().catch(() => null)
    response.writeHead(text === null ? 500 : 200, { 'content-type': METRICS_CONTENT_TYPE })
    response.end(text)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return server.unref()
}
