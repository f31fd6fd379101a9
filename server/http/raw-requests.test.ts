/** Bytes that are no request, or hardly one: answered in the one shape too. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { API_ERRORS, type ErrorCode } from '#domain/messages.ts'
import { bareServer } from '../testing/bare-server.ts'
import { errorBody, REGISTER } from '../testing/requests.ts'
import { exchange, listen, portOf, rawPost } from '../testing/sockets.ts'

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
  ['no number as length', rawPost('x', 'a'), 400, 'malformed_request'],
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
  ['a large body', rawPost(70_000, 'a='), 413, 'payload_too_large'],
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
  expect([answer.status, answer.body]).toEqual([status, errorBody(code)])
  expect(answer.headers.toLowerCase()).toContain("content-security-policy: default-src 'none'")
  expect(answer.headers.toLowerCase()).toContain('cache-control: no-store')
})

test('raw bytes that are no UTF-8 are found in their field', async () => {
  const { app } = await listen()
  const body = Buffer.concat([
    Buffer.from('jigyousha='),
    Buffer.from([0x83, 0x65, 0x83]),
    Buffer.from('&tel=1'),
  ])
  const answer = await exchange(app, ...rawPost(body.length, body))
  expect([answer.status, answer.body]).toEqual([
    400,
    errorBody('malformed_request', { jigyousha: [API_ERRORS.malformed_request] }),
  ])
})

const greet = (version: string, hosts: string) =>
  `GET /api/directory HTTP/${version}\r\n${hosts}connection: close\r\n\r\n`

test.each([
  ['1.0', '', 200],
  ['1.0', 'host: a\r\n', 200],
  ['1.0', 'host: a\r\nhost: b\r\n', 400],
  ['1.1', 'Host: a\r\n', 200],
])('HTTP/%s with %j is answered %i', async (version, hosts, status) => {
  const { app } = await listen()
  expect((await exchange(app, greet(version, hosts))).status).toBe(status)
})

test('an answer that has begun is not gone on with by another', async () => {
  const { app } = bareServer((app) => {
    app.get('/', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/plain' })
      reply.raw.write('begun')
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app), '127.0.0.1').on('error', () => {})
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await vi.waitFor(() => expect(text).toContain('begun'), 20_000)
  socket.write('\x16\x03\x01 noise\r\n\r\n')
  await once(socket, 'close')
  expect(text).not.toContain('HTTP/1.1 400')
})

test('who still sends as it is refused reads the answer to its end', async () => {
  const { app } = await listen()
  const socket = connect(portOf(app), '127.0.0.1')
  const errors: Error[] = []
  let text = ''
  socket.on('error', (error) => errors.push(error)).on('data', (chunk) => (text += chunk))
  socket.write('noise\r\n\r\n')
  socket.write(Buffer.alloc(8_000_000))
  await once(socket, 'close')
  expect([errors, text]).toEqual([[], expect.stringContaining('HTTP/1.1 400')])
})

test('a request that comes as the server closes has the route’s answer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const { app } = bareServer((app) => {
    app.get('/slow', () => promise)
    app.get('/', async () => 'still here')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(portOf(app), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  const arrived = once(app.server, 'request')
  socket.write('GET /slow HTTP/1.1\r\nhost: a\r\n\r\n')
  await arrived
  const closed = app.close()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(app.server, 'request')
  resolve('slow')
  await closed
  await once(socket, 'close')
  expect(text).toMatch(/slow.*still here/s)
})

test('who keeps a refused connection open is cut off a second later', async () => {
  const { app } = await listen()
  const socket = connect({ port: portOf(app), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {}).resume()
  socket.write('noise\r\n\r\n')
  await once(socket, 'end')
  const count = promisify(app.server.getConnections.bind(app.server))
  expect(await count()).toBe(1)
  await vi.waitFor(async () => expect(await count()).toBe(0), 4000)
  socket.destroy()
})

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 431, 'headers_too_large'],
  ['HPE_INVALID_METHOD', 400, 'malformed_request'],
  [undefined, 400, 'malformed_request'],
] as const)('what Node calls %s is answered %i', async (code, status, errorCode) => {
  const { app } = await listen()
  app.server.on('connection', (socket) => {
    app.server.emit('clientError', Object.assign(new Error('x'), { code }), socket)
  })
  const answer = await exchange(app)
  expect([answer.status, answer.body]).toEqual([status, errorBody(errorCode)])
  expect(answer.headers).toMatch(/^HTTP\/1\.1 \d{3} [A-Z]/)
  expect(answer.headers.toLowerCase()).toContain('\r\nconnection: close')
})

test('a client that has gone, or is being answered to its end, gets nothing more', async () => {
  const { app } = await listen()
  app.server.on('connection', (socket) => {
    app.server.emit('clientError', Object.assign(new Error('x'), { code: 'ECONNRESET' }), socket)
  })
  expect((await exchange(app)).status).toBe(0)
})
