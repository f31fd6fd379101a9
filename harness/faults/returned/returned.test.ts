/** Mails that come back through a real Postfix and a real Dovecot, to the product as processes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { STAFF_API_PATHS } from '#contract/staff-api.ts'
import {
  ENGINES,
  type Engine,
  emptyDatabase,
  temporaryFolder,
} from '../../../server/testing/databases.ts'
import { freePorts } from '../../../server/testing/ports.ts'
import { admin, launch, settingsIn, until } from '../../../server/testing/process.ts'
import { countMailbox } from '../../../server/testing/returned-mailbox.ts'
import { apply } from '../../client/application.ts'
import { invent } from '../../client/invent.ts'
import { readRows } from '../stored.ts'
import { alsoSet, type MailServers, startMailServers } from './mail-servers.ts'

/** From the notice to the console, with the mailbox read every fifteen seconds. */
const MINUTE_MS = 60_000
const LONG_MS = 240_000
const TREE = join(import.meta.dirname, '../../..')

type Product = {
  url: string
  pid: number
  env: Record<string, string>
  kill(): Promise<void>
  stop(): Promise<void>
}

async function startProduct(
  folder: string,
  database: string,
  env: Record<string, string>,
): Promise<Product> {
  const settings = {
    ...settingsIn(folder, database),
    PUBLIC_URL: 'https://apply.example.jp',
    LIMIT_SENT_PER_HOUR: '0',
    LIMIT_SENT_PER_ADDRESS_PER_DAY: '0',
    LOG_LEVEL: 'info',
    ...env,
  }
  const log = join(folder, 'log')
  const server = launch({ tree: TREE, env: settings, log })
  const end = (signal: 'SIGTERM' | 'SIGKILL') => async () => {
    server.signal(signal, 'both')
    await server.ended
  }
  onTestFinished(end('SIGKILL'))
  return {
    url: await server.listening,
    pid: server.pid,
    env: settings,
    kill: end('SIGKILL'),
    stop: end('SIGTERM'),
  }
}

let count = 0

/** A new contract whose applicant gave this address. */
async function applyAs(url: string, email: string): Promise<void> {
  count += 1
  const application = invent(`returned-${process.pid}`, count * 4, Date.now())
  await apply(url, {
    ...application,
    flow: 'entry',
    customer: null,
    applicant: { ...application.applicant, email },
  })
}

type Row = { recipient: string; code: string; state: string }

async function returnedIn(database: string): Promise<Row[]> {
  const rows = await readRows(
    database,
    `select o.recipient, r.code, r.state from returned_mails r
      join outbox o on o.id = r.delivery order by o.recipient`,
  )
  return rows as unknown as Row[]
}

const stateOf = async (database: string, recipient: string) =>
  (await readRows(database, `select state from outbox where recipient = '${recipient}'`)).map(
    ({ state }) => state,
  )

async function startAll(
  engine: Engine,
): Promise<{ folder: string; database: string; mail: MailServers }> {
  const folder = temporaryFolder()
  const mail = await startMailServers(folder)
  onTestFinished(() => mail.stop())
  return { folder, database: await emptyDatabase(engine), mail }
}

test.each(ENGINES)(
  'what the relay returns is marked within a minute, with its code, and delays are not (%s)',
  async (engine) => {
    const { folder, database, mail } = await startAll(engine)
    const { url } = await startProduct(folder, database, mail.env)
    const names = ['nobody', 'full', 'spam', 'nomx', 'later', 'arrives']
    for (const name of names) await applyAs(url, `${name}@customer.example.jp`)
    const isSent = async () =>
      (await stateOf(database, 'nobody@customer.example.jp')).includes('sent')
    await until(isSent, MINUTE_MS, 'sent', 200)
    const isMarked = async () => (await returnedIn(database)).length >= 4
    await until(isMarked, MINUTE_MS, 'marked', 200)
    await setTimeout(1000)
    expect(await returnedIn(database)).toEqual([
      { recipient: 'full@customer.example.jp', code: '5.2.2', state: 'open' },
      { recipient: 'nobody@customer.example.jp', code: '5.1.1', state: 'open' },
      { recipient: 'nomx@customer.example.jp', code: '5.4.4', state: 'open' },
      { recipient: 'spam@customer.example.jp', code: '5.7.1', state: 'open' },
    ])
  },
  LONG_MS,
)

