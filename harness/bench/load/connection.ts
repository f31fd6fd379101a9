/** A keep-alive connection that sends bytes as they are and reads no more of an answer than it must. */
import { once } from 'node:events'
import { connect } from 'node:net'

export type Answer = { status: number; body: string }

export type Connection = {
  /** `request` is a whole request, one character a byte. One at a time. */
  ask(request: string): Promise<Answer>
  close(): void
}

/** A server ends a connection that is idle for some seconds: as a browser does, the next request then opens another. */
export async function openConnection(port: number): Promise<Connection> {
  let socket = await openSocket(port)
  return {
    async ask(request) {
      if (socket.isOver()) socket = await openSocket(port)
      return socket.ask(request)
    },
    close: () => socket.close(),
  }
}

async function openSocket(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = ''
  let asked: PromiseWithResolvers<Answer> | undefined
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    received += chunk
    const answer = wholeAnswer(received)
    if (!answer) return
    received = ''
    asked?.resolve(answer)
  })
  const fail = (error: Error) => asked?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  return {
    isOver: () => socket.readableEnded || socket.destroyed,
    ask(request: string): Promise<Answer> {
      asked = Promise.withResolvers<Answer>()
      socket.write(request, 'latin1')
      return asked.promise
    },
    close() {
      asked = undefined
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
