/** What a collector is sent: by the app and the store on real databases, through real HTTP. */
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../store/open-database.ts'
import { startApp } from '../testing/app.ts'
import { ENGINES, emptyDatabase } from '../testing/databases.ts'
import { ENTRY, form, REGISTER } from '../testing/requests.ts'
import { startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts'
import { createLog } from './log.ts'
import { MAX_WAITING_SPANS } from './open-telemetry.ts'
import type { TracingOptions } from './spans.ts'
import { openTracing, traceCommits } from './tracing.ts'

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const traceparent = (flags: string) => `00-${CALLER}-b7ad6b7169203331-${flags}`

async function tracingTo({ endpoint }: TraceCollector, options: Partial<TracingOptions> = {}) {
  let lines = ''
  const log = createLog({ level: 'trace', clock: Date.now, write: (more) => (lines += more) })
  const headers = { 'x-key': 'of the collector' }
  const service = { service: 'moushikomi', version: '1.2.3' }
  const tracing = await openTracing({ endpoint, headers, share: 1, log, ...service, ...options })
  if (!tracing) throw new Error('no traces')
  onTestFinished(tracing.stop)
  const logged = () => {
    log.flush()
    return lines
  }
  return { tracing, logged }
}

async function tracedApp(
  engine: (typeof ENGINES)[number],
  collector: TraceCollector,
  { trustProxy = [], share = 1 }: { trustProxy?: string[]; share?: number } = {},
) {
  const { tracing } = await tracingTo(collector, { share })
  const url = await emptyDatabase(engine)
  const onFatal = (error: unknown) => {
    throw error
  }
  const database = await openDatabase(url, { onFatal, ...traceCommits(tracing, url) })
  onTestFinished(() => database.close())
  const { app } = await startApp({ database, tracing, trustProxy })
  return { app, tracing }
}

test.each(ENGINES)(
  'a request is a span by its route, what it stores is its child on %s',
  async (engine) => {
    const collector = await startTraceCollector()
    const { app, tracing } = await tracedApp(engine, collector)
    const { headers } = await app.inject(form(ENTRY))
    await app.inject('/api/public/temp/customers/C1234567/nothing?customerNumber=C1234567')
    await tracing.stop()
    const [path, request] = [collector.calls[0]?.path, collector.spans.at(-2)]
    expect(path).toBe('/v1/traces')
    expect(collector.calls[0]?.headers).toMatchObject({ 'x-key': 'of the collector' })
    expect(request).toMatchObject({
      service: 'moushikomi',
      name: `POST ${REGISTER}`,
      parentSpanId: undefined,
      failed: false,
      attributes: {
        'http.request.method': 'POST',
        'http.route': REGISTER,
        'http.response.status_code': 200,
        'moushikomi.request_id': headers['x-request-id'],
      },
    })
    const commits = collector.spans.filter(({ name }) => name === 'commit')
    expect(commits.length).toBeGreaterThan(0)
    for (const commit of commits)
      expect(commit).toMatchObject({
        traceId: request?.traceId,
        parentSpanId: request?.spanId,
        attributes: { 'db.system.name': engine === 'sqlite' ? 'sqlite' : 'postgresql' },
      })
    expect(collector.spans.at(-1)).toMatchObject({ name: 'GET' })
    expect(collector.calls.map(({ body }) => body).join()).not.toContain('C1234567')
  },
)

test('requests that share a commit: it belongs to the first, and is linked with the others', async () => {
  const collector = await startTraceCollector()
  const { app, tracing } = await tracedApp('sqlite', collector)
  await Promise.all(Array.from({ length: 8 }, () => app.inject(form(ENTRY))))
  await tracing.stop()
  const requests = collector.spans.filter(({ name }) => name === `POST ${REGISTER}`)
  const commits = collector.spans.filter(({ name }) => name === 'commit')
  const reached = commits.flatMap(({ traceId, linked }) => [traceId, ...linked])
  expect(new Set(reached)).toEqual(new Set(requests.map(({ traceId }) => traceId)))
  expect(commits.length).toBeLessThan(8)
  for (const { linked, attributes } of commits)
    expect(attributes['db.operation.batch.size']).toBe(1 + linked.length)
})

test('the trace of a caller is gone on with where a trusted proxy sent it, and its choice is kept', async () => {
  const seen = async (trustProxy: string[], header: string, share = 1) => {
    const collector = await startTraceCollector()
    const { app, tracing } = await tracedApp('sqlite', collector, { trustProxy, share })
    await app.inject({ url: '/livez', headers: { traceparent: header } })
    await tracing.stop()
    return collector.spans.map(({ traceId, parentSpanId }) => ({
      isCallers: traceId === CALLER,
      parentSpanId,
    }))
  }
  const own = [{ isCallers: false, parentSpanId: undefined }]
  const callers = [{ isCallers: true, parentSpanId: 'b7ad6b7169203331' }]
  const proxy = ['127.0.0.1']
  expect(await seen([], traceparent('01'))).toEqual(own)
  expect(await seen(proxy, traceparent('01'))).toEqual(callers)
  expect(await seen(proxy, traceparent('00'))).toEqual([])
  expect(await seen(proxy, traceparent('01'), 0)).toEqual(callers)
  expect(await seen([], traceparent('01'), 0)).toEqual([])
  const future = `cc${traceparent('01').slice(2)}-more`
  expect(await seen(proxy, future)).toEqual(callers)
  for (const broken of [
    `${traceparent('01')}-more`,
    `ff${traceparent('01').slice(2)}`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    traceparent('01').toUpperCase(),
    'C1234567',
  ])
    expect(await seen(proxy, broken)).toEqual(own)
})

test('a commit belongs to a caller whose trace is kept, where there is one', async () => {
  const collector = await startTraceCollector()
  const { tracing } = await tracingTo(collector)
  const { commitTracer } = traceCommits(tracing, 'sqlite:x')
  const request = (flags: string) =>
    tracing.begin({ name: 'r', kind: 'server', attributes: {}, traceparent: traceparent(flags) })
  const [dropped, sampled] = [request('00'), request('01')]
  commitTracer?.begin([undefined, dropped, sampled])(true)
  commitTracer?.begin([dropped])(true)
  commitTracer?.begin([undefined])(true)
  await tracing.stop()
  expect(collector.spans).toMatchObject([
    { traceId: CALLER, linked: [], attributes: { 'db.operation.batch.size': 3 } },
    { parentSpanId: undefined, attributes: { 'db.operation.batch.size': 1 } },
  ])
})

test('however late a body comes, and on however old a connection, its request is known', async () => {
  const collector = await startTraceCollector()
  const { app, tracing } = await tracedApp('sqlite', collector)
  const address = await app.listen({ port: 0 })
  const [first, ...rest] = Buffer.from(new URLSearchParams(ENTRY).toString())
  const late = () =>
    new ReadableStream({
      async start(body) {
        body.enqueue(Buffer.of(first ?? 0))
        await setTimeout(50)
        body.enqueue(Buffer.from(rest))
        body.close()
      },
    })
  for (const _ of ['new', 'kept alive']) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const init = { method: 'POST', headers, body: late(), duplex: 'half' } as RequestInit
    const response = await fetch(address + REGISTER, init)
    await response.text()
    expect(response.status).toBe(200)
  }
  await tracing.stop()
  const requests = collector.spans.filter(({ name }) => name === `POST ${REGISTER}`)
  const parents = collector.spans.filter(({ name }) => name === 'commit').map((s) => s.parentSpanId)
  expect(new Set(parents)).toEqual(new Set(requests.map(({ spanId }) => spanId)))
})

