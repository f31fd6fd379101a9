/** Error handler: every failure has the one body of reading 22, whether in a route, before routing or on the bare socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '#contract/apply.ts'
import type { ErrorCode } from '#domain/messages.ts'
import { AppError, toAppError, toErrorBody } from '../errors.ts'
import { type Log, traceOf } from '../observability/log.ts'
import { isLingering } from './lingering-close.ts'
import { STATUS_CODES } from './node-http.ts'
import { NO_STORE, SECURITY_HEADERS } from './security-headers.ts'
import { type Asset, sendAsset } from './static-files.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
/** Names the request in the log; a trusted proxy's own is passed on. */
export const REQUEST_ID_HEADER = 'x-request-id'

type Refuse = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that the request was answered with; null where it went well. */
    refusal: AppError['code'] | null
  }
}

/** Its style is its own, and it loads nothing. */
const MAINTENANCE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Fastify error handler; `maintenance` is the page of a visit while the server goes away, in HTML. */
export function createRefuse(log: Log, maintenance?: Buffer): Refuse {
  return (thrown, request, reply) => {
    const error = toAppError(thrown)
    request.refusal = error.code
    const fault = error.cause ?? (error.code === 'internal' ? error : undefined)
    if (error.status >= 500 && fault !== undefined)
      log.error('fault', { reqId: request.id, fault: traceOf(fault) })
    const { status, headers, body } = toErrorBody(error)
    if (maintenance && error.code === 'unavailable' && isPageVisit(request)) {
      reply
        .code(status)
        .headers({
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': MAINTENANCE_POLICY,
          'cache-control': NO_STORE,
        })
        .send(maintenance)
      return
    }
    reply
      .code(status)
      .headers({
        ...headers,
        [REQUEST_ID_HEADER]: request.id,
        'content-type': JSON_TYPE,
        'cache-control': NO_STORE,
      })
      .send(JSON.stringify(body))
  }
}

/** Fastify not-found handler: the 404 page for browsers, the error body for API clients. */
export function createNotFound(page: Asset | undefined, refuse: Refuse) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    if (page && isPageVisit(request)) sendAsset(page, request, reply.code(404))
    else refuse(new AppError('not_found'), request, reply)
  }
}

function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  return (
    (method === 'GET' || method === 'HEAD') &&
    path !== API_BASE &&
    !path.startsWith(`${API_BASE}/`) &&
    (headers.accept ?? '').includes('text/html')
  )
}

const SOCKET_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
/** Lingering close: the socket is read this long, so that a client that still sends gets the answer and not a reset. */
const LINGER_MS = 1000
const lingering = new WeakSet<Socket>()

/** clientError handler: answers bytes that are no valid request, and closes the connection. */
export function refuseOnSocket(error: Error & { code?: string }, socket: Socket): void {
  // Each further piece of what it still sends is an error too.
  if (lingering.has(socket)) return
  if (
    error.code === 'ECONNRESET' ||
    !socket.writable ||
    isAnswering(socket) ||
    isLingering(socket)
  ) {
    socket.destroy()
    return
  }
  const answer = rawAnswer(SOCKET_ERRORS[error.code ?? ''] ?? 'malformed_request')
  socket.end(answer)
  socket.resume()
  lingering.add(socket)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** Node would answer an Expect it does not know with a bare 417. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, text } = closingAnswer('malformed_request')
  response.writeHead(status, headers).end(text)
}

// Node's own default looks at the same field: an answer that has begun must not be continued by another.
function isAnswering(socket: Socket & { _httpMessage?: { _headerSent?: boolean } }): boolean {
  return socket._httpMessage?._headerSent === true
}

function rawAnswer(code: ErrorCode): string {
  const { status, headers, text } = closingAnswer(code)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}

/** An answer after which the connection is closed. */
function closingAnswer(code: ErrorCode) {
  const { status, headers, body } = toErrorBody(new AppError(code))
  const text = JSON.stringify(body)
  return {
    status,
    headers: {
      ...SECURITY_HEADERS.http,
      ...headers,
      'content-type': JSON_TYPE,
      'cache-control': NO_STORE,
      'content-length': String(Buffer.byteLength(text)),
      connection: 'close',
    },
    text,
  }
}
