/** A keep-alive connection that sends bytes as they are and reads no more of an answer than it must. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type Answer = { status: number; body: string }

export type Connection = {
  /** `request` is a whole request, one character a byte. One at a time. */
  ask(request: string): Promise<Answer>
  close(): void
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = ''
  let resolve: ((answer: Answer) => void) | undefined
  let reject: ((error: Error) => void) | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += chunk
    const answer = wholeAnswer(received)
    if (!answer) return
    received = ''
    resolve?.(answer)
  })
  socket.on('error', (error) => reject?.(error))
  socket.on('close', () => reject?.(new Error('the server closed a connection')))
  return {
    ask: (request) =>
      new Promise((taken, refused) => {
        resolve = taken
        reject = refused
        socket.write(request, 'latin1')
      }),
    close() {
      reject = undefined
      socket.destroy()
    },
  }
}

const HEAD_END = '\r\n\r\n'

function wholeAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const [, length = '0'] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd)) ?? []
  const body = text.slice(headEnd + HEAD_END.length)
  if (body.length < Number(length)) return undefined
  return { status: Number(text.slice(9, 12)), body }
}
