/** Request hooks (middleware): CSRF check, draining, the headers of the answer; for the console, who may read it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Health } from '../observability/health.ts'
import { isCrossSite } from './csrf.ts'
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
