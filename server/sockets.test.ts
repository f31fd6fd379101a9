/** What only a real socket shows: bytes that are no request, clients that are slow, a shutdown under load. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import { drain } from './graceful-shutdown.ts'
import { startApp } from './testing/app.ts'
import { everythingIn } from './testing/calls.ts'
import { ENTRY, REGISTER, told } from './testing/requests.ts'

async function listen() {
  const started = await startApp()
  await started.app.listen({ host: '127.0.0.1', port: 0 })
  return started
}

const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

type Answer = { status: number; headers: string; body: unknown; after: number }

/** Sends raw bytes and reads until the server ends the connection. */
async function exchange(app: FastifyInstance, ...chunks: (string | Buffer)[]): Promise<Answer> {
  const began = performance.now()
  const socket = connect(portOf(app), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
  for (const chunk of chunks) socket.write(chunk)
  await once(socket, 'close')
  const [headers = '', body = ''] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0)
  return { status, headers, body: body && JSON.parse(body), after: performance.now() - began }
}

const post = (length: number | string, body: string | Buffer) => [
  `POST ${REGISTER} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${length}\r\nconnection: close\r\n\r\n`,
  body,
]

const RAW: [name: string, chunks: (string | Buffer)[], status: number, code: ErrorCode][] = [
  ['noise', ['\x16\x03\x01\x02\0 noise\r\n\r\n'], 400, 'malformed_request'],
  ['no HTTP that is', ['GET /livez HTTP/9.9\r\n\r\n'], 400, 'malformed_request'],
  [
    'two Hosts',
    ['GET /livez HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n'],
    400,
    'malformed_request',
  ],
  ['no Host', ['GET /livez HTTP/1.1\r\nconnection: close\r\n\r\n'], 400, 'malformed_request'],
  [
    'a header of bad bytes',
    ['GET / HTTP/1.1\r\nhost: a\r\nx: \0\r\n\r\n'],
    400,
    'malformed_request',
  ],
  [
    'two lengths',
    ['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    400,
    'malformed_request',
  ],
  [
    'a length and chunks',
    [
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    400,
    'malformed_request',
  ],
  ['no number as length', post('x', 'a'), 400, 'malformed_request'],
  [
    'an unknown expectation',
    ['GET / HTTP/1.1\r\nhost: a\r\nexpect: miracle\r\n\r\n'],
    400,
    'malformed_request',
  ],
  [
    'large headers',
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`],
    431,
    'headers_too_large',
  ],
  [
    'a large address',
    [`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
    431,
    'headers_too_large',
  ],
  ['a large body', post(70_000, 'a='), 413, 'payload_too_large'],
  [
    'a large body in chunks',
    [
      `POST ${REGISTER} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n11170\r\n${'a'.repeat(70_000)}\r\n`,
    ],
    413,
    'payload_too_large',
  ],
]

test.each(RAW)('%s is told in the one shape', async (_name, chunks, status, code) => {
  const { app } = await listen()
  const answer = await exchange(app, ...chunks)
  expect([answer.status, answer.body]).toEqual([status, told(code)])
  expect(answer.headers.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  expect(answer.headers.toLowerCase()).toContain('cache-control: no-store')
})

test('connections are bounded', async () => {
  const { app } = await listen()
  expect(app.server.maxConnections).toBe(10_000)
})

test('raw bytes that are no UTF-8 are found in their field', async () => {
  const { app } = await listen()
  const body = Buffer.concat([
    Buffer.from('jigyousha='),
    Buffer.from([0x83, 0x65, 0x83]),
    Buffer.from('&tel=1'),
  ])
  const answer = await exchange(app, ...post(body.length, body))
  expect([answer.status, answer.body]).toEqual([
    400,
    told('malformed_request', { jigyousha: [API_ERRORS.malformed_request] }),
  ])
})

describe.concurrent('slow clients are cut off, and told so', () => {
  test('headers that never end', async () => {
    const { app } = await listen()
    const answer = await exchange(app, 'GET /livez HTTP/1.1\r\nhost: a\r\nx: ')
    expect([answer.status, answer.body]).toEqual([408, told('request_timeout')])
    expect(answer.after).toBeGreaterThan(4900)
    expect(answer.after).toBeLessThan(10_000)
  })

  test('not a byte at all', async () => {
    const { app } = await listen()
    const { after } = await exchange(app)
    expect(after).toBeGreaterThan(4900)
    expect(after).toBeLessThan(10_000)
  })

  test('a body that never ends, though it trickles', async () => {
    const { app } = await listen()
    const began = performance.now()
    const socket = connect(portOf(app), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
    for (const chunk of post(1000, 'jigyousha=')) socket.write(chunk)
    const trickle = setInterval(() => socket.write('a'), 500)
    await once(socket, 'close')
    clearInterval(trickle)
    expect(text).toContain('HTTP/1.1 408')
    expect(text).toContain('"code":"request_timeout"')
    const after = performance.now() - began
    expect(after).toBeGreaterThan(9900)
    expect(after).toBeLessThan(15_000)
  })
})

test('a shutdown under load finishes what has begun, refuses the rest in shape, and stores what it said', async () => {
  const { app, database, health } = await listen()
  const counts = { ok: 0, refused: 0, away: 0, broken: 0 }
  const clients = Array.from({ length: 24 }, () => applyUntilRefused(portOf(app), counts))
  await vi.waitFor(() => expect(counts.ok).toBeGreaterThan(48), 10_000)
  const began = performance.now()
  await drain([app], health, 0)
  // As long as the way out may take, on a busy machine too.
  expect(performance.now() - began).toBeLessThan(9500)
  await Promise.all(clients)
  expect(counts.broken).toBe(0)
  expect(counts.refused + counts.away).toBe(24)
  expect((await everythingIn(database)).applications).toHaveLength(counts.ok)
})

const OUTCOMES: Readonly<Record<number, keyof Counts>> = { 200: 'ok', 503: 'refused' }
type Counts = { ok: number; refused: number; away: number; broken: number }

/** One client on one kept connection; a new one that nobody takes any more is `away`. */
async function applyUntilRefused(port: number, counts: Counts): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const outcome = await apply(port, agent)
    counts[outcome] += 1
    if (outcome !== 'ok') return agent.destroy()
  }
}

function apply(port: number, agent: Agent): Promise<keyof Counts> {
  const { promise, resolve } = Promise.withResolvers<keyof Counts>()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  request({ port, method: 'POST', path: REGISTER, agent, headers })
    .on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'away' : 'broken'),
    )
    .on('response', (response) => {
      const outcome = OUTCOMES[response.statusCode ?? 0] ?? 'broken'
      response
        .on('end', () => resolve(outcome))
        .on('error', () => resolve('broken'))
        .resume()
    })
    .end(new URLSearchParams(ENTRY).toString())
  return promise
}
