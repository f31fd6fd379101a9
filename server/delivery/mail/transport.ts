/** How a mail leaves: over SMTP where MAIL_URL says so, else as a file that a newcomer can open. */
import { mkdir, open, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { isMailAddress } from '#domain/mail-address.ts'
import { withoutUnstorable } from '#domain/text.ts'
import type { Sender } from '../../config/values.ts'
import type { Outcome } from '../channel.ts'
import type { MailText } from './templates.ts'

// Its ES module would cost what http/node-http.ts says.
const { createTransport }: typeof import('nodemailer') = createRequire(import.meta.url)(
  'nodemailer',
)

/** One letter to one address. */
export type Mail = MailText & {
  /** Becomes the Message-ID: the same in every attempt. */
  id: string
  to: string
  /** Where an answer goes; to the sender where it is missing. */
  replyTo?: string
  /** Epoch milliseconds; the Date header, the same in every attempt. */
  date: number
  /** The envelope's sender, of this attempt alone; that of the header where it is missing. */
  returnTo?: string | null
}

export type MailTransport = {
  send(mail: Mail): Promise<Outcome>
  close(): void
}

export type SmtpOptions = {
  /** smtp://user:password@host:port or smtps://… */
  url: string
  from: Sender
  /** Told whether the server takes the mails' own envelope senders. */
  onReturnTo?: ((isTaken: boolean) => void) | undefined
  /** What this client calls itself in EHLO. */
  hostName: string
  /** Nothing is sent without TLS. */
  requiresTls?: boolean
  /** Certificates (PEM) that are trusted besides the usual ones. */
  ownCertificates?: string | undefined
  /** Conversations at once, each on a connection of the pool. */
  connections: number
  /**
   * Milliseconds until the answer to a whole message, for which RFC 5321 (4.5.3.2) asks ten minutes; a fifth
   * of it to connect and be greeted, which the client bounds together. It also bounds each other step.
   */
  answerTimeout: number
}

/** All steps of a conversation together, in multiples of the longest: what RFC 5321 adds up to. */
const WHOLE_TO_ANSWER = 3

/** Sends over a pool of connections (STARTTLS where offered, and always before a password). */
export function smtpTransport(options: SmtpOptions): MailTransport {
  const { url, from, hostName, connections, answerTimeout } = options
  const { requiresTls = false, ownCertificates, onReturnTo } = options
  const transport = createTransport({
    url,
    name: hostName,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The outbox has the retries: the pool only replaces a connection that was closed while idle.
    maxRequeues: 1,
    requireTLS: requiresTls || sendsPassword(url),
    // A login that was configured is never left out: a server that offers none refuses it.
    forceAuth: true,
    ...(ownCertificates && { tls: { ca: [...rootCertificates, ownCertificates] } }),
    connectionTimeout: answerTimeout / 5,
    // Bounded by the former too; left to themselves both would be half a minute.
    greetingTimeout: answerTimeout,
    dnsTimeout: answerTimeout,
    socketTimeout: answerTimeout,
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const hasBody = watchBodies(transport)
  const send = async (mail: Mail): Promise<Outcome & { isOfSender?: boolean }> => {
    // A signal with a time limit of its own would be kept for half an hour after its mail.
    const limit = new AbortController()
    const { signal } = limit
    const timer = setTimeout(() => limit.abort(), answerTimeout * WHOLE_TO_ANSWER)
    try {
      await transport.sendMail({ ...messageOf(mail, from), signal })
      return { status: 'delivered' }
    } catch (error) {
      const outcome = outcomeOf(error, hasBody(signal))
      return { ...outcome, isOfSender: mayBeOfSender(error, outcome) }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    async send(mail) {
      if (!isMailAddress(mail.to)) return NOT_AN_ADDRESS
      const { isOfSender, ...outcome } = await send(mail)
      if (!mail.returnTo) return outcome
      if (outcome.status === 'delivered') onReturnTo?.(true)
      if (!isOfSender) return outcome
      const { isOfSender: _, ...plain } = await send({ ...mail, returnTo: null })
      // Whatever else stood in its way: with another sender it went out.
      if (plain.status === 'delivered') onReturnTo?.(false)
      return plain
    },
    close: () => transport.close({ force: true }),
  }
}

/** Tells by a mail's signal whether the server has been given any of its text: before that it cannot have taken it. */
function watchBodies(transport: { use(step: string, plugin: StreamPlugin): unknown }) {
  const bodies = new WeakMap<AbortSignal, Readable>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((body) => {
      if (data.signal) bodies.set(data.signal, body)
      return body
    })
    done()
  })
  return (signal: AbortSignal) => bodies.get(signal)?.readableDidRead === true
}

type StreamPlugin = (
  mail: {
    data: { signal?: AbortSignal | undefined }
    message: { processFunc(pass: (body: Readable) => Readable): void }
  },
  done: () => void,
) => void

/** Whether a password would go over a network: whoever stands on the way could else hide the server's STARTTLS. */
export function sendsPassword(url: string): boolean {
  const { username, hostname } = new URL(url)
  return username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** Writes `<id>.eml` into a folder: whole or not at all, and once however often it is attempted. */
export function fileTransport(folder: string, from: Sender): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const syncFolder = shareRuns(() => syncPath(folder))
  return {
    async send(mail) {
      if (!isMailAddress(mail.to)) return NOT_AN_ADDRESS
      try {
        const { message } = await transport.sendMail(messageOf(mail, from))
        await makeFolder(folder)
        await writeWhole(join(folder, `${mail.id}.eml`), legible(message as Buffer))
        await syncFolder()
        return { status: 'delivered' }
      } catch (error) {
        return { status: 'unreachable', reason: reasonOf(error) }
      }
    },
    close: () => {},
  }
}

/** A folder is on disk when the folder that it stands in is. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made !== dirname(first); made = dirname(made))
    await syncPath(dirname(made))
}

/** The file's content is on disk when this resolves; its name is when the folder is synced. */
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

/** Runs one at a time; whoever calls while one is under way shares the next, which begins after all of their calls. */
function shareRuns(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= current.then(() => {
      next = undefined
      const own = run()
      current = own.catch(() => {})
      return own
    })
    return next
  }
}

async function syncPath(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The body as text instead of base 64: it travels nowhere, and any editor shows it. */
function legible(message: Buffer): string {
  const [head = '', body = ''] = message.toString().split('\r\n\r\n')
  const text = Buffer.from(body, 'base64').toString()
  return `${head.replace('Content-Transfer-Encoding: base64', 'Content-Transfer-Encoding: 8bit')}\r\n\r\n${text}`
}

const NOT_AN_ADDRESS: Outcome = { status: 'refused', reason: 'not a mail address' }

// An address in a string would be parsed, and could become several; the object and the explicit
// envelope leave nothing to parse.
function messageOf(mail: Mail, from: Sender) {
  return {
    from,
    to: { name: '', address: mail.to },
    ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
    envelope: { from: mail.returnTo ?? from.address, to: [mail.to] },
    ...(mail.returnTo && { dsn: { ...NOTIFY, id: mail.id } }),
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    date: new Date(mail.date),
    subject: mail.subject,
    // The line ends of a mail (RFC 2045, 6.8), which base 64 does not change on the way.
    text: mail.text.replaceAll('\n', '\r\n'),
    // Always the same, whatever a text consists of.
    textEncoding: 'base64' as const,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** Asked of a server that offers it (RFC 3461): a notice of failures, and of the mail its headers alone. */
const NOTIFY = { return: 'headers' as const, notify: ['failure', 'delay'] }

/** Refused before it was taken, and not for its recipient: another envelope sender may be taken. */
function mayBeOfSender(error: unknown, { status }: Outcome): boolean {
  const { command, responseCode = 0 } = error as SmtpError
  if (responseCode < 400 || status === 'unknown') return false
  return status === 'unreachable'
    ? command === 'MAIL FROM' || command === 'RCPT TO'
    : status === 'refused' && command === 'DATA'
}

// Only an answer to this recipient or this text says something of the mail; the rest (connection,
// greeting, login, sender) says that no mail goes through at present.
const MAIL_COMMANDS = new Set<string | undefined>(['RCPT TO', 'DATA'])
/** A connection that never came to a conversation; any later silence is about one mail. */
const NO_CONVERSATION = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])
/** The server goes away (RFC 5321), or asks for TLS or a login (RFC 3207, 4954). */
const RELAY_CODES = new Set([421, 530, 534, 535, 538])
/** Enhanced codes (RFC 3463, and Exchange's own): the sender's address or its domain, a login, a relay that is not for us. */
const RELAY_STATUS = /^\d{3}[ -][45]\.(?:1\.[78]|7\.(?:8|2[3-7]|5[47]|60|64))\b/
/** The words of Postfix, Exim, Sendmail, Exchange and qmail; Postfix refuses client, name and sender only at the recipient. */
const RELAY_WORDS =
  /\b(?:relay access denied|relaying (?:denied|not allowed|prohibited)|relay not permitted|unable to relay|(?:client host|client|sender address|sender|helo command) (?:was )?(?:rejected|refused|denied|blocked)|not (?:allowed|permitted|authori[sz]ed) to (?:relay|send)|authentication (?:is )?(?:required|needed)|must (?:first )?authenticate|(?:client was|client) not authenticated|list of allowed rcpthosts)\b/i
/** What another server said of this recipient, in the words of the relay. */
const OF_RECIPIENT = /recipient address rejected|\bsaid:/i

function outcomeOf(error: unknown, hasBody: boolean): Outcome {
  const {
    command,
    response = '',
    responseCode = 0,
    code,
    timeoutType = '',
    name,
  } = error as SmtpError
  const reason = reasonOf(error)
  const isAnswer = responseCode >= 400
  if (hasBody && !isAnswer) return { status: 'unknown', reason }
  const ranOut =
    name === 'AbortError' || (code === 'ETIMEDOUT' && !NO_CONVERSATION.has(timeoutType))
  if (ranOut) return { status: 'postponed', reason }
  if (!isAnswer || !MAIL_COMMANDS.has(command) || isOfRelay(responseCode, response))
    return { status: 'unreachable', reason, code: responseCode || (code ?? name) }
  return { status: responseCode >= 500 ? 'refused' : 'postponed', reason }
}

/** Whether the server refuses us, and would refuse any other mail as well. */
function isOfRelay(code: number, response: string): boolean {
  if (RELAY_CODES.has(code)) return true
  if (OF_RECIPIENT.test(response)) return false
  return RELAY_STATUS.test(response) || RELAY_WORDS.test(response)
}

function reasonOf(error: unknown): string {
  const { message } = error as SmtpError
  return withoutUnstorable(message.replace(/\s+/g, ' ')).slice(0, 500)
}

type SmtpError = {
  name: string
  message: string
  command?: string
  code?: string
  /** The server's whole answer. */
  response?: string
  responseCode?: number
  timeoutType?: string
}
