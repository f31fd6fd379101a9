import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createLog } from '../observability/log.ts'
import { openTracing } from '../observability/tracing.ts'
import { bareServer } from '../testing/bare-server.ts'
import { startTraceCollector } from '../testing/trace-collector.ts'

test('a span has the route’s template, the status and the code of a failure, and nothing else', async () => {
  const collector = await startTraceCollector()
  const answers: Record<string, () => unknown> = {
    fine: () => ({}),
    mine: () => {
      throw new TypeError('mine')
    },
    busy: () => {
      throw new AppError('unavailable')
    },
    bare: () => undefined,
    wrong: () => {
      throw new AppError('unknown_customer')
    },
  }
  let ended = 0
  const { app } = await traced(collector.endpoint, (app) => {
    // What else looks at each answer comes after it.
    app.addHook('onResponse', async () => {
      ended += 1
    })
    app.get('/c/:customer', async ({ params }, reply) => {
      const { customer } = params as { customer: string }
      if (customer === 'bare') return reply.code(502).send('')
      return answers[customer]?.()
    })
  })
  const names = Object.keys(answers)
  for (const name of names) await app.inject(`/c/${name}`)
  await app.inject({ method: 'POST', url: '/nowhere/C1' })
  await app.close()
  const statuses = [200, 500, 503, 502, 404]
  const errors = [undefined, 'internal', 'unavailable', '502', undefined]
  const expected = statuses.map((status, index) => ({
    kind: 'server',
    name: 'GET /c/:customer',
    failed: status >= 500,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/c/:customer',
      'moushikomi.request_id': expect.any(String),
      'http.response.status_code': status,
      ...(errors[index] && { 'error.type': errors[index] }),
    },
  }))
  const unknown = {
    kind: 'server',
    name: 'POST',
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'moushikomi.request_id': expect.any(String),
      'http.response.status_code': 404,
    },
  }
  const seen = collector.spans.map(({ kind, name, failed, attributes }) => ({
    kind,
    name,
    failed,
    attributes,
  }))
  expect(seen).toEqual([...expected, unknown])
  expect(ended).toBe(seen.length)
})

test('a caller’s trace is gone on with where a trusted proxy says so', async () => {
  const collector = await startTraceCollector()
  const { app } = await traced(collector.endpoint, (app) => app.get('/', async () => ({})))
  const caller = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${caller}-b7ad6b7169203331-01` }
  for (const remoteAddress of ['10.0.0.1', '192.0.2.1', '127.0.0.1'])
    await app.inject({ url: '/', headers, remoteAddress })
  await app.close()
  expect(collector.spans.map(({ traceId }) => traceId === caller)).toEqual([true, false, false])
})

async function traced(endpoint: string, routes: Parameters<typeof bareServer>[0]) {
  const log = createLog({ level: 'silent', clock: Date.now, write: () => {} })
  const service = { service: 'moushikomi', version: '1.2.3' }
  const tracing = await openTracing({ endpoint, headers: {}, share: 1, log, ...service })
  if (!tracing) throw new Error('no traces')
  onTestFinished(tracing.stop)
  const server = bareServer(routes, { tracing, trustProxy: ['10.0.0.1'] })
  server.app.addHook('onClose', tracing.stop)
  return server
}
