/** Request hooks (middleware) and checks that every request passes: CSRF, draining, the headers of the answer; for the console, who may read it. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Health } from '../observability/health.ts'
import { REQUEST_ID_HEADER } from './failures.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** Methods that change nothing need no CSRF check. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Health checks are answered while draining too. */
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz'])
/** Seconds until another process, or this one started anew, may have taken over. */
const RETRY_AFTER = 1

export function checkRequests(app: FastifyInstance, health: Health): void {
  // Requests under way are answered with it too: the client sends nothing more on a connection about to close.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (health.draining) reply.header('connection', 'close')
    done()
  })
  app.addHook('onRequest', (request, reply, done) => {
    // A trusted proxy may pass on whatever its client called the protocol.
    reply.headers(SECURITY_HEADERS[request.protocol === 'https' ? 'https' : 'http'])
    if (!SAFE_METHODS.has(request.method)) reply.header(REQUEST_ID_HEADER, request.id)
    if (health.draining && !HEALTH_PATHS.has(request.url))
      return done(new AppError('unavailable', { retryAfter: RETRY_AFTER }))
    if (!hasOneHost(request)) return done(new AppError('malformed_request'))
    if (!SAFE_METHODS.has(request.method) && comesFromAnotherSite(request))
      return done(new AppError('cross_site'))
    done()
  })
}

/** A page that makes a browser believe its name stands for this machine (DNS rebinding) sends its own name. */
export function refuseForeignHosts(
  app: FastifyInstance,
  isOurs: (host: string | undefined) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isOurs(request.headers.host) ? undefined : new AppError('foreign_host'))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The browser itself goes to this address, also by a link or a redirect of another site. */
    isVisited?: true
  }
}

/**
 * Fetch Metadata for routes that only their own pages read: what a page of another site, or of another name of this
 * one, makes a browser ask for is refused before it is authenticated or counted. Other clients do not send the headers.
 */
export function refuseForeignReads(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, routeOptions }, _reply, done) => {
    const isOwn = OWN_SITES.has(headers['sec-fetch-site'])
    const isVisit = routeOptions.config.isVisited && headers['sec-fetch-dest'] === 'document'
    done(isOwn || isVisit ? undefined : new AppError('cross_site'))
  })
}

const OWN_SITES: ReadonlySet<unknown> = new Set([undefined, 'same-origin', 'none'])

/** Of two Host headers a proxy and this server may each believe another; HTTP/1.0 may send none. */
function hasOneHost({ raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== '1.1')
}

const HOST = 'host'

/** CSRF defence: a browser says which site's page made it send a request. */
function comesFromAnotherSite({ headers, host }: FastifyRequest): boolean {
  const fetchSite = headers['sec-fetch-site']
  return isCrossSite({
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    origin: headers.origin,
    host,
  })
}

/** CSRF defence: whether another site's page made a browser send this request. Requests without Sec-Fetch-Site or Origin pass. */

type Sender = {
  /** Sec-Fetch-Site, which a browser sets and no page can. */
  fetchSite: string | undefined
  origin: string | undefined
  /** The host the client asked for, behind a trusted proxy too. */
  host: string
}

/** Checks Sec-Fetch-Site, else Origin against Host. Without either header the client is no browser, and passes. */
export function isCrossSite({ fetchSite, origin, host }: Sender): boolean {
  if (fetchSite === 'same-origin' || fetchSite === 'none') return false
  if (fetchSite === 'cross-site') return true
  return origin !== undefined && hostOf(origin) !== host.toLowerCase()
}

/** The host and port of an origin as a Host header names them; null for 'null' and whatever is no origin. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host || null : null
}

// 405 with an Allow header for paths that exist under other methods.

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Call before the routes are registered: an onRoute hook collects their methods. Call the result after them. */
export function collectMethods(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsByUrl.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...methodsByUrl]) {
      const allow = [...methods].sort().join(', ')
      app.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        schema: { hide: true },
        onRequest: (_request, reply) => {
          reply.header('allow', allow)
          throw new AppError('method_not_allowed')
        },
        handler: () => {},
      })
    }
  }
}
