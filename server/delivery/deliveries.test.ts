/** Delivery as the settings want it, at a real mail server and a real endpoint. */
import { EventEmitter } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readOperator } from '../config/operator-file.ts'
import { readConfig } from '../config/settings.ts'
import { createLog } from '../observability/log.ts'
import { createMetrics } from '../observability/metrics.ts'
import { openTracing } from '../observability/tracing.ts'
import type { OutboxRow } from '../store/schema.ts'
import { NO_LINKS, NOW } from '../testing/calls.ts'
import { openEmpty, temporaryFolder } from '../testing/databases.ts'
import { holdTime } from '../testing/held-time.ts'
import { until } from '../testing/outbox.ts'
import { applicationRow, outboxRow, put, rowsIn } from '../testing/rows.ts'
import { type CollectedSpan, startTraceCollector } from '../testing/trace-collector.ts'
import { startDeliveries, watchRequests } from './deliveries.ts'
import { type MailServer, OWN_CERTIFICATE, startMailServer } from './testing.ts'

const due = (id: string, given: Partial<OutboxRow>) =>
  outboxRow(id, { next_at: NOW, created_at: NOW, source: 's', ...given })
const mailTo = (recipient: string) =>
  due(recipient, { recipient, mailbox: recipient, destination: recipient.split('@').at(-1) ?? '' })

async function deliver(
  rows: readonly OutboxRow[],
  settings: Record<string, string>,
  { isTraced = true } = {},
) {
  const database = await openEmpty('sqlite')
  await put(database, { applications: [applicationRow('a')], outbox: rows })
  const collector = await startTraceCollector()
  const metrics = createMetrics()
  let lines = ''
  const write = (more: string) => {
    lines += more
  }
  const log = createLog({ level: 'warn', clock: () => NOW, write })
  const trace = { service: 'moushikomi', version: '1', share: 1, headers: {}, log }
  const tracing = await openTracing({ ...trace, endpoint: isTraced ? collector.endpoint : '' })
  const outbox = startDeliveries({
    config: readConfig({ MAIL_FOLDER: join(temporaryFolder(), 'mail'), ...settings }),
    operator: readOperator(''),
    links: NO_LINKS,
    database,
    clock: () => NOW,
    log,
    metrics,
    tracing,
  })
  onTestFinished(() => outbox.stop())
  const stored = () => rowsIn(database, 'outbox')
  const statesAre = async (expected: Record<string, OutboxRow['state']>) => {
    const states = Object.fromEntries((await stored()).map(({ id, state }) => [id, state]))
    return isDeepStrictEqual(states, expected)
  }
  const spans = async () => {
    await tracing?.stop()
    const idOf = (span: CollectedSpan) => String(span.attributes['moushikomi.outbox.id'])
    return collector.spans.toSorted((a, b) => idOf(a).localeCompare(idOf(b)))
  }
  const logged = () => {
    log.flush()
    return lines
  }
  return { outbox, metrics, rows: stored, statesAre, spans, logged }
}

async function mailServer(certificate?: typeof OWN_CERTIFICATE): Promise<MailServer> {
  const server = await startMailServer(0, certificate)
  onTestFinished(() => server.close())
  return server
}

const overSmtp = ({ url }: MailServer) => ({
  MAIL_URL: url,
  MAIL_FROM: '窓口 <desk@apply.example.jp>',
  MAIL_EHLO: 'host.example.jp',
  STAFF_MAIL: 'staff@example.jp',
})

test('mails go to the server of the settings under the names that those give, and their connections end', async () => {
  const server = await mailServer()
  const rows = [
    mailTo('taro@example.jp'),
    due('staff', { kind: 'mail_staff' }),
    due('call', { kind: 'webhook' }),
  ]
  const { outbox, statesAre, logged, rows: stored } = await deliver(rows, overSmtp(server))
  await until(() => statesAre({ call: 'queued', staff: 'sent', 'taro@example.jp': 'sent' }))
  const mails = server.mails.map(({ recipients, clientName, messageId }) => [
    ...recipients,
    clientName,
    messageId,
  ])
  expect(mails.toSorted()).toEqual([
    ['staff@example.jp', 'host.example.jp', 'staff@apply.example.jp'],
    ['taro@example.jp', 'host.example.jp', 'taro@example.jp@apply.example.jp'],
  ])
  expect(server.connections()).toBeGreaterThan(0)
  await outbox.stop()
  await until(() => server.connections() === 0)
  expect(logged()).toBe('')
  // Without an endpoint there is no attempt.
  const [untried] = (await stored()).filter(({ id }) => id === 'call')
  expect(untried).toMatchObject({ attempts: 0, last_error: null })
})

test('where the settings require TLS, nothing goes to a server that offers none', async () => {
  const server = await mailServer()
  const rows = [mailTo('taro@example.jp')]
  const { rows: stored } = await deliver(rows, { ...overSmtp(server), MAIL_TLS: 'required' })
  const errorOf = async () => (await stored())[0]?.last_error
  await until(async () => Boolean(await errorOf()))
  expect(await errorOf()).toContain('STARTTLS')
  expect(server.mails).toEqual([])
})

test('a server whose certificate an own authority signed is sent mails where the settings name that authority', async () => {
  const server = await mailServer(OWN_CERTIFICATE)
  const [folder, rows] = [temporaryFolder(), [mailTo('taro@example.jp')]]
  const unnamed = await deliver(rows, overSmtp(server))
  const errorOf = async () => (await unnamed.rows())[0]?.last_error
  await until(async () => Boolean(await errorOf()))
  expect(await errorOf()).toContain('certificate')
  expect(server.mails).toEqual([])
  const MAIL_CA_FILE = join(folder, 'ca.pem')
  writeFileSync(MAIL_CA_FILE, OWN_CERTIFICATE.cert)
  const named = await deliver(rows, { ...overSmtp(server), MAIL_TLS: 'required', MAIL_CA_FILE })
  await until(() => named.statesAre({ 'taro@example.jp': 'sent' }))
})

