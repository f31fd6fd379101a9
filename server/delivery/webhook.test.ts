import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { webhookKeys } from '../config/delivery-settings.ts'
import { openEmpty } from '../testing/databases.ts'
import { applicationRow, outboxRow, put } from '../testing/rows.ts'
import { postWebhook, type WebhookTarget, webhookDelivery, webhookSignature } from './webhook.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }

const KEY = Buffer.from('a shared secret')
const CALL = { id: 'o-1', payload: { corporation: '髙﨑会' }, at: 1_763_618_640_500 }

describe('the webhook', () => {
  let server: Server
  let target: WebhookTarget
  let received: Received[]
  let status: number | 'silent'

  beforeEach(async () => {
    received = []
    status = 204
    server = createServer(async (request, reply) => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (status !== 'silent') reply.writeHead(status, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no port')
    target = { url: `http://127.0.0.1:${address.port}/in`, keys: [KEY] }
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('brings the JSON with a signature over id, time and body', async () => {
    expect(await postWebhook(target, CALL)).toEqual({ status: 'delivered' })
    const [call] = received
    expect(call?.body).toBe('{"corporation":"髙﨑会"}')
    expect(call?.headers['webhook-id']).toBe('o-1')
    expect(call?.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(call?.headers['user-agent']).toMatch(/^moushikomi\/\d+\.\d+\.\d+$/)
    expect(call?.headers['webhook-timestamp']).toBe('1763618640')
    const mac = createHmac('sha256', KEY).update(`o-1.1763618640.${call?.body}`)
    expect(call?.headers['webhook-signature']).toBe(`v1,${mac.digest('base64')}`)
  })

  it('does not read what a receiver goes on to say: its connection is free at once', async () => {
    const closed = Promise.withResolvers<string>()
    status = 'silent'
    server.on('request', (_request, reply) => {
      reply.on('close', () => closed.resolve('closed'))
      reply.writeHead(200).write('an answer that never ends')
    })
    expect(await postWebhook(target, CALL)).toEqual({ status: 'delivered' })
    const open = new Promise((resolve) => setTimeout(resolve, 2000, 'open'))
    expect(await Promise.race([closed.promise, open])).toBe('closed')
  })

  it('tells which application was completed, and when its row was written', async () => {
    const database = await openEmpty('sqlite')
    await put(database, { applications: [applicationRow('a')] })
    const ways = await database.read((tx) => webhookDelivery(target)(tx, ['a']))
    const row = outboxRow('1', { kind: 'webhook', created_at: 7 })
    expect(await ways.get('a')?.(row, 9000)).toEqual({ status: 'delivered' })
    const [call] = received
    expect(call?.headers).toMatchObject({ 'webhook-id': '1', 'webhook-timestamp': '9' })
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      type: 'application.completed',
      timestamp: '1970-01-01T00:00:00.007Z',
      data: { reference: 'A' },
    })
  })

  it.each([
    ['webhook_status', 'application.status_changed'],
    ['webhook_withdrawn', 'application.withdrawn'],
    ['webhook_corrected', 'application.corrected'],
  ] as const)('of the kind %s tells %s', async (kind, type) => {
    const database = await openEmpty('sqlite')
    await put(database, { applications: [applicationRow('a')] })
    const ways = await database.read((tx) => webhookDelivery(target)(tx, ['a']))
    await ways.get('a')?.(outboxRow('1', { kind }), 9000)
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type, data: { reference: 'A' } })
  })

  it.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [300, 'refused'],
    [302, 'refused'],
    [408, 'postponed'],
    [400, 'refused'],
    [410, 'refused'],
    [429, 'unreachable'],
    [500, 'postponed'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    ['silent', 'postponed'],
  ] as const)('takes %s for %s and goes nowhere else', async (answer, expected) => {
    status = answer
    // Silence alone is waited for; under load even the way to the server takes its time.
    const patience = answer === 'silent' ? { timeout: 2000 } : {}
    const outcome = await postWebhook(target, CALL, patience)
    expect(outcome.status).toBe(expected)
    if ('reason' in outcome)
      expect(outcome.reason).toContain(answer === 'silent' ? 'timeout' : `HTTP ${answer}`)
    expect(received.map(({ path }) => path)).toEqual(['/in'])
  })

  it('tells a port where nobody listens as unreachable, and why', async () => {
    const outcome = await postWebhook({ ...target, url: 'http://127.0.0.1:1/in' }, CALL)
    expect(outcome.status).toBe('unreachable')
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/ECONNREFUSED|bad port/) })
  })

  // The published example of the Standard Webhooks specification's reference libraries.
  it('signs as the reference libraries do', () => {
    const signed = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}'
    const keys = webhookKeys('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') ?? []
    expect(webhookSignature(keys, signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('is signed by both keys while one takes the place of the other', async () => {
    const keys = [Buffer.from('the new key'), KEY]
    await postWebhook({ ...target, keys }, CALL)
    const [call] = received
    const signed = `o-1.1763618640.${call?.body}`
    const mac = (key: Buffer) => createHmac('sha256', key).update(signed).digest('base64')
    expect(call?.headers['webhook-signature']).toBe(keys.map((key) => `v1,${mac(key)}`).join(' '))
  })
})

describe('a webhook secret', () => {
  const encoded = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  const exact = encoded(24)
  it.each([
    ['sixteen or more.', ['sixteen or more.']],
    ['a prefix amid a text: whsec_', ['a prefix amid a text: whsec_']],
    [exact, [Buffer.alloc(24, 7).toString()]],
    // Padded by `==`, and the same without.
    [encoded(64), [Buffer.alloc(64, 7).toString()]],
    [encoded(64).replaceAll('=', ''), [Buffer.alloc(64, 7).toString()]],
    [`${exact}, sixteen or more.`, [Buffer.alloc(24, 7).toString(), 'sixteen or more.']],
  ])('%s is taken', (text, keys) => {
    expect(webhookKeys(text)?.map((key) => key.toString())).toEqual(keys)
  })

  it.each([
    'whsec_!!!!',
    'whsec_',
    encoded(23),
    encoded(65),
    `${exact}!`,
    'too short',
    '',
    `${exact},`,
    `${exact},${exact},${exact}`,
  ])('%j is refused', (text) => {
    expect(webhookKeys(text)).toBeUndefined()
  })
})
