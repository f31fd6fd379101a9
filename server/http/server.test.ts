/** What the base of both servers bounds, checks and answers. */
import { Server } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createHealth } from '../observability/health.ts'
import { bareServer } from '../testing/bare-server.ts'
import { errorBody } from '../testing/requests.ts'
import { takeJson } from './body.ts'
import { senderOf } from './client-address.ts'
import { checkRequests } from './request-checks.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

const EVIL = { origin: 'https://evil.test' }

/** Answers every method on /thing, /c/… and the two health checks. */
function start(trustProxy: string[] = []) {
  const health = createHealth(async () => {})
  const { app } = bareServer(
    (app) => {
      checkRequests(app, health)
      for (const url of ['/thing', '/c/:customer', '/livez', '/readyz'])
        app.all(url, async () => ({ extra: 1 }))
    },
    { trustProxy },
  )
  return { app, health }
}

test('how long and how much a client may take', async () => {
  const { app } = start()
  await app.ready()
  expect(app.server).toBeInstanceOf(Server)
  expect(app.server).toMatchObject({
    requestTimeout: 10_000,
    timeout: 20_000,
    keepAliveTimeout: 5_000,
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
    maxConnections: 10_000,
  })
})

test('a route that sets no limit takes no body; a path has room for what is no customer number', async () => {
  const { app } = bareServer((app) => {
    takeJson(app)
    app.post('/', async () => 'taken')
    app.get('/c/:customer', async () => 'taken')
  })
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      payload,
    })
  expect((await post('1')).statusCode).toBe(200)
  const refused = await post('12')
  expect([refused.statusCode, refused.json()]).toEqual([413, errorBody('payload_too_large')])
  expect((await app.inject(`/c/${'9'.repeat(1_024)}`)).statusCode).toBe(200)
  const text = await app.inject({ method: 'POST', url: '/', payload: '1' })
  expect(text.statusCode).toBe(415)
})

test('what a server does not parse, it does not take', async () => {
  const { app } = bareServer((app) => {
    app.post('/', { bodyLimit: 1000 }, async () => 'taken')
  })
  for (const type of ['text/plain', 'application/json']) {
    const headers = { 'content-type': type }
    const { statusCode } = await app.inject({ method: 'POST', url: '/', headers, payload: '1' })
    expect([type, statusCode]).toEqual([type, 415])
  }
})

test('nobody is believed who names another client or protocol, while no proxy is trusted', async () => {
  const { app } = bareServer((app) => {
    app.get('/', async (request) => {
      const { bodyBytes, refusal, sender, ip, protocol } = request
      return { bodyBytes, refusal, sender, ip, protocol, bucket: senderOf(request) }
    })
  })
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const answer = await app.inject({ url: '/', headers, remoteAddress: '192.0.2.1' })
  expect(answer.json()).toEqual({
    bodyBytes: 0,
    refusal: null,
    sender: '',
    ip: '192.0.2.1',
    protocol: 'http',
    bucket: '192.0.2.1',
  })
})

test('Fastify writes no lines of its own: they would quote addresses and messages', async () => {
  expect(start().app.log).not.toHaveProperty('bindings')
})

test('an answer is what the route gave: no serializer of Fastify’s own reads its schema', async () => {
  const { app } = bareServer((app) => {
    const response = { 200: z.object({ extra: z.int() }) }
    app.get('/', { schema: { response } }, async () => ({ extra: 1 }))
  })
  expect((await app.inject('/')).body).toBe('{"extra":1}')
})

test('a path that cannot be read is refused with the headers of every answer', async () => {
  const { headers, statusCode } = await start().app.inject('/%zz')
  expect(statusCode).toBe(400)
  expect(headers).toMatchObject(SECURITY_HEADERS.http)
})

test('every change has an id of its own in its answer, a look-up none', async () => {
  const servers = [start().app, start().app]
  const ids = []
  for (const app of [...servers, ...servers]) {
    const { headers } = await app.inject({ method: 'POST', url: '/thing' })
    ids.push(String(headers['x-request-id']))
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
      expect((await app.inject({ method, url: '/thing' })).headers['x-request-id']).toBe(undefined)
  }
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{12}-[\da-z]+$/)
  expect(ids[0]?.slice(0, 8)).toBe(ids[2]?.slice(0, 8))
  expect(ids[0]?.slice(0, 8)).not.toBe(ids[1]?.slice(0, 8))
})

test.each([
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['Aa0_.:-', true],
  ['a b', false],
  ['a"', false],
  ['"a', false],
  ['-a', false],
])('a trusted proxy may call a request %s: %s', async (id, isKept) => {
  const { app } = start(['127.0.0.1'])
  const request = { method: 'POST', url: '/thing', headers: { 'x-request-id': id } } as const
  expect((await app.inject(request)).headers['x-request-id'] === id).toBe(isKept)
  const without = await app.inject({ method: 'POST', url: '/thing' })
  expect(without.headers['x-request-id']).toMatch(/^[\da-f]{12}-[\da-z]+$/)
  const elsewhere = await app.inject({ ...request, remoteAddress: '192.0.2.1' })
  expect(elsewhere.headers['x-request-id']).not.toBe(id)
})

test('another site may make a browser look, and change nothing', async () => {
  const { app } = start()
  const statusOf = async (method: 'GET', headers: Record<string, string>) =>
    (await app.inject({ method, url: '/thing', headers })).statusCode
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as unknown as 'GET'[]) {
    expect([method, await statusOf(method, EVIL)]).toEqual([method, 403])
    expect([method, await statusOf(method, { 'sec-fetch-site': 'cross-site' })]).toEqual([
      method,
      403,
    ])
    const own = { ...EVIL, 'sec-fetch-site': 'same-origin' }
    expect([method, await statusOf(method, own)]).toEqual([method, 200])
    expect([method, await statusOf(method, {})]).toEqual([method, 200])
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as unknown as 'GET'[])
    expect([method, await statusOf(method, EVIL)]).toEqual([method, 200])
})

test('a header whose name is as long as Host’s is no second Host', async () => {
  const headers = { date: 'Fri, 20 Nov 2026 00:00:00 GMT', from: 'a@x.test' }
  expect((await start().app.inject({ url: '/thing', headers })).statusCode).toBe(200)
})

test('while draining only the health checks are answered, and every connection is closed', async () => {
  const { app, health } = start()
  expect((await app.inject('/thing')).headers.connection).toBe('keep-alive')
  health.drain()
  const refused = await app.inject('/thing')
  expect([refused.statusCode, refused.json()]).toEqual([503, errorBody('unavailable')])
  expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' })
  for (const url of ['/livez', '/readyz']) {
    const { statusCode, headers } = await app.inject(url)
    expect([url, statusCode, headers.connection]).toEqual([url, 200, 'close'])
  }
})

test('the headers of every answer, over TLS with the one that remembers it', async () => {
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:",
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'",
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ]
  const features =
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()'
  const everywhere = {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': features,
    'x-dns-prefetch-control': 'off',
  }
  const { app } = start(['127.0.0.1'])
  const over = async (protocol: string) => {
    const headers = { 'x-forwarded-proto': protocol }
    const answer = await app.inject({ url: '/thing', headers })
    const {
      'content-type': _,
      'content-length': __,
      date: ___,
      connection: ____,
      ...own
    } = answer.headers
    return own
  }
  expect(await over('http')).toEqual(everywhere)
  expect(await over('https')).toEqual({
    ...everywhere,
    'strict-transport-security': 'max-age=31536000',
  })
})
