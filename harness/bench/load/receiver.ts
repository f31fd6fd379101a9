/** A mail server and a webhook endpoint that only count; told so they take their time, and do some of what they are sent no good. */
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { listen } from '../../../server/testing/ports.ts'
import { answer } from '../child.ts'
import { BAD_OF, HANGS } from './bad-receivers.ts'

/**
 * Asked for its ports, `takesMs` being what each good message takes from then on, or for when each arrived since the last
 * question (milliseconds since the epoch).
 */
export type ReceiverQuestion = { ask: 'ports'; takesMs: number } | { ask: 'arrivals' | 'count' }
export type ReceiverAnswer = { smtp: number; http: number; arrivals: number[]; count: number }

let takesMs = 0
let count = 0
let arrivals: number[] = []
function arrive() {
  count += 1
  arrivals.push(performance.timeOrigin + performance.now())
}
const bad = new Map<string, boolean>()

const http = createHttpServer((request, reply) => {
  const id = String(request.headers['webhook-id'])
  if (!bad.has(id)) bad.set(id, bad.size % BAD_OF === 2 && request.url === '/some-bad')
  request.resume()
  setTimeout(() => {
    if (!bad.get(id)) arrive()
    reply.writeHead(bad.get(id) ? 500 : 204).end()
  }, takesMs)
})
const ports = Promise.all([listen(createServer({ noDelay: true }, converse)), listen(http)])

answer<ReceiverQuestion, ReceiverAnswer>(async (question) => {
  const [smtp, http] = await ports
  if (question.ask === 'ports') takesMs = question.takesMs
  const seen = arrivals
  if (question.ask === 'arrivals') arrivals = []
  return { smtp, http, arrivals: question.ask === 'arrivals' ? seen : [], count }
})

process.once('disconnect', () => process.exit())

const END = '\r\n.\r\n'

/** Enough of RFC 5321 and of its PIPELINING for a client that makes no mistake. */
function converse(socket: Socket): void {
  let pending = ''
  let isBody = false
  socket.setEncoding('latin1').on('error', () => {})
  socket.write('220 receiver ESMTP\r\n')
  const take = () => {
    arrive()
    socket.write('250 taken\r\n')
  }
  socket.on('data', (chunk: string) => {
    pending += chunk
    let replies = ''
    for (;;) {
      const end = isBody ? pending.indexOf(END) : pending.indexOf('\r\n')
      if (end < 0) break
      const line = pending.slice(0, end)
      pending = pending.slice(end + (isBody ? END.length : 2))
      if (isBody && takesMs === 0) take()
      else if (isBody) setTimeout(take, takesMs)
      else if (!line.includes(HANGS)) replies += replyTo(line)
      isBody = !isBody && /^DATA$/i.test(line)
    }
    if (replies !== '') socket.write(replies)
    if (replies.endsWith('221 bye\r\n')) socket.end()
  })
}

function replyTo(line: string): string {
  if (/^EHLO /i.test(line)) return '250-receiver\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
  if (/^DATA$/i.test(line)) return '354 go on\r\n'
  if (/^QUIT$/i.test(line)) return '221 bye\r\n'
  return '250 ok\r\n'
}
