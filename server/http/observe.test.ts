import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createMetrics } from '../observability/metrics.ts'
import { startApp } from '../testing/app.ts'
import { bareServer } from '../testing/bare-server.ts'
import { ENTRY, form } from '../testing/requests.ts'
import { observe } from './observe-requests.ts'

function linesOf(logged: string): Record<string, unknown>[] {
  return logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event === 'request')
}

test('a refused request is found in the log by the id of its answer, with the code of its error', async () => {
  const { app, logged } = await startApp()
  const refused = await app.inject(form({ ...ENTRY, tel: '' }))
  const taken = await app.inject(form(ENTRY))
  expect(linesOf(logged())).toMatchObject([
    { reqId: refused.headers['x-request-id'], status: 422, code: 'validation_failed' },
    {
      reqId: taken.headers['x-request-id'],
      status: 200,
      reference: taken.headers['application-reference'],
    },
  ])
  expect(refused.headers['x-request-id']).not.toBe(taken.headers['x-request-id'])
})

test.each([
  ['a trusted proxy’s id is kept', ['127.0.0.1'], 'from-proxy.1', true],
  ['an id that could break a line is not', ['127.0.0.1'], 'a b"', false],
  ['a stranger’s id is not', ['192.0.2.1'], 'from-stranger', false],
])('%s', async (_case, trustProxy, id, isKept) => {
  const { app } = await startApp({ trustProxy })
  const { headers } = await app.inject(form(ENTRY, { 'x-request-id': id }))
  expect(headers['x-request-id'] === id).toBe(isKept)
})

test('the public server’s metrics are called http, and other hooks see its answers too', async () => {
  const metrics = createMetrics()
  const statuses: number[] = []
  const { app } = bareServer((app, { log }) => {
    observe(app, metrics, log)
    app.addHook('onResponse', async (_request, { statusCode }) => {
      statuses.push(statusCode)
    })
  })
  await app.inject('/nowhere')
  expect(await metrics.render()).toContain('\nhttp_requests_total{method="GET",route="none"')
  expect(statuses).toEqual([404])
})

test('requests are counted by their route’s template; a line of its own has all but what went well', async () => {
  const metrics = createMetrics()
  const { app, logged } = bareServer((app, { log }) => {
    observe(app, metrics, log, 'desk_http')
    app.get('/c/:customer', async ({ url }) => {
      if (url.includes('C9')) throw new AppError('malformed_request')
      return {}
    })
    app.post('/c/:customer', async (_request, reply) => {
      await sleep(30)
      return reply.header('application-reference', 'K7F4-9QXT').send({})
    })
  })
  await app.inject('/c/C1')
  await app.inject('/c/C9')
  await app.inject({ method: 'POST', url: '/c/C1' })
  await app.inject('/nowhere/C1')
  const common = { event: 'request', reqId: expect.any(String), ms: expect.any(Number) }
  const line = { time: expect.any(String), ...common, method: 'GET', route: '/c/:customer' }
  const none = { ...line, level: 'info', route: 'none', status: 404, code: 'not_found' }
  expect(logged()).toEqual([
    { ...line, level: 'debug', status: 200 },
    { ...line, level: 'info', status: 400, code: 'malformed_request' },
    { ...line, level: 'info', method: 'POST', status: 200, reference: 'K7F4-9QXT' },
    none,
  ])
  for (const { ms } of logged()) expect(Number(ms) * 10).toBe(Math.round(Number(ms) * 10))
  const slow = Number(logged()[2]?.ms)
  expect(slow > 20 && slow < 2000).toBe(true)
  const text = await metrics.render()
  expect(
    text
      .split('\n')
      .filter((one) => /^desk_http_requests_total/.test(one))
      .toSorted(),
  ).toEqual([
    'desk_http_requests_total{method="GET",route="/c/:customer",status="200"} 1',
    'desk_http_requests_total{method="GET",route="/c/:customer",status="400"} 1',
    'desk_http_requests_total{method="GET",route="none",status="404"} 1',
    'desk_http_requests_total{method="POST",route="/c/:customer",status="200"} 1',
  ])
  expect(text).toContain('desk_http_request_duration_seconds_count{route="/c/:customer"} 3')
  const bounds = [...text.matchAll(/bucket\{le="([^"]+)",route="none"/g)].map(([, bound]) => bound)
  expect(bounds.join(' ')).toBe('0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf')
  // Milliseconds would be above the largest bound within a few requests.
  const [, sum] = /seconds_sum\{route="none"\} (\S+)/.exec(text) ?? []
  expect(Number(sum)).toBeLessThan(Number(logged()[3]?.ms) / 1000 + 0.001)
})
