/** The metrics on a listener of their own, apart from the public port. */
import type { Server } from 'node:http'
import { createServer } from '../http/node-http.ts'
import { METRICS_CONTENT_TYPE } from './metrics.ts'

/** Serves what each source renders, one after another. Resolves when it listens; rejects where the port is taken. */
export async function serveMetrics(
  sources: readonly (() => Promise<string>)[],
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer({ requestTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await Promise.all(sources.map((render) => render())).then(
      (texts) => texts.join(''),
      () => null,
    )
    response.writeHead(text === null ? 500 : 200, { 'content-type': METRICS_CONTENT_TYPE })
    response.end(text)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, resolve)
  await promise
  return server.unref()
}
