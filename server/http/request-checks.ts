/** Request hooks (middleware) before every route: CSRF check, draining, the headers of the answer. */
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
