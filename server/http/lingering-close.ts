/**
 * Lingering close (RFC 9112, 9.6): who is answered before the whole body has come is read on, and what comes is thrown
 * away. Closed with bytes unread, a connection is reset: the sender loses the answer, and a proxy takes the server for
 * broken and leaves it out.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { CORRECTION_BODY_LIMIT } from '#contract/apply.ts'

/**
 * Bytes of a body that are read after its answer. nginx passes on 1 MiB where it is not told another bound. None of it
 * is kept, and the whole request still has only its ten seconds (server.ts): who sends on is cut at either.
 */
const MOST_BYTES = 1_048_576

/** The request whose body a connection is still bringing, though it is answered. */
const answered = new WeakMap<Socket, IncomingMessage>()

export function lingerAfterAnswers(server: Server): void {
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesBody(request)) return
    endLate(server, request)
    // Before Node's own listener, which closes the connection.
    response.prependOnceListener('finish', () => {
      if (!request.complete) readOn(request)
    })
  }
  server.on('request', watch).on('checkExpectation', watch)
  server.on('checkContinue', (request, response) => {
    // Who asks before it sends a body that is too large for every route is not told to go on.
    if (!(Number(request.headers['content-length']) > LARGEST_BODY)) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** A second after Node's own check of the whole request (server.ts). */
const LATEST_END_MS = 11_000

/** On a busy machine Node's own check was seen to miss a body that trickles, which then held its connection for ever. */
function endLate(server: Server, request: IncomingMessage): void {
  const { socket } = request
  const timer = setTimeout(() => {
    // A body that came whole and that nobody reads, such as that of a GET, leaves its request open.
    if (request.complete) return
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    server.emit('clientError', late, socket)
  }, LATEST_END_MS).unref()
  // A memory leak otherwise: a keep-alive connection would hold every request that it has brought.
  const forget = () => {
    clearTimeout(timer)
    socket.off('close', forget)
  }
  request.once('close', forget)
  socket.once('close', forget)
}

/** Bytes: of the call that takes most. */
const LARGEST_BODY = CORRECTION_BODY_LIMIT

/** Whether the request of this connection is answered, and its body still on the way. */
export function isLingering(socket: Socket): boolean {
  return answered.get(socket)?.complete === false
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function readOn(request: IncomingMessage): void {
  const { socket } = request
  answered.set(socket, request)
  socket.destroySoon = closeInStages
  let bytes = 0
  const cut = () => request.destroy()
  socket.once('close', cut)
  request
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) socket.destroy()
    })
    .once('end', () => {
      socket.off('close', cut)
      // It was the last of its connection.
      if (socket.writableEnded) socket.destroy()
    })
    .resume()
}

/** In place of a socket's own: the client learns at once that nothing follows, and is not reset while it sends. */
function closeInStages(this: Socket): void {
  if (isLingering(this)) this.end()
  else Socket.prototype.destroySoon.call(this)
}