test('each kind of mail has as many conversations at once as the settings say', async () => {
  const server = await mailServer()
  server.delay('mail', () => Number.POSITIVE_INFINITY)
  const kinds = ['mail_applicant', 'mail_staff', 'mail_status', 'mail_staff_news'] as const
  const rows = kinds.flatMap((kind) =>
    ['a', 'b', 'c'].map((to) => ({ ...mailTo(`${to}@${to}.jp`), id: `${to} ${kind}`, kind })),
  )
  await deliver(rows, { ...overSmtp(server), DELIVERY_SENDERS: '3' })
  await until(() => server.mails.length === rows.length)
  expect(server.connections()).toBe(rows.length)
  server.mood(421)
})

test('each attempt is counted by its kind and by what came of it, and has a span', async () => {
  const webhook = { WEBHOOK_URL: 'http://127.0.0.1:9/', WEBHOOK_SECRET: 'sixteen or more.' }
  // No date is so far away: its call is a mistake of the program.
  const broken = due('broken', { kind: 'webhook', created_at: 9e15 })
  const rows = [due('staff', { kind: 'mail_staff' }), due('call', { kind: 'webhook' }), broken]
  const { metrics, spans, statesAre } = await deliver(rows, webhook)
  await until(() => statesAre({ broken: 'sending', call: 'queued', staff: 'sent' }))
  const text = await metrics.render()
  expect(text).toContain('delivery_attempts_total{kind="mail_staff",outcome="delivered"} 1\n')
  expect(text).toContain('delivery_attempts_total{kind="webhook",outcome="unreachable"} 1\n')
  const seen = await spans()
  const expected = (id: string, outcome: string) => ({
    'moushikomi.outbox.id': id,
    'moushikomi.outbox.attempt': 1,
    'moushikomi.outbox.outcome': outcome,
  })
  expect(
    seen.map(({ kind, name, attributes, failed }) => [kind, name, attributes, failed]),
  ).toEqual([
    ['client', 'deliver webhook', expected('broken', 'unknown'), true],
    ['client', 'deliver webhook', expected('call', 'unreachable'), true],
    ['client', 'deliver mail_staff', expected('staff', 'delivered'), false],
  ])
})

test('mails go out as far as the limits of the settings let them, and to staff where they have an address', async () => {
  const server = await mailServer()
  const again = { ...mailTo('taro@example.jp'), id: 'again' }
  const rows = [mailTo('taro@example.jp'), again, due('staff', { kind: 'mail_staff' })]
  const { statesAre, logged } = await deliver(rows, {
    ...overSmtp(server),
    STAFF_MAIL: '',
    LIMIT_SENT_PER_ADDRESS_PER_DAY: '1',
  })
  await until(() => statesAre({ again: 'held', staff: 'held', 'taro@example.jp': 'sent' }))
  expect(logged()).toContain('"event":"staff_mail_missing"')
})

test('so many mails go out in an hour as the settings say', async () => {
  const rows = ['1', '2', '3'].map((id) => due(id, { kind: 'mail_staff' }))
  const { statesAre } = await deliver(rows, { LIMIT_SENT_PER_HOUR: '2' }, { isTraced: false })
  await until(() => statesAre({ 1: 'held', 2: 'sent', 3: 'sent' }))
})

test('a mail under way is leased for longer than its answer may take, and slow ones leave senders to others', async () => {
  const server = await mailServer()
  server.delay('mail', (address) => (address.includes('hang') ? Number.POSITIVE_INFINITY : 0))
  const rows = ['taro@a.jp', 'hang@b.jp', 'hang@c.jp', 'hang@d.jp'].map(mailTo)
  const settings = { ...overSmtp(server), DELIVERY_SENDERS: '4', MAIL_TIMEOUT_SECONDS: '100' }
  const { statesAre, rows: stored } = await deliver(rows, settings)
  const hanging = {
    'hang@b.jp': 'sending',
    'hang@c.jp': 'sending',
    'hang@d.jp': 'sending',
  } as const
  await until(() => statesAre({ ...hanging, 'taro@a.jp': 'sent' }))
  await until(() => server.mails.length === rows.length)
  for (const { state, next_at } of await stored())
    if (state === 'sending') expect(next_at).toBe(NOW + 150_000)
  // Ends what hangs: a stop would wait for it.
  server.mood(421)
})

test('calls that hang keep a quarter of the senders, and no more', async () => {
  const seen = new Set<string>()
  const server = createServer(({ headers }) => {
    if (headers['webhook-signature']) seen.add(String(headers['webhook-id']))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const ids = ['1', '2', '3', '4', '5']
  await deliver(
    ids.map((id) => due(id, { kind: 'webhook', destination: '127.0.0.1' })),
    {
      WEBHOOK_URL: `http://127.0.0.1:${port}/`,
      WEBHOOK_SECRET: 'sixteen or more.',
      DELIVERY_SENDERS: '8',
    },
  )
  await until(() => seen.size === 2)
  await sleep(1200)
  expect(seen.size).toBe(2)
  server.closeAllConnections()
})

test('a server counts as busy for 100 ms after its last request', () => {
  const server = new EventEmitter()
  const isServing = watchRequests(server as Server)
  const time = holdTime()
  expect(isServing()).toBe(false)
  server.emit('request')
  time.pass(99)
  expect(isServing()).toBe(true)
  time.pass(1)
  expect(isServing()).toBe(false)
})
