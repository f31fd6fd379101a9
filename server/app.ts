/** The public HTTP server: hooks (middleware), parsers and error handler, then the routes. */
import type { FastifyInstance } from 'fastify'
import type { Build } from './config/version.ts'
import { takeJson } from './http/body.ts'
import { limitBodies } from './http/limits/bodies.ts'
import { observe } from './http/observe-requests.ts'
import { checkRequests, collectMethods, refuseForeignHosts } from './http/request-checks.ts'
import { createServer } from './http/server.ts'
import type { BuiltPages } from './http/static-files.ts'
import type { Health } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import type { Tracing } from './observability/spans.ts'
import type { PostalCodes } from './postal/look-up.ts'
import { answersOfPublic, holdAnswers } from './routes/answers.ts'
import { type CustomerDeps, customerRoutes } from './routes/apply.ts'
import { type DirectoryDeps, directoryRoutes } from './routes/directory.ts'
import { healthRoutes } from './routes/health.ts'
import { describeApi, PUBLIC_API } from './routes/openapi.ts'
import { pageRoutes, SECURITY_TXT, type SecurityContact, securityTxtRoute } from './routes/pages.ts'
import { postalCodeRoutes } from './routes/postal-codes.ts'
import { type StatusDeps, statusRoutes } from './routes/status.ts'
import { type UsageDeps, usageRoutes } from './routes/usage.ts'
import { vitalsRoutes } from './routes/vitals.ts'

export type AppDeps = CustomerDeps &
  DirectoryDeps &
  StatusDeps &
  UsageDeps & {
    /** Addresses and networks whose X-Forwarded-* headers are believed. */
    trustProxy: readonly string[]
    postalCodes: PostalCodes
    health: Health
    /** Which build this is. */
    build: Build
    metrics: Metrics
    log: Log
    /** Undefined where no collector is set. */
    tracing?: Tracing | undefined
    pages: BuiltPages
    /** For a person who visits a page while the server goes away, in HTML. */
    maintenance?: Buffer
    securityContact: SecurityContact
    /** Where it is served under certain names alone. */
    isOwnHost?: (host: string | undefined) => boolean
  }

/** Builds the server without listening; main.ts calls `listen`, tests call `inject`. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { health, build, metrics, log, pages } = deps
  const app = createServer({ ...deps, notFound: pages.notFound })
  observe(app, metrics, log)
  checkRequests(app, health)
  if (deps.isOwnHost) refuseForeignHosts(app, deps.isOwnHost)
  limitBodies(app)

  holdAnswers(app, answersOfPublic)
  describeApi(app, { ...PUBLIC_API, server: deps.securityContact.origin })
  const refuseOtherMethods = collectMethods(app)
  await customerRoutes(app, deps)
  await app.register(async (json) => {
    takeJson(json)
    vitalsRoutes(json, deps, new Set(pages.assets.keys()))
    usageRoutes(json, deps)
  })
  await app.register((json) => statusRoutes(json, deps))
  postalCodeRoutes(app, deps.postalCodes)
  directoryRoutes(app, deps)
  healthRoutes(app, health, build)
  pageRoutes(app, pages, deps.directory)
  if (!pages.assets.has(SECURITY_TXT)) securityTxtRoute(app, deps.securityContact)
  refuseOtherMethods()
  return app
}
