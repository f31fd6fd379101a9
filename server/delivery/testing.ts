/** Mail for tests: a real SMTP server, which can be told to misbehave, and a transport that keeps its mails. */
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Mail } from './mail/transport.ts'

export type ReceivedMail = {
  /** Of the envelope. */
  sender: string
  recipients: string[]
  messageId: string
  source: string
  /** What the client called itself in EHLO. */
  clientName: string
}

/** accept; silent: takes the connection and says nothing; a number: answers so, 421 in the greeting, others to RCPT. */
export type Mood = 'accept' | 'silent' | 421 | 451 | 550

export type Step = 'greeting' | 'recipient' | 'mail'

export type MailServer = {
  /** For MAIL_URL. */
  url: string
  mails: ReceivedMail[]
  connections(): number
  /** Called at each step of a conversation, before its answer: at `mail` one is in and its sender does not know it yet. */
  onStep(listener: (step: Step) => void): void
  mood(mood: Mood): void
  /** Refuses every recipient with this answer, e.g. `550 nobody of that name`. */
  refuseWith(answer: string): void
  /** Milliseconds before a step is answered, by the recipient's address; Infinity never answers. */
  delay(step: 'recipient' | 'mail', msFor: (address: string) => number): void
  close(): Promise<void>
}

/** Sends nothing: `mails` has what it was given. */
export function keepingTransport() {
  const mails: Mail[] = []
  const send = async (mail: Mail) => {
    mails.push(mail)
    return { status: 'delivered' } as const
  }
  return { mails, transport: { send, close: () => {} } }
}

/** Of loopback and of no use elsewhere, signed by itself until 2120. */
export const OWN_CERTIFICATE = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQggbwajqNCLeOrMSUT
eKkfUJMYt8M9uGal8l1AUpGYFGShRANCAASUKEY0djIGSx9Vxb3t2YAF1mbfs5qb
XiZo+gXw0iiW+yel4qbkx312kdwbVniMXRQVqfFKuoVrjZ+y9LwopAot
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBUjCB+KADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMA8xDTALBgNVBAMMBHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASUKEY0djIGSx9Vxb3t2YAF1mbfs5qb
XiZo+gXw0iiW+yel4qbkx312kdwbVniMXRQVqfFKuoVrjZ+y9LwopAoto0MwQTAP
BgNVHREECDAGhwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCMHvETg
LWgIdtrGJsVB478y8VhNMAoGCCqGSM49BAMCA0kAMEYCIQCXewX1h532aiQLVidw
78HJTQR951lVcKdwZdeOGd9MgwIhANSRTwqBGcmz6CjqNd1jNBTJeFrcnVx4A34r
WolULEPv
-----END CERTIFICATE-----
`,
}

/** Listens on loopback; the same port again after `close` plays an outage that ends. STARTTLS where there is a certificate. */
export async function startMailServer(
  port = 0,
  certificate?: typeof OWN_CERTIFICATE,
): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const state: State = {
    mood: 'accept',
    onStep: () => {},
    refusal: 'as the test asked',
    delays: { recipient: () => 0, mail: () => 0 },
  }
  const disabledCommands = certificate ? ['AUTH'] : ['AUTH', 'STARTTLS']
  const smtp = new SMTPServer({ ...answers(mails, state), ...certificate, disabledCommands })
  // A connection that the client gives up is part of the play.
  smtp.on('error', () => {})
  const door = await openDoor(port, (socket) => {
    if (state.mood !== 'silent') smtp.server.emit('connection', socket)
  })
  const address = door.server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    mails,
    connections: () => door.sockets.size,
    onStep(listener) {
      state.onStep = listener
    },
    delay(step, msFor) {
      state.delays[step] = msFor
    },
    refuseWith(answer) {
      state.refusal = answer
      state.mood = 550
    },
    mood(mood) {
      state.mood = mood
      door.hangUp()
    },
    close: door.close,
  }
}

type State = {
  mood: Mood
  onStep: (step: Step) => void
  refusal: string
  delays: Record<'recipient' | 'mail', (address: string) => number>
}

function after(ms: number, answer: () => void): void {
  if (ms === 0) answer()
  else if (Number.isFinite(ms)) setTimeout(answer, ms).unref()
}

function answers(mails: ReceivedMail[], state: State): SMTPServerOptions {
  const refusal = (code: number) => Object.assign(new Error(state.refusal), { responseCode: code })
  return {
    onConnect(_session, done) {
      state.onStep('greeting')
      done(state.mood === 421 ? refusal(421) : null)
    },
    onRcptTo({ address }, _session, done) {
      state.onStep('recipient')
      after(state.delays.recipient(address), () =>
        done(typeof state.mood === 'number' ? refusal(state.mood) : null),
      )
    },
    onData(stream, session, done) {
      let source = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        source += chunk
      })
      stream.on('end', () => {
        const messageId = /^Message-ID: <(.*)>/im.exec(source)?.[1] ?? ''
        mails.push({
          sender: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          messageId,
          source,
          clientName: session.hostNameAppearsAs || '',
        })
        state.onStep('mail')
        const [first] = session.envelope.rcptTo
        after(state.delays.mail(first?.address ?? ''), () => done(null))
      })
    },
  }
}

type Door = { server: Server; sockets: ReadonlySet<Socket>; hangUp(): void; close(): Promise<void> }

async function openDoor(port: number, enter: (socket: Socket) => void): Promise<Door> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    enter(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    server,
    sockets,
    hangUp,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        hangUp()
      }),
  }
}
