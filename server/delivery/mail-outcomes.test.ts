/** What an answer of a mail server, or its silence, says of a mail: each step of a conversation, played by a server that follows a script. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from './mail/transport.ts'
import { sendsPassword, smtpTransport } from './mail/transport.ts'

const MAIL: Mail = {
  id: '1',
  to: 'taro@example.jp',
  date: 0,
  subject: 'お申し込み',
  text: '社会福祉法人あおぞら 御中\n',
}
const FROM = { name: '窓口', address: 'desk@apply.example.jp' }
/** A third of what a whole conversation may take; a fifth of it is waited for the greeting. */
const ANSWER_MS = 600

type Step = 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | '.'
type Reply = string | ((socket: Socket) => void)

const USUAL: Record<Step, Reply> = {
  EHLO: '250 fine',
  MAIL: '250 fine',
  RCPT: '250 fine',
  DATA: '354 go on',
  '.': '250 taken',
}

/** The address of a server that answers one step otherwise than usual. */
async function serverThat(step: Step | 'greeting', reply: Reply): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    if (step === 'greeting') return
    socket.write('220 hello\r\n')
    let isBody = false
    createInterface(socket).on('line', (line) => {
      const said = isBody ? line : line.slice(0, 4)
      if (!Object.hasOwn(USUAL, said)) return
      isBody = said === 'DATA'
      const answer = said === step ? reply : USUAL[said as Step]
      if (typeof answer === 'string') socket.write(`${answer}\r\n`)
      else answer(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function transportTo(step: Step | 'greeting', reply: Reply, answerTimeout = ANSWER_MS) {
  const transport = smtpTransport({
    url: await serverThat(step, reply),
    from: FROM,
    hostName: 'host.example.jp',
    connections: 1,
    answerTimeout,
  })
  onTestFinished(() => transport.close())
  return transport
}

const outcomeAt = async (step: Step | 'greeting', reply: Reply, answerTimeout = ANSWER_MS) =>
  (await transportTo(step, reply, answerTimeout)).send(MAIL)

test.each([
  ['MAIL', '451 not now', 'unreachable'],
  ['MAIL', '550 not from you', 'unreachable'],
  ['RCPT', '399 what', 'unreachable'],
  ['RCPT', '400 not now', 'postponed'],
  ['RCPT', '499 not now', 'postponed'],
  ['RCPT', '500 nobody', 'refused'],
  ['RCPT', '421 too busy', 'unreachable'],
  ['DATA', '451 not now', 'postponed'],
  ['DATA', '554 never', 'refused'],
  ['DATA', '421 too busy', 'unreachable'],
  ['.', '250 taken', 'delivered'],
  ['.', '451 not now', 'postponed'],
  ['.', '554 never', 'refused'],
  ['.', '421 too busy', 'unreachable'],
  ['.', '399 what', 'unknown'],
] as const)('%s answered with %s: %s', async (step, answer, status) => {
  const outcome = await outcomeAt(step, answer)
  expect(outcome).toMatchObject({ status })
  if ('reason' in outcome) expect(outcome.reason).toContain(answer)
})

/** What mail servers say where no mail of ours goes through, at whatever step they say it. */
test.each([
  // Postfix, Sendmail, Exim, Exchange, qmail, Gmail.
  '554 5.7.1 <taro@example.jp>: Relay access denied',
  '454 4.7.1 <taro@example.jp>: Relay access denied',
  '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied',
  '450 4.7.1 <desk>: Helo command rejected: Host not found',
  '553 5.7.1 <desk@apply.example.jp>: Sender address rejected: not owned by user desk',
  '550 5.1.8 <desk@apply.example.jp>: Sender address rejected: Domain not found',
  '550 5.7.1 <taro@example.jp>... Relaying denied',
  '550 relay not permitted',
  '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
  '530 5.7.57 SMTP; Client was not authenticated to send anonymous mail',
  '550 5.7.60 SMTP; Client does not have permissions to send as this sender',
  "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
  '530-5.7.0 Authentication Required.\r\n530 5.7.0 more',
  '535 5.7.8 Authentication credentials invalid',
])('the relay refuses us, and no mail pays for it: %s', async (answer) => {
  const outcomes = await Promise.all(
    (['RCPT', 'DATA', '.'] as const).map((step) => outcomeAt(step, answer)),
  )
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'unreachable', code: Number(answer.slice(0, 3)) })
})

test.each([
  '550 5.1.1 <relaying.denied@example.jp>: Recipient address rejected: User unknown',
  '550 5.1.1 <rcpthosts@example.jp> no such user',
  '550 5.1.1 <taro@example.jp>: Recipient address rejected: undeliverable address: host mx.example.jp said: 554 5.7.1 Relay access denied',
  '554 5.7.1 Message rejected as spam',
  '552 5.2.2 Mailbox full',
])('a recipient or a text is refused, and that mail alone: %s', async (answer) => {
  for (const step of ['RCPT', '.'] as const)
    expect((await outcomeAt(step, answer)).status).toBe('refused')
})

/** Whether the text was given away tells what may have been taken. */
test.each([
  ['EHLO', 'unreachable', 'postponed'],
  ['MAIL', 'unreachable', 'postponed'],
  ['RCPT', 'unreachable', 'postponed'],
  ['DATA', 'unreachable', 'postponed'],
  ['.', 'unknown', 'unknown'],
] as const)(
  '%s not answered: %s where the connection ends, %s where it stays',
  async (step, ended, silent) => {
    const outcomes = [outcomeAt(step, (socket) => socket.destroy()), outcomeAt(step, () => {})]
    expect((await Promise.all(outcomes)).map(({ status }) => status)).toEqual([ended, silent])
  },
)

test('a server that never comes to the end of its answer has no more time than a whole conversation', async () => {
  const from = performance.now()
  const { status } = await outcomeAt('EHLO', (socket) => {
    const drip = setInterval(() => socket.write('250-and\r\n'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  expect(status).toBe('postponed')
  expect(performance.now() - from).toBeGreaterThan(2.5 * ANSWER_MS)
})

test('a greeting is waited for a fifth as long as an answer', async () => {
  const answer = outcomeAt('EHLO', () => {}, 0.5 * ANSWER_MS)
  const greeting = outcomeAt('greeting', '')
  expect(await Promise.race([answer, greeting])).toMatchObject({ status: 'unreachable' })
  expect(await answer).toMatchObject({ status: 'postponed' })
})

test('a transport that is closed ends what is under way', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const transport = await transportTo('.', () => reach(), 60_000)
  const outcome = transport.send(MAIL)
  await reached
  const from = performance.now()
  transport.close()
  expect((await outcome).status).toBe('unknown')
  expect(performance.now() - from).toBeLessThan(30_000)
})

test('no timer is left of a mail that was sent', async () => {
  const transport = await transportTo('.', '250 taken', 60_000)
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  await transport.send(MAIL)
  const before = timers()
  for (const id of ['2', '3', '4', '5']) await transport.send({ ...MAIL, id })
  expect(timers() - before).toBeLessThan(4)
})

test('the reason is one line of at most five hundred characters', async () => {
  const answer = `550-nobody  here\r\n550-of\tthat name\r\n550 ${'x'.repeat(600)}`
  const outcome = await outcomeAt('RCPT', answer)
  const reason = 'reason' in outcome ? outcome.reason : ''
  expect(reason).toMatch(/^[ -~]*: 550-nobody here 550-of that name 550 x+$/)
  expect(reason).toHaveLength(500)
})

test.each([
  ['smtp://mail.example.jp', false],
  ['smtp://user:x@mail.example.jp', true],
  ['smtp://user:x@localhost:25', false],
  ['smtp://user:x@127.0.0.1', false],
  ['smtp://user:x@127.10.20.30:587', false],
  ['smtp://user:x@[::1]:25', false],
  ['smtp://user:x@[::2]', true],
  ['smtp://user:x@localhost.example.jp', true],
  ['smtp://user:x@my-localhost', true],
  ['smtp://user:x@127.0.0.1.example.jp', true],
  ['smtp://user:x@10.127.0.1', true],
])('a password for %s goes over a network: %s', (url, expected) => {
  expect(sendsPassword(url)).toBe(expected)
})