test.each(ENGINES)(
  'two processes, killed while they read: each notice is kept once (%s)',
  async (engine) => {
    const { folder, database, mail } = await startAll(engine)
    const first = await startProduct(folder, database, mail.env)
    for (let no = 0; no < 15; no += 1) await applyAs(first.url, `nobody+${no}@customer.example.jp`)
    // What is being sent when its process is killed would be sent again a quarter of an hour later.
    const areSent = async () =>
      (await readRows(database, `select id from outbox where state <> 'sent'`)).length === 0
    await until(areSent, MINUTE_MS, 'sent', 50)
    await until(async () => mail.messages().length >= 10, MINUTE_MS, 'returned', 50)
    await first.kill()
    const again = await startProduct(folder, database, mail.env)
    // SQLite has one server.
    if (engine === 'postgres') await startProduct(folder, database, mail.env)
    await until(
      async () => (await returnedIn(database)).length > 0,
      2 * MINUTE_MS + 30_000,
      'read',
      5,
    )
    await again.kill()
    await startProduct(folder, database, mail.env)
    const all = async () => (await returnedIn(database)).length >= 15
    await until(all, 2 * MINUTE_MS + 60_000, 'all marked', 200)
    expect((await returnedIn(database)).map(({ state }) => state)).toEqual(Array(15).fill('open'))
  },
  2 * LONG_MS,
)

test(
  'a relay that refuses the new sender stops no mail',
  async () => {
    const { folder, database, mail } = await startAll('sqlite')
    writeFileSync(join(folder, 'postfix/etc/senders'), '/^bounce/ REJECT unknown sender\n')
    alsoSet(mail.postfix, folder, refusingSenders(folder))
    const { url } = await startProduct(folder, database, mail.env)
    await applyAs(url, 'arrives@customer.example.jp')
    const isSent = async () =>
      (await stateOf(database, 'arrives@customer.example.jp')).includes('sent')
    await until(isSent, MINUTE_MS, 'sent', 200)
    expect(mail.postfix.arrived()).toHaveLength(2)
    expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('"event":"mail_return_refused"')
  },
  LONG_MS,
)

