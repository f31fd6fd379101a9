/** Who sends more than is taken: the whole answer, and an end. On real sockets, for only these are ever reset. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CORRECTION_BODY_LIMIT } from '#contract/apply.ts'
import type { ErrorCode } from '#domain/messages.ts'
import { bareServer } from '../testing/bare-server.ts'
import { holdTime } from '../testing/held-time.ts'
import { errorBody, facilitiesOf, REGISTER } from '../testing/requests.ts'
import { listen, portOf } from '../testing/sockets.ts'

const MEGABYTE = 1_000_000
const FORM = 'content-type: application/x-www-form-urlencoded'
const CHUNKED = 'transfer-encoding: chunked'

const head = (line: string, ...headers: string[]) =>
  `${line} HTTP/1.1\r\nhost: a\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'a'.repeat(bytes)}\r\n`

/** A client; what it has been sent, and what went wrong. */
async function client(app: FastifyInstance) {
  // Its own end is when it says so, not when the server's comes.
  const socket = connect({ port: portOf(app), host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  const seen = { text: '', errors: [] as Error[] }
  socket.on('error', (error) => seen.errors.push(error))
  await once(socket, 'connect')
  const write = (text: string) => new Promise<void>((done) => socket.write(text, () => done()))
  const read = () => socket.on('data', (piece) => (seen.text += piece))
  return { socket, seen, write, read, closed: closeOf(socket) }
}

/** Status and code of each answer of a connection. */
function answersIn(text: string): [number, unknown][] {
  return text.split(/(?=HTTP\/1\.1 )/).map((answer) => {
    const [headers = '', body = ''] = answer.split('\r\n\r\n')
    return [Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1]), body && JSON.parse(body)]
  })
}

/** However it ends: `once` would reject where an error goes before. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** As it arrives at the server. */
function serversEnd(app: FastifyInstance): Promise<Socket> {
  return once(app.server, 'connection').then(([socket]) => socket)
}

const LENGTH = `content-length: ${MEGABYTE}`
const BODY = 'a'.repeat(MEGABYTE)
const IN_CHUNKS = `${chunk(50_000).repeat(20)}0\r\n\r\n`
const EVIL = 'origin: https://evil.test'

const REFUSED: [what: string, head: string, body: string, status: number, code: ErrorCode][] = [
  ['a length', head(`POST ${REGISTER}`, FORM, LENGTH), BODY, 413, 'payload_too_large'],
  ['chunks', head(`POST ${REGISTER}`, FORM, CHUNKED), IN_CHUNKS, 413, 'payload_too_large'],
  [
    'a length, on its last request',
    head(`POST ${REGISTER}`, FORM, LENGTH, 'connection: close'),
    BODY,
    413,
    'payload_too_large',
  ],
  [
    'another type',
    head(`POST ${REGISTER}`, 'content-type: text/plain', LENGTH),
    BODY,
    415,
    'unsupported_media_type',
  ],
  [
    'another site, on its last request',
    head(`POST ${REGISTER}`, FORM, LENGTH, EVIL, 'connection: close'),
    BODY,
    403,
    'cross_site',
  ],
  ['two Hosts', head(`POST ${REGISTER}`, 'host: b', LENGTH), BODY, 400, 'malformed_request'],
  [
    'an unknown expectation',
    head(`POST ${REGISTER}`, FORM, LENGTH, 'expect: miracle'),
    BODY,
    400,
    'malformed_request',
  ],
  [
    'no such path, on its last request',
    head('POST /nowhere', FORM, LENGTH, 'connection: close'),
    BODY,
    404,
    'not_found',
  ],
  [
    'no such method, on its last request',
    head(`PUT ${REGISTER}`, FORM, LENGTH, 'connection: close'),
    BODY,
    405,
    'method_not_allowed',
  ],
]

test.each(REFUSED)(
  'who sends a megabyte with %s before it reads has its whole answer, and no reset',
  async (_what, head, body, status, code) => {
    const { app } = await listen()
    const { socket, seen, write, read, closed } = await client(app)
    await write(head)
    // Longer than the server needs to refuse: what is sent now would meet a closed connection.
    for (let at = 0; at < body.length; at += 250_000) {
      await setTimeout(20)
      await write(body.slice(at, at + 250_000))
    }
    read()
    await vi.waitFor(
      () => expect(answersIn(seen.text)).toEqual([[status, errorBody(code)]]),
      20_000,
    )
    socket.end()
    await closed
    expect(seen.errors).toEqual([])
  },
)

test('who is refused on its last request learns at once that nothing follows, and is left when it has sent all', async () => {
  const { app } = await listen()
  const arrived = serversEnd(app)
  const { socket, seen, write, read } = await client(app)
  read()
  const server = await arrived
  const gone = closeOf(server)
  const heard = once(socket, 'end')
  const began = performance.now()
  await write(head(`POST ${REGISTER}`, FORM, LENGTH))
  await heard
  expect(answersIn(seen.text)).toEqual([[413, errorBody('payload_too_large')]])
  expect(server.destroyed).toBe(false)
  await write(BODY)
  await gone
  // Neither waits for the ten seconds of a request.
  expect(performance.now() - began).toBeLessThan(4000)
})

