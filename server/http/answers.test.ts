/** Small parts of answers: versions, JSON as bytes, methods that are not there, faults of a schema. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { bareServer } from '../testing/bare-server.ts'
import { errorBody } from '../testing/requests.ts'
import { takeJson } from './body.ts'
import { sendJson, sendVersion } from './reply.ts'
import { collectMethods } from './request-checks.ts'
import { assetOf } from './static-files.ts'

test('what has not changed is not sent again', async () => {
  const data = { value: 'あ' }
  const { app } = bareServer((app) => {
    app.get('/', (request, reply) => sendVersion(request, reply, data))
  })
  const first = await app.inject('/')
  const etag = String(first.headers.etag)
  expect([first.statusCode, first.json(), first.headers['content-type']]).toEqual([
    200,
    data,
    'application/json; charset=utf-8',
  ])
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  const poll = () => app.inject({ url: '/', headers: { 'if-none-match': etag } })
  const same = await poll()
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
  data.value = 'い'
  const other = await poll()
  expect([other.statusCode, other.json()]).toEqual([200, { value: 'い' }])
  expect(other.headers.etag).not.toBe(etag)
})

test('JSON is sent as bytes, with its type', async () => {
  const { app } = bareServer((app) => {
    app.get('/', (_request, reply) => sendJson(reply, { value: '東京' }))
  })
  const { headers, rawPayload } = await app.inject('/')
  expect(JSON.parse(rawPayload.toString())).toEqual({ value: '東京' })
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(rawPayload.length),
  })
})

test('a method that a path does not have is 405, and the others are named', async () => {
  const { app } = bareServer((app) => {
    const refuseOthers = collectMethods(app)
    app.post('/one', async () => 'taken')
    app.route({ method: ['PUT', 'DELETE'], url: '/two', handler: async () => 'taken' })
    app.get('/two', async () => 'taken')
    refuseOthers()
  })
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  const allowed = { '/one': 'POST', '/two': 'DELETE, GET, HEAD, PUT' }
  for (const [url, allow] of Object.entries(allowed))
    for (const method of methods) {
      const answer = await app.inject({ method, url })
      const isTaken = allow.split(', ').includes(method)
      expect([url, method, answer.statusCode, answer.headers.allow]).toEqual(
        isTaken ? [url, method, 200, undefined] : [url, method, 405, allow],
      )
      if (!isTaken && method !== 'HEAD')
        expect(answer.json()).toEqual(errorBody('method_not_allowed'))
    }
})

test('a body is told every field that is wrong once, and one that is none of its shape at all', async () => {
  const body = z.object({ rows: z.array(z.object({ name: z.string().min(2).regex(/x/) })) })
  const { app } = bareServer((app) => {
    takeJson(app)
    app.post('/', { schema: { body }, bodyLimit: 1000 }, async ({ body }) => body)
  })
  const post = async (value: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const payload = JSON.stringify(value)
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/', headers, payload })
    return [statusCode, JSON.parse(body)]
  }
  expect(await post({ rows: [{ name: 'xx', other: 1 }] })).toEqual([
    200,
    { rows: [{ name: 'xx' }] },
  ])
  const [status, { error }] = await post({ rows: [{ name: 'a' }, { name: 'xx' }, {}] })
  expect([status, error.code, Object.keys(error.fields)]).toEqual([
    422,
    'validation_failed',
    ['rows.1.name', 'rows.3.name'],
  ])
  expect(await post([])).toEqual([400, errorBody('malformed_request')])
})

test('a fault is logged by its place, and what a client does wrong is not', async () => {
  const errors: Record<string, () => Error> = {
    bare: () => new AppError('internal'),
    internal: () => new TypeError('0312345678'),
    unavailable: () => new AppError('unavailable', { cause: new RangeError('0312345678') }),
    busy: () => new AppError('unavailable', { retryAfter: 1.2 }),
    client: () => Object.assign(new Error('0312345678'), { statusCode: 400 }),
    teapot: () => Object.assign(new Error('0312345678'), { statusCode: 418 }),
  }
  const { app, logged } = bareServer((app) => {
    app.get('/:name', async ({ params }) => {
      throw errors[(params as { name: string }).name]?.()
    })
  })
  const found: unknown[] = []
  for (const name of Object.keys(errors)) {
    const { statusCode, headers, body } = await app.inject(`/${name}`)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/./),
    })
    found.push([name, statusCode, JSON.parse(body).error.code, headers['retry-after']])
  }
  expect(found).toEqual([
    ['bare', 500, 'internal', undefined],
    ['internal', 500, 'internal', undefined],
    ['unavailable', 503, 'unavailable', undefined],
    ['busy', 503, 'unavailable', '2'],
    ['client', 400, 'malformed_request', undefined],
    ['teapot', 500, 'internal', undefined],
  ])
  const faults = logged().map(({ level, event, fault }) => [
    level,
    event,
    (fault as Error & { type: string }).type,
  ])
  expect(faults).toEqual([
    ['error', 'fault', 'AppError'],
    ['error', 'fault', 'TypeError'],
    ['error', 'fault', 'RangeError'],
    ['error', 'fault', 'Error'],
  ])
  expect(JSON.stringify(logged())).not.toContain('0312345678')
  expect(logged()[0]?.reqId).toEqual(expect.stringMatching(/^[\da-f]{12}-0$/))
})

test.each([
  ['GET', '/x', 'text/html,*/*', true],
  ['HEAD', '/x', 'text/html', true],
  ['GET', '/apix', 'text/html', true],
  ['GET', '/x?api=/api', 'text/html', true],
  ['GET', '/x', 'application/json', false],
  ['GET', '/x', undefined, false],
  ['POST', '/x', 'text/html', false],
  ['GET', '/api', 'text/html', false],
  ['GET', '/api?x', 'text/html', false],
  ['GET', '/api/x', 'text/html', false],
] as const)('%s %s that takes %s is a person’s visit: %s', async (method, url, accept, isPage) => {
  const page = assetOf(Buffer.from('no such page'), '.html', 'no-cache')
  const { app } = bareServer(() => {}, { notFound: page })
  const answer = await app.inject({ method, url, headers: accept ? { accept } : {} })
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  const {
    'content-type': own,
    'cache-control': cacheControl,
    'content-encoding': encoding,
  } = answer.headers
  const caching = isPage ? 'no-cache' : 'no-store'
  expect([answer.statusCode, own, cacheControl, encoding]).toEqual([404, type, caching, undefined])
})
