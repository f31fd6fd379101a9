/** Request metrics and the request log, by route template: the path itself may hold a customer number. Successful GETs are logged at debug. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { REFERENCE_HEADER } from '#contract/apply.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Span, Tracing } from '../observability/spans.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NO_ROUTE = 'none'

/** `name` begins the names of the metrics: two servers of one process are counted apart. */
export function observe(app: FastifyInstance, metrics: Metrics, log: Log, name = 'http'): void {
  const requests = metrics.counter(`${name}_requests_total`, 'Requests answered.', [
    'method',
    'route',
    'status',
  ])
  const seconds = metrics.histogram(
    `${name}_request_duration_seconds`,
    'From the head of the request to the end of the answer.',
    DURATIONS,
    ['route'],
  )
  const tellsDebug = log.tells('debug')
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, refusal } = request
    const route = request.routeOptions.url ?? NO_ROUTE
    const status = reply.statusCode
    const ms = reply.elapsedTime
    requests.add([method, route, String(status)])
    seconds.observe([route], ms / 1000)
    // Pages, health checks and look-ups are counted; a line for each would bury the others.
    const isCommon = method === 'GET' && status < 400
    if (isCommon && !tellsDebug) return done()
    const line = isCommon ? log.debug : log.info
    const reference = reply.getHeader(REFERENCE_HEADER)
    line('request', {
      reqId: id,
      method,
      route,
      status,
      ...(refusal !== null && { code: refusal }),
      ...(typeof reference === 'string' && { reference }),
      ms: Math.round(ms * 10) / 10,
    })
    done()
  })
}

// A span for each request, by its route's template: the path itself may hold a customer number.

/** Before every other hook, so that whatever those do belongs to the request. */
export function traceRequests(
  app: FastifyInstance,
  tracing: Tracing,
  isTrusted: (address: string) => boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id, socket, headers, routeOptions } = request
    const route = routeOptions.url
    const { traceparent } = headers
    const span = tracing.begin({
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        'moushikomi.request_id': id,
      },
      // A stranger's could put a request into another's trace, or have each one kept.
      ...(typeof traceparent === 'string' &&
        isTrusted(socket.remoteAddress ?? '') && { traceparent }),
    })
    spans.set(request, span)
    tracing.within(span, done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end(
      {
        'http.response.status_code': statusCode,
        ...(statusCode >= 500 && { 'error.type': request.refusal ?? String(statusCode) }),
      },
      statusCode >= 500,
    )
    done()
  })
}
