/** The HTTP side of the product: limits, headers, parsers and errors once, then the routes. */
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Health } from './health.ts'
import type { BuiltPages } from './http/assets.ts'
import { createNotFound, createRefuse, refuseExpectation, refuseOnSocket } from './http/failures.ts'
import { guard } from './http/guard.ts'
import { collectMethods } from './http/methods.ts'
import { observe } from './http/observe.ts'
import { takeJson } from './http/parsers.ts'
import { SECURITY_HEADERS } from './http/security-headers.ts'
import { compileZod } from './http/validation.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PostalCodes } from './postal-codes.ts'
import { type CustomerDeps, customerRoutes } from './routes/customers.ts'
import { healthRoutes } from './routes/health.ts'
import { describeApi, openApiRoutes } from './routes/openapi.ts'
import { pageRoutes } from './routes/pages.ts'
import { postalCodeRoutes } from './routes/postal-codes.ts'
import { vitalsRoutes } from './routes/vitals.ts'

export type AppDeps = CustomerDeps & {
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  trustProxy: readonly string[]
  postalCodes: PostalCodes
  health: Health
  metrics: Metrics
  log: Log
  pages: BuiltPages
}

/** Everything that is not listening yet: `listen` and `close` are main's, `inject` a test's. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { health, metrics, log, pages } = deps
  const refuse = createRefuse(log)
  const app = Fastify({
    ...CONNECTIONS,
    trustProxy: deps.trustProxy.length > 0 ? [...deps.trustProxy] : false,
    genReqId: requestIds(),
    // Fastify's own lines quote addresses and messages; ours are in http/observe.ts and http/failures.ts.
    logger: false,
    // While draining, our own refusal has the one shape of an error.
    return503OnClosing: false,
    clientErrorHandler: refuseOnSocket,
    frameworkErrors: (error, request, reply) =>
      refuse(error, request, reply.headers(SECURITY_HEADERS.http)),
  })
  app.server.on('checkExpectation', refuseExpectation)
  app.server.maxConnections = MAX_CONNECTIONS
  app.removeAllContentTypeParsers()
  app.setValidatorCompiler(compileZod)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(refuse)
  app.setNotFoundHandler(createNotFound(pages.notFound, refuse))
  observe(app, metrics, log)
  guard(app, health)

  await describeApi(app)
  const refuseOtherMethods = collectMethods(app)
  await customerRoutes(app, deps)
  await app.register(async (json) => {
    takeJson(json)
    vitalsRoutes(json, metrics, new Set(pages.assets.keys()))
  })
  postalCodeRoutes(app, deps.postalCodes)
  healthRoutes(app, health)
  openApiRoutes(app)
  pageRoutes(app, pages)
  refuseOtherMethods()
  return app
}

/** How long and how much a client may take; milliseconds and bytes. */
const CONNECTIONS = {
  /** The whole request; an office's slowest line sends the largest body in less. */
  requestTimeout: 10_000,
  /** Nothing moves in either direction. */
  connectionTimeout: 20_000,
  /** A reverse proxy must keep its own connections shorter than this. */
  keepAliveTimeout: 5_000,
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
  /** Routes that take a body name their own; the others take none. */
  bodyLimit: 1,
  /** A path parameter too long to be a customer's is the operation's to refuse. */
  routerOptions: { maxParamLength: 1_024 },
} as const

/** Beyond it a connection is closed at once; slow clients are cut off long before that many gather. */
const MAX_CONNECTIONS = 10_000

/** Short names that no two requests share, not even of two processes. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}
