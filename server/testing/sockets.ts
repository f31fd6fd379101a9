/** The app on a real socket, and bytes to it as no client sends them. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { startApp } from './app.ts'
import { REGISTER } from './requests.ts'

export async function listen() {
  const started = await startApp()
  await started.app.listen({ host: '127.0.0.1', port: 0 })
  return started
}

export const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

type Answer = { status: number; headers: string; body: unknown; after: number }

/** Sends raw bytes and reads until the server ends the connection. */
export async function exchange(
  app: FastifyInstance,
  ...chunks: (string | Buffer)[]
): Promise<Answer> {
  const began = performance.now()
  const socket = connect(portOf(app), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk)).on('error', () => {})
  for (const chunk of chunks) socket.write(chunk)
  await once(socket, 'close')
  const [headers = '', body = ''] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(headers)?.[1] ?? 0)
  return { status, headers, body: body && JSON.parse(body), after: performance.now() - began }
}

export const rawPost = (length: number | string, body: string | Buffer) => [
  `POST ${REGISTER} HTTP/1.1\r\nhost: a\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${length}\r\nconnection: close\r\n\r\n`,
  body,
]
