/** A span for each request, by its route's template: the path itself may hold a customer number. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../observability/spans.ts'

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
