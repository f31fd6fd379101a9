/** Request metrics and the request log, by route template: the path itself may hold a customer number. Successful GETs are logged at debug. */
import type { FastifyInstance } from 'fastify'
import { REFERENCE_HEADER } from '#domain/contract.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'

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
