/** How a mail leaves: over SMTP where MAIL_URL says so, else as a file that a newcomer can open. */
import { mkdir, open, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isMailAddress } from '#domain/applicant.ts'
import type { MailText } from './mail-templates.ts'
import { ATTEMPT_TIMEOUT, type Outcome } from './outcome.ts'

// Its ES module would cost what http/node-http.ts says.
const { createTransport }: typeof import('nodemailer') = createRequire(import.meta.url)(
  'nodemailer',
)

/** One letter to one address. */
export type Mail = MailText & {
  /** Becomes the Message-ID: the same in every attempt. */
  id: string
  to: string
  /** Epoch milliseconds; the Date header, the same in every attempt. */
  date: number
}

export type MailTransport = {
  send(mail: Mail): Promise<Outcome>
  close(): void
}

/** Sends over `smtp://user:password@host:port` (STARTTLS where offered, and always before a password) or `smtps://`. */
export function smtpTransport(
  url: string,
  from: Sender,
  { timeout = ATTEMPT_TIMEOUT } = {},
): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: sendsPassword(url),
    // One at a time: then a crash can double one mail at most.
    maxConnections: 1,
    connectionTimeout: timeout / 2,
    greetingTimeout: timeout / 2,
    socketTimeout: timeout,
    dnsTimeout: timeout / 2,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      if (!isMailAddress(mail.to)) return NOT_AN_ADDRESS
      try {
        const signal = AbortSignal.timeout(timeout)
        await transport.sendMail({ ...messageOf(mail, from), signal })
        return { status: 'delivered' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

/** Whether a password would go over a network: whoever stands on the way could else hide the server's STARTTLS. */
function sendsPassword(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Writes `<id>.eml` into a folder: whole or not at all, and once however often it is attempted. */
export function fileTransport(folder: string, from: Sender): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      if (!isMailAddress(mail.to)) return NOT_AN_ADDRESS
      try {
        const { message } = await transport.sendMail(messageOf(mail, from))
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(join(folder, `${mail.id}.eml`), legible(message as Buffer))
        return { status: 'delivered' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => transport.close(),
  }
}

async function writeWhole(path: string, content: string): Promise<void> {
  const file = await open(`${path}.part`, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.part`, path)
}

/** The body as text instead of base 64: it travels nowhere, and any editor shows it. */
function legible(message: Buffer): string {
  const [head = '', body = ''] = message.toString().split('\r\n\r\n')
  const text = Buffer.from(body, 'base64').toString().replaceAll('\n', '\r\n')
  return `${head.replace('Content-Transfer-Encoding: base64', 'Content-Transfer-Encoding: 8bit')}\r\n\r\n${text}`
}

export type Sender = { name: string; address: string }

const NOT_AN_ADDRESS: Outcome = { status: 'refused', reason: 'not a mail address' }

// An address in a string would be parsed, and could become several; the object and the explicit
// envelope leave nothing to parse.
function messageOf(mail: Mail, from: Sender) {
  return {
    from,
    to: { name: '', address: mail.to },
    envelope: { from: from.address, to: [mail.to] },
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    date: new Date(mail.date),
    subject: mail.subject,
    text: mail.text,
    // Always the same, whatever a text consists of.
    textEncoding: 'base64' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

// Only an answer to this recipient or this text says something of the mail; the rest (connection,
// greeting, login, sender) says that no mail goes through at present.
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA'])

function outcomeOf(error: unknown): Outcome {
  const { message, command, responseCode = 0 } = error as SmtpError
  const reason = message.replace(/\s+/g, ' ').slice(0, 500)
  const ofThisMail = command !== undefined && MAIL_COMMANDS.has(command) && responseCode !== 421
  if (!ofThisMail || responseCode < 400) return { status: 'unreachable', reason }
  return { status: responseCode >= 500 ? 'refused' : 'postponed', reason }
}

type SmtpError = { message: string; command?: string; responseCode?: number }
