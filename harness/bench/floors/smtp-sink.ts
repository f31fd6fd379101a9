/** An SMTP server that takes every mail at once and only counts: what is measured is who sends. */
import { createServer, type Socket } from 'node:net'
import { answer } from '../child.ts'

/** Asked for its port, or for the mails so far. */
export type SinkQuestion = { ask: 'port' | 'count' }

let count = 0
const server = createServer({ noDelay: true }, talk)
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

answer<SinkQuestion, number>(async ({ ask }) => {
  await listening
  const address = server.address()
  if (ask === 'count') return count
  return typeof address === 'object' && address ? address.port : 0
})

process.once('disconnect', () => process.exit())

const END = '\r\n.\r\n'

/** Enough of RFC 5321 and of its PIPELINING for a client that makes no mistake. */
function talk(socket: Socket): void {
  let pending = ''
  let isBody = false
  socket.setEncoding('latin1').on('error', () => {})
  socket.write('220 sink ESMTP\r\n')
  socket.on('data', (chunk: string) => {
    pending += chunk
    let replies = ''
    for (;;) {
      const end = isBody ? pending.indexOf(END) : pending.indexOf('\r\n')
      if (end < 0) break
      const line = pending.slice(0, end)
      pending = pending.slice(end + (isBody ? END.length : 2))
      if (isBody) count += 1
      replies += isBody ? '250 taken\r\n' : replyTo(line)
      isBody = !isBody && /^DATA$/i.test(line)
    }
    if (replies !== '') socket.write(replies)
    if (replies.endsWith('221 bye\r\n')) socket.end()
  })
}

function replyTo(line: string): string {
  if (/^EHLO /i.test(line)) return '250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n'
  if (/^DATA$/i.test(line)) return '354 go on\r\n'
  if (/^QUIT$/i.test(line)) return '221 bye\r\n'
  return '250 ok\r\n'
}
