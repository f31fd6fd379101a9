/** The floor of delivery: the same nodemailer pool and the same two mails, sent in a loop without an outbox. */
import { createTransport } from 'nodemailer'
import { DEFAULT_WORDS } from '#domain/operator-words.ts'
import {
  acknowledgement,
  type MailFacts,
  staffNotice,
} from '../../../server/delivery/mail/templates.ts'
import { answer } from '../child.ts'

export type BareMail = { port: number; connections: number; seconds: number }

const FACTS: MailFacts = {
  flow: 'entry',
  reference: '7F3K-9QXM',
  customer: 'tmp-abcdefghijklmnopqrstuvwxyz',
  companyName: '社会福祉法人あおぞら',
  facilities: 5,
  priceText: '19,960',
  completedAt: Date.UTC(2026, 10, 20),
  remarks: [],
  statusLink: null,
}
const TO_APPLICANT = {
  ...acknowledgement(FACTS, DEFAULT_WORDS),
  replyTo: { name: '', address: DEFAULT_WORDS.supportMail },
}
const TO_STAFF = staffNotice(FACTS, '')
let number = 0

/** Mails a second. */
answer<BareMail, number>(async ({ port, connections, seconds }) => {
  const transport = createTransport({
    url: `smtp://127.0.0.1:${port}`,
    name: 'bench.example.jp',
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const from = performance.now()
  const until = from + seconds * 1000
  let sent = 0
  const lane = async () => {
    while (performance.now() < until) {
      await transport.sendMail(mail())
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  transport.close()
  return (sent * 1000) / (performance.now() - from)
})

function mail() {
  const to = `p${number++}@example.jp`
  return {
    ...(number % 2 === 0 ? TO_APPLICANT : TO_STAFF),
    from: { name: 'お申し込み窓口', address: 'desk@example.jp' },
    to: { name: '', address: to },
    envelope: { from: 'desk@example.jp', to: [to] },
    messageId: `<${number}@example.jp>`,
    date: new Date(),
    textEncoding: 'base64' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