test(
  'ten thousand notices, bombs of parts among them, are read while mails go out, in bounded memory',
  async () => {
    const { folder, database, mail } = await startAll('sqlite')
    const forged = 'a'.repeat(44)
    for (let no = 0; no < 10_000; no += 1)
      mail.drop(`${no}`, no % 1000 === 0 ? bomb() : noticeTo(`bounce+${forged}@apply.example.jp`))
    const { url, pid } = await startProduct(folder, database, mail.env)
    const began = performance.now()
    await applyAs(url, 'nobody@customer.example.jp')
    const isSent = async () =>
      (await stateOf(database, 'nobody@customer.example.jp')).includes('sent')
    await until(isSent, 15_000, 'sent beside ten thousand notices', 100)
    await until(async () => (await returnedIn(database)).length > 0, 2 * LONG_MS, 'read', 500)
    const seconds = Math.round((performance.now() - began) / 1000)
    const [, peak = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    console.log(`10,000 notices in ${seconds} s, at most ${Math.round(Number(peak) / 1024)} MB`)
    expect(Number(peak)).toBeLessThan(500 * 1024)
    expect(await returnedIn(database)).toHaveLength(1)
  },
  3 * LONG_MS,
)

test(
  'the probe of the settings tells what came back, and which step failed',
  async () => {
    const { folder, database, mail } = await startAll('sqlite')
    const { env } = await startProduct(folder, database, mail.env)
    const probe = (more: Record<string, string> = {}, ...words: string[]) =>
      admin(['returned', 'probe', '--to', 'nobody@customer.example.jp', ...words], {
        tree: TREE,
        env: { ...env, ...more },
      }).catch(({ stdout }: { stdout: string }) => `failed: ${stdout}`)
    expect(await probe()).toMatch(/^\d+秒で戻りました：宛先が存在しません。\n$/)
    expect(await probe({ MAIL_CA_FILE: '' })).toMatch(/^failed: メールボックスを開けません/)
    expect(await probe({ MAIL_RETURN_URL: '' })).toContain('MAIL_RETURN_URL がないため')
    expect(await probe({}, '--to', 'arrives@customer.example.jp', '--seconds', '3')).toMatch(
      /^failed: 時間内に、メールボックスへ戻りませんでした/,
    )
    writeFileSync(join(folder, 'postfix/etc/senders'), '/^bounce/ REJECT unknown sender\n')
    alsoSet(mail.postfix, folder, refusingSenders(folder))
    const isRefused = async () => (await probe()).includes('差出人を断りました')
    await until(isRefused, MINUTE_MS, 'refused', 500)
    // It reads beside the server and marks nothing.
    expect(await returnedIn(database)).toEqual([])
  },
  LONG_MS,
)

test.each(ENGINES)(
  'of two processes one reads the mailbox, and each message once (%s)',
  async (engine) => {
    const { database: url, mail } = await startAll(engine)
    for (let no = 0; no < 120; no += 1) mail.drop(`${no}`, 'Subject: Hello\n\nHello\n')
    const readers = [await countMailbox(url, mail.env), await countMailbox(url, mail.env)]
    const read = () => readers.map((reader) => reader.count())
    const sum = () => read().reduce((all, one) => all + one, 0)
    await until(async () => sum() >= 120, MINUTE_MS, 'read')
    mail.drop('late', 'Subject: Hello\n\nHello\n')
    await until(async () => sum() >= 121, MINUTE_MS, 'read')
    await setTimeout(500)
    expect(read().toSorted((a, b) => a - b)).toEqual([0, 121])
    for (const reader of readers) await reader.stop()
  },
  LONG_MS,
)

test(
  'what was read is deleted after its days, and nothing else',
  async () => {
    const { folder, database, mail } = await startAll('sqlite')
    const { drop, messages } = mail
    drop('old', noticeTo('bounce@apply.example.jp'), 31)
    drop('young', noticeTo('bounce@apply.example.jp'), 29)
    await startProduct(folder, database, { ...mail.env, MAIL_RETURN_DAYS: '30' })
    await until(async () => messages().length === 1, MINUTE_MS, 'deleted', 200)
    expect(messages()[0]).toContain('young')
  },
  LONG_MS,
)

test(
  'a pipe of Postfix hands over what comes back, without a mailbox that is read',
  async () => {
    const { folder, database, mail } = await startAll('sqlite')
    const { MAIL_RETURN_URL, MAIL_RETURN_PASSWORD_FILE, ...env } = mail.env
    const [port = 0] = await freePorts(1)
    const product = await startProduct(folder, database, { ...env, STAFF_PORT: `${port}` })
    const words = ['tokens', 'add', 'pipe', '--scopes', 'returned', '--json']
    const { token } = JSON.parse(await admin(words, { tree: TREE, env: product.env }))
    mail.pipeTo(`http://127.0.0.1:${port}${STAFF_API_PATHS.returned}`, token)
    await applyAs(product.url, 'full@customer.example.jp')
    await until(async () => (await returnedIn(database)).length > 0, MINUTE_MS, 'handed over', 200)
    expect(await returnedIn(database)).toEqual([
      { recipient: 'full@customer.example.jp', code: '5.2.2', state: 'open' },
    ])
    expect(mail.messages()).toEqual([])
  },
  LONG_MS,
)

const refusingSenders = (folder: string) => ({
  smtpd_sender_restrictions: `check_sender_access regexp:${join(folder, 'postfix/etc/senders')}`,
})

function noticeTo(address: string): string {
  return `From: MAILER-DAEMON@relay.example.jp
To: ${address}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It came back.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example.jp

Final-Recipient: rfc822; nobody@customer.example.jp
Action: failed
Status: 5.1.1

--b--
`
}

/** Nested to no end, and wide. */
function bomb(): string {
  const nested = Array.from(
    { length: 2000 },
    (_, n) => `Content-Type: multipart/mixed; boundary="${n}"\n\n--${n}\n`,
  )
  const wide = 'Content-Type: text/plain\n\nx\n--b\n'.repeat(200_000)
  return `To: a@b\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n${wide}${nested.join('')}`
}
