/** The staff console's HTTP server: authentication, then the same operations as the staff command line. */
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'
import type { BuiltPages } from './http/assets.ts'
import { collectMethods } from './http/methods.ts'
import { observe } from './http/observe.ts'
import { checkRequests } from './http/request-checks.ts'
import { NO_STORE } from './http/security-headers.ts'
import { createServer } from './http/server.ts'
import type { Health } from './observability/health.ts'
import type { Log } from './observability/log.ts'
import type { Metrics } from './observability/metrics.ts'
import { pageRoutes } from './routes/pages.ts'
import { type AccessConfig, accessOf, hostCheck } from './staff/access.ts'
import type { StaffApplications } from './staff/applications.ts'
import { cookieName, createAuthenticator } from './staff/authenticator.ts'
import { applicationRoutes } from './staff/routes/applications.ts'
import { exportRoute } from './staff/routes/exports.ts'
import { sessionRoutes } from './staff/routes/session.ts'
import { createSessions } from './staff/sessions.ts'

export type StaffAppDeps = {
  config: AccessConfig & Pick<Config, 'STAFF_PORT'>
  applications: StaffApplications
  /** Epoch milliseconds. */
  clock: () => number
  health: Health
  metrics: Metrics
  log: Log
  pages: BuiltPages
}

/** Throws ConfigError where the settings would leave the console open to a network. */
export async function buildStaffApp(deps: StaffAppDeps): Promise<FastifyInstance> {
  const { config, applications, clock, log, pages } = deps
  const access = accessOf(config)
  const trustProxy = config.TRUST_PROXY
  const sessions = createSessions()
  const cookie = cookieName(config.STAFF_PORT)
  const authenticator = createAuthenticator({ access, trustProxy, sessions, cookie, clock })

  const app = createServer({ trustProxy, log, notFound: pages.assets.get('/') })
  observe(app, deps.metrics, log, 'staff_http')
  checkRequests(app, deps.health)
  refuseForeignHosts(app, hostCheck(config))
  const refuseOtherMethods = collectMethods(app)
  await app.register(async (api) => {
    api.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', NO_STORE)
      done()
    })
    await sessionRoutes(api, {
      authenticator,
      sessions,
      cookie,
      passwordHash: access.passwordHash,
      clock,
    })
    await api.register(async (guarded) => {
      guarded.addHook('onRequest', (request, _reply, done) => {
        authenticator.authenticate(request)
        done()
      })
      exportRoute(guarded, { applications, clock })
      await applicationRoutes(guarded, { applications, authenticator })
    })
  })
  pageRoutes(app, withPagePaths(pages))
  refuseOtherMethods()
  return app
}

function refuseForeignHosts(
  app: FastifyInstance,
  isOurs: (host: string | undefined) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOurs(request.headers.host) ? undefined : new AppError('foreign_host'))
  })
}

/** The console routes on the client: every page address serves the same document. */
function withPagePaths({ assets, notFound }: BuiltPages): BuiltPages {
  const page = assets.get('/')
  if (!page) return { assets, notFound }
  return { assets: new Map([...assets, ['/applications/:reference', page]]), notFound }
}