test('a commit that fails is a failed span, and so is an answer of 5xx', async () => {
  const collector = await startTraceCollector()
  const { tracing } = await tracingTo(collector)
  const url = await emptyDatabase('sqlite')
  const onFatal = () => {}
  const database = await openDatabase(url, { onFatal, ...traceCommits(tracing, url) })
  onTestFinished(() => database.close())
  rmSync(url.slice('sqlite:'.length))
  await expect(database.atomic(async () => {})).rejects.toThrow()
  const { app, health } = await startApp({ tracing })
  health.drain()
  await app.inject('/entry/input')
  await tracing.stop()
  expect(collector.spans).toMatchObject([
    { name: 'commit', failed: true },
    {
      failed: true,
      attributes: { 'http.response.status_code': 503, 'error.type': 'unavailable' },
    },
  ])
})

test('a collector that refuses is a warning in the log, without its address or its words', async () => {
  const collector = await startTraceCollector(400)
  const { tracing, logged } = await tracingTo(collector)
  tracing.begin({ name: 'a', kind: 'internal', attributes: {} }).end()
  await tracing.stop()
  expect(collector.calls).toHaveLength(1)
  expect(logged()).toMatch(
    /"level":"warn","time":"[^"]+","event":"trace_export_failed","error":\{"type":/,
  )
  expect(logged()).not.toContain(collector.endpoint)
})

test('while the collector hangs, spans wait up to a bound and no stop waits for it', async () => {
  const collector = await startTraceCollector(null)
  const { tracing, logged } = await tracingTo(collector)
  const surplus = 10
  // The first call of the collector takes a batch from the queue at once.
  const inCalls = 256
  for (let count = 0; count < MAX_WAITING_SPANS + inCalls + surplus; count += 1)
    tracing.begin({ name: 'a', kind: 'internal', attributes: {} }).end()
  expect(logged()).toContain('"event":"trace_spans_dropped"}')
  expect(logged()).toContain(`"event":"trace_spans_dropped_repeated","count":${surplus - 1}}`)
  const began = performance.now()
  await tracing.stop()
  expect(performance.now() - began).toBeLessThan(3000)
})

test('a trace that fails loses no commit', async () => {
  const fails = () => {
    throw new Error('no trace')
  }
  const { tracing } = await tracingTo(await startTraceCollector())
  const url = await emptyDatabase('sqlite')
  const broken = { ...tracing, current: fails, begin: fails }
  const onFatal = (error: unknown) => {
    throw error
  }
  const database = await openDatabase(url, { onFatal, ...traceCommits(broken, url) })
  onTestFinished(() => database.close())
  const { app } = await startApp({ database })
  expect((await app.inject(form(ENTRY))).statusCode).toBe(200)
  const half = { ...tracing, begin: () => ({ ...tracing.begin(SPAN), end: fails }) }
  const { commitTracer } = traceCommits(half, url)
  expect(() => commitTracer?.begin([])(true)).not.toThrow()
})

const SPAN = { name: 'commit', kind: 'client', attributes: {} } as const
