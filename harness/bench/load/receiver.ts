/** A mail server and a webhook endpoint that take their time, and do some of what they are sent no good. */
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { answer } from '../child.ts'
import { BAD_OF, HANGS } from './bad-receivers.ts'

/** Asked for its ports, or for when each good thing arrived since the last question (milliseconds since the epoch). */
export type ReceiverQuestion = { ask: 'ports' | 'arrivals' }
export type ReceiverAnswer = { smtp: number; http: number; arrivals: number[] }

/** What one message takes that is taken. */
const TAKES_MS = 20

let arrivals: number[] = []
const arrive = () => arrivals.push(performance.timeOrigin + performance.now())
const bad = new Map<string, boolean>()

const smtp = createServer({ noDelay: true }, converse)
const http = createHttpServer((request, reply) => {
  const id = String(request.headers['webhook-id'])
  if (!bad.has(id)) bad.set(id, bad.size % BAD_OF === 2 && request.url === '/some-bad')
  request.resume()
  setTimeout(() => {
    if (!bad.get(id)) arrive()
    reply.writeHead(bad.get(id) ? 500 : 204).end()
  }, TAKES_MS)
})
const listening = [smtp, http].map(
  (server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)),
)

answer<ReceiverQuestion, ReceiverAnswer>(async ({ ask }) => {
  await Promise.all(listening)
  const portOf = (server: Pick<typeof smtp, 'address'>) => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const seen = arrivals
  if (ask === 'arrivals') arrivals = []
  return { smtp: portOf(smtp), http: portOf(http), arrivals: seen }
})

process.once('disconnect', () => process.exit())

const END = '\r\n.\r\n'

/** Enough of RFC 5321 for a client that makes no mistake and sends one command at a time. */
function converse(socket: Socket): void {
  let pending = ''
  let isBody = false
  socket.setEncoding('latin1').on('error', () => {})
  socket.write('220 receiver ESMTP\r\n')
  socket.on('data', (chunk: string) => {
    pending += chunk
    if (!pending.endsWith(isBody ? END : '\r\n')) return
    const [line = ''] = pending.split('\r\n', 1)
    pending = ''
    if (isBody) {
      isBody = false
      setTimeout(() => {
        arrive()
        socket.write('250 taken\r\n')
      }, TAKES_MS)
    } else if (!line.includes(HANGS)) {
      isBody = /^DATA$/i.test(line)
      socket.write(isBody ? '354 go on\r\n' : /^QUIT$/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
}