test('a connection is kept where its client keeps it, and brings the next request', async () => {
  const { app } = await listen()
  const { seen, write, read } = await client(app)
  read()
  for (const body of [BODY, 'a'.repeat(10)])
    await write(`${head(`POST ${REGISTER}`, FORM, EVIL, `content-length: ${body.length}`)}${body}`)
  await vi.waitFor(() => expect(answersIn(seen.text)).toHaveLength(2), 20_000)
  expect(answersIn(seen.text)).toEqual(Array(2).fill([403, errorBody('cross_site')]))
  expect(seen.errors).toEqual([])
})

test.each([
  ['after', FORM],
  ['before', EVIL],
])(
  'a connection keeps nothing of a request that was answered %s its body',
  async (_when, header) => {
    const { app } = await listen()
    const arrived = serversEnd(app)
    const { seen, write, read } = await client(app)
    read()
    const server = await arrived
    const held = () => ({
      open: !server.destroyed,
      listeners: server.eventNames().map((name) => [name, server.listenerCount(name)]),
    })
    const atFirst = held()
    for (let answered = 1; answered <= 3; answered += 1) {
      await write(head(`POST ${REGISTER}`, header, 'content-length: 10'))
      await setTimeout(20)
      await write('a'.repeat(10))
      await vi.waitFor(() => expect(answersIn(seen.text)).toHaveLength(answered), 20_000)
    }
    await vi.waitFor(() => expect(held()).toEqual(atFirst), 4000)
  },
)

test.each([
  ['kept', head(`POST ${REGISTER}`, FORM, CHUNKED, EVIL), 403],
  ['about to be closed', head(`POST ${REGISTER}`, FORM, CHUNKED), 413],
])('who sends for ever is cut after a mebibyte, its connection %s', async (_what, head, status) => {
  const { app } = await listen()
  const arrived = serversEnd(app)
  const { socket, seen, write, read, closed } = await client(app)
  read()
  await write(head)
  const server = await arrived
  const gone = closeOf(server)
  while (!socket.destroyed && socket.bytesWritten < 50_000_000) await write(chunk(50_000))
  await gone
  expect(answersIn(seen.text)).toEqual([[status, expect.anything()]])
  expect(server.bytesRead).toBeGreaterThan(1_048_576)
  // What the route took itself, and what came with the last piece.
  expect(server.bytesRead).toBeLessThan(1_048_576 + 65_536 + 200_000)
  await closed
})

test('a body still on the way after its refusal counts as held by its sender', async () => {
  const { app } = await listen()
  const clients = []
  for (let i = 0; i < 16; i += 1) {
    const one = await client(app)
    one.read()
    await one.write(head(`POST ${facilitiesOf('C-1')}`, 'content-type: text/plain', LENGTH))
    await vi.waitFor(() => expect(answersIn(one.seen.text)[0]?.[0]).toBe(415), 20_000)
    clients.push(one)
  }
  const send = () =>
    fetch(`http://127.0.0.1:${portOf(app)}${REGISTER}`, { method: 'POST', body: 'x' })
  expect((await send()).status).toBe(429)
  for (const { socket } of clients) socket.destroy()
  await vi.waitFor(async () => expect((await send()).status).toBe(415), 20_000)
})

test.each([
  ['a length beyond every route', `content-length: ${MEGABYTE}`, /^HTTP\/1\.1 413 /],
  ['a length', 'content-length: 262144', /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
  ['the greatest', `content-length: ${CORRECTION_BODY_LIMIT}`, /^HTTP\/1\.1 100 Continue\r\n/],
  ['no length', CHUNKED, /^HTTP\/1\.1 100 Continue\r\n\r\n$/],
])('who asks before it sends %s is answered so', async (_what, length, answer) => {
  const { app } = await listen()
  const { seen, write, read } = await client(app)
  read()
  const json = 'content-type: application/json'
  await write(head(`POST ${facilitiesOf('C-1')}`, json, length, 'expect: 100-continue'))
  await vi.waitFor(() => expect(seen.text).toMatch(answer), 20_000)
})

// Node's own check of the whole request, which was seen to miss a body that trickles, is off.
describe('eleven seconds after a request began', () => {
  test('a body that is still on the way is refused, and its connection ends', async () => {
    const { app } = await listen()
    app.server.requestTimeout = 0
    const { seen, closed, socket, write, read } = await client(app)
    read()
    const time = holdTime()
    const arrived = once(app.server, 'request')
    await write(`${head(`POST ${REGISTER}`, FORM, 'content-length: 10')}a`)
    await arrived
    time.pass(10_999)
    expect(seen.text).toBe('')
    const answered = once(socket, 'data')
    time.pass(1)
    await answered
    expect(answersIn(seen.text)).toEqual([[408, errorBody('request_timeout')]])
    socket.end()
    await closed
  })

  test('one that has come whole, and that nobody reads, ends nothing: the answer may take longer', async () => {
    const work = Promise.withResolvers<string>()
    const { app } = bareServer((app) => app.get('/', () => work.promise))
    await app.listen({ port: 0, host: '127.0.0.1' })
    app.server.requestTimeout = 0
    const { seen, socket, write, read } = await client(app)
    read()
    const time = holdTime()
    const arrived = once(app.server, 'request')
    await write(`${head('GET /', 'content-length: 1')}1`)
    const [request] = await arrived
    while (!request.complete) await setImmediate()
    const answered = once(socket, 'data')
    time.pass(11_000)
    work.resolve('done')
    await answered
    expect(seen.text).toMatch(/^HTTP\/1\.1 200 /)
  })
})
