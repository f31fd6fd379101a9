/** What only a real socket shows: clients that are slow, a shutdown under load. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { drain } from './lifecycle.ts'
import { everythingIn } from './testing/calls.ts'
import { ENTRY, errorBody, REGISTER } from './testing/requests.ts'
import { exchange, listen, portOf, rawPost } from './testing/sockets.ts'

describe.concurrent('slow clients are cut off, and told so', () => {
  test('headers that never end', async () => {
    const { app } = await listen()
    const answer = await exchange(app, 'GET /livez HTTP/1.1\r\nhost: a\r\nx: ')
    expect([answer.status, answer.body]).toEqual([408, errorBody('request_timeout')])
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
    for (const chunk of rawPost(1000, 'jigyousha=')) socket.write(chunk)
    const trickle = setInterval(() => socket.write('a'), 500)
    await once(socket, 'close')
    clearInterval(trickle)
    expect(text).toContain('HTTP/1.1 408')
    expect(text).toContain('"code":"request_timeout"')
    const after = performance.now() - began
    expect(after).toBeGreaterThan(9900)
    expect(after).toBeLessThan(15_000)
  })

  test('a body that never ends after its refusal, and nothing is told twice', async () => {
    const { app } = await listen()
    const began = performance.now()
    const socket = connect(portOf(app), '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
    const headers = 'host: a\r\norigin: https://evil.test\r\ncontent-length: 1000'
    socket.write(`POST ${REGISTER} HTTP/1.1\r\n${headers}\r\n\r\n`)
    const trickle = setInterval(() => socket.write('a'), 500)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(trickle)
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403'])
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
