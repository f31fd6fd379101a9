/** Base of the public and the staff server: timeouts, size limits, error handler; no body parser until a route group adds one. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Log } from '../observability/log.ts'
import type { Tracing } from '../observability/spans.ts'
import { ZOD_COMPILERS } from './body.ts'
import { addressMatcher } from './client-address.ts'
import {
  createNotFound,
  createRefuse,
  REQUEST_ID_HEADER,
  refuseExpectation,
  refuseOnSocket,
} from './failures.ts'
import { lingerAfterAnswers } from './lingering-close.ts'
import { traceRequests } from './observe-requests.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import type { Asset } from './static-files.ts'

export type ServerDeps = {
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  trustProxy: readonly string[]
  log: Log
  /** Undefined where no collector is set. */
  tracing?: Tracing | undefined
  /** For a person who followed a wrong link. */
  notFound: Asset | undefined
  /** For a person who visits a page while the server goes away, in HTML; without it the error body. */
  maintenance?: Buffer | undefined
}

export function createServer(deps: ServerDeps): FastifyInstance {
  const { trustProxy, log, tracing, notFound } = deps
  const refuse = createRefuse(log, deps.maintenance)
  const isTrusted = addressMatcher(trustProxy)
  const app = Fastify({
    ...CONNECTIONS,
    schemaController: ZOD_COMPILERS,
    trustProxy: trustProxy.length > 0 ? isTrusted : false,
    genReqId: requestIds(isTrusted),
    // Fastify's own lines quote addresses and messages; ours are in observe.ts and failures.ts.
    logger: false,
    // While draining, our own refusal has the one shape of an error.
    return503OnClosing: false,
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: (error, request, reply) =>
      refuse(error, request, reply.headers(SECURITY_HEADERS.http)),
  })
  app.server.on('checkExpectation', refuseExpectation)
  lingerAfterAnswers(app.server)
  app.server.maxConnections = MAX_CONNECTIONS
  app.removeAllContentTypeParsers()
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('sender', '')
  app.decorateRequest('refusal', null)
  app.setErrorHandler(refuse)
  app.setNotFoundHandler(createNotFound(notFound, refuse))
  if (tracing) traceRequests(app, tracing, isTrusted)
  return app
}

/** How long and how much a client may take; milliseconds and bytes. */
const CONNECTIONS = {
  /** The whole request; an office's slowest line sends the largest body in less. */
  requestTimeout: 10_000,
  /** Idle socket timeout. */
  connectionTimeout: 20_000,
  /** A reverse proxy must keep its own connections shorter than this. */
  keepAliveTimeout: 5_000,
  http: {
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
    // Node's own 400 has no body; request-checks.ts answers with the error body.
    requireHostHeader: false,
  },
  /** Routes with a body set their own limit; the others accept none. */
  bodyLimit: 1,
  /** Longer than any customer number, so that the operation answers with its own error. */
  routerOptions: { maxParamLength: 1_024 },
} as const

/** Beyond it a connection is closed at once; slow clients are cut off long before that many gather. */
const MAX_CONNECTIONS = 10_000

/** What a proxy may call a request; else a line of the log could break, or `explain` could take it for an option. */
const REQUEST_ID = /^\w[\w.:-]{0,63}$/

/** The request id: a trusted proxy's X-Request-Id, else one that no two requests share, not even of two processes. */
function requestIds(isTrusted: (address: string) => boolean) {
  const prefix = randomBytes(6).toString('hex')
  let count = 0
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const proposed = headers[REQUEST_ID_HEADER]
    if (
      typeof proposed === 'string' &&
      REQUEST_ID.test(proposed) &&
      isTrusted(socket.remoteAddress ?? '')
    )
      return proposed
    return `${prefix}-${(count++).toString(36)}`
  }
}
