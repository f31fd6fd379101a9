import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BODY_LIMITS } from '#contract/apply.ts'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { createLog } from '../../observability/log.ts'
import { startApp } from '../../testing/app.ts'
import { facilitiesOf, REGISTER } from '../../testing/requests.ts'
import { startConsole } from '../../testing/staff-app.ts'
import { takeJson } from '../body.ts'
import { createRefuse } from '../failures.ts'
import { limitBodies } from './bodies.ts'

/** A server that holds 300 bytes of one sender and 500 of all, with its trust in the test's X-Forwarded-For. */
async function listen() {
  const log = createLog({ level: 'fatal', clock: () => 0, write: () => {} })
  const app = Fastify({ trustProxy: true, bodyLimit: 200 })
  app.decorateRequest('bodyBytes', 0).decorateRequest('refusal', null)
  app.setErrorHandler(createRefuse(log))
  limitBodies(app, { perSender: 300, total: 500 })
  app.removeAllContentTypeParsers()
  takeJson(app)
  app.post('/', async () => 'taken')
  app.get('/', async () => 'given')
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** Announces a body and sends none of it. */
  const begin = async (sender: string, length: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    const head = `POST / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${sender}\r\n${length}`
    socket.write(`${head}\r\ncontent-type: application/json\r\n\r\n`)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const send = async (sender: string, payload: string) => {
    const headers = { 'x-forwarded-for': sender, 'content-type': 'application/json' }
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers,
      body: payload,
    })
    return [response.status, response.headers.get('retry-after')]
  }
  const look = async (sender: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': sender } })).status
  return { begin, send, look }
}

const SMALL = '""'
const LARGE = JSON.stringify('x'.repeat(140))

test('a sender’s unfinished bodies are bounded, with and without a length; others are served', async () => {
  const { begin, send, look } = await listen()
  const slow = await begin('192.0.2.1', 'content-length: 190')
  await vi.waitFor(async () => expect(await send('192.0.2.1', LARGE)).toEqual([429, '5']), 20_000)
  expect(await send('192.0.2.1', SMALL)).toEqual([200, null])
  expect(await send('192.0.2.2', LARGE)).toEqual([200, null])
  expect(await look('192.0.2.1')).toBe(200)
  // Who went away holds nothing.
  slow.destroy()
  await vi.waitFor(async () => expect(await send('192.0.2.1', LARGE)).toEqual([200, null]), 20_000)
  await begin('192.0.2.1', 'transfer-encoding: chunked')
  await vi.waitFor(async () => expect(await send('192.0.2.1', LARGE)).toEqual([429, '5']), 20_000)
})

test('all senders together are bounded too', async () => {
  const { begin, send } = await listen()
  for (const sender of ['192.0.2.1', '192.0.2.2']) await begin(sender, 'content-length: 190')
  await vi.waitFor(async () => expect(await send('192.0.2.3', LARGE)).toEqual([503, '5']), 20_000)
  expect(await send('192.0.2.3', SMALL)).toEqual([200, null])
})

const ofBytes = (count: number) => JSON.stringify('x'.repeat(count - 2))

test('both bounds hold to the byte, and a length beyond the route’s limit counts as that limit', async () => {
  const { begin, send } = await listen()
  expect(await send('192.0.2.1', ofBytes(301))).toEqual([413, null])
  await begin('192.0.2.1', 'content-length: 190')
  await vi.waitFor(
    async () => expect(await send('192.0.2.1', ofBytes(111))).toEqual([429, '5']),
    20_000,
  )
  expect(await send('192.0.2.1', ofBytes(110))).toEqual([200, null])
  await begin('192.0.2.2', 'content-length: 190')
  await vi.waitFor(
    async () => expect(await send('192.0.2.3', ofBytes(121))).toEqual([503, '5']),
    20_000,
  )
  expect(await send('192.0.2.3', ofBytes(120))).toEqual([200, null])
})

test('what was received holds nothing any more', async () => {
  const { send } = await listen()
  for (let i = 0; i < 10; i++) expect(await send('192.0.2.1', LARGE)).toEqual([200, null])
})

test('the public server holds sixteen of the largest bodies of one sender, and refuses the next', async () => {
  const { app } = await startApp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const head = [
    `POST ${facilitiesOf('C-1')} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json`,
    `content-length: ${BODY_LIMITS.facilities}\r\n\r\n`,
  ].join('\r\n')
  for (let i = 0; i < 16; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(head)
    onTestFinished(() => void socket.destroy())
  }
  const send = () => fetch(`http://127.0.0.1:${port}${REGISTER}`, { method: 'POST', body: 'x' })
  await vi.waitFor(async () => expect((await send()).status).toBe(429), 20_000)
})

test('the staff console holds as much of one sender, and refuses the next', async () => {
  const { app } = await startConsole()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const length = 65_536
  const head = [
    `POST ${CONSOLE_PATHS.bulkStatus} HTTP/1.1\r\nhost: 127.0.0.1`,
    `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  ].join('\r\n')
  for (let i = 0; i < 4_194_304 / length; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(head)
    onTestFinished(() => void socket.destroy())
  }
  const address = `http://127.0.0.1:${port}${CONSOLE_PATHS.bulkStatus}`
  const send = () => fetch(address, { method: 'POST', body: 'x' })
  await vi.waitFor(async () => expect((await send()).status).toBe(429), 20_000)
})
