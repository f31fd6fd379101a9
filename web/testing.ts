/** A small real HTTP server for tests of what the pages send: it answers by a script and keeps what came. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingMessage['headers']; body: string }
/** One answer, given when `after` is resolved; `cut` ends the connection without one, `hang` keeps it and says nothing. */
export type Answer =
  | { status: number; body?: unknown; headers?: Record<string, string>; after?: Promise<unknown> }
  | { cut: true }
  | { hang: true }

/** Answers each request with the next of `answers`, the last one for ever. */
export async function serve(answers: Answer[]) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = answers[Math.min(received.length, answers.length - 1)]
    received.push({ path: request.url ?? '', headers: request.headers, body })
    if (answer && 'after' in answer) await answer.after
    reply(response, answer ?? { cut: true })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { base: `http://127.0.0.1:${port}`, received, close }
}

function reply(response: ServerResponse, answer: Answer): void {
  if ('cut' in answer) {
    response.socket?.destroy()
    return
  }
  if ('hang' in answer) return
  const { status, body, headers = {} } = answer
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'Content-Type': isText ? 'text/html' : 'application/json',
    ...headers,
  })
  response.end(isText ? body : JSON.stringify(body ?? {}))
}
