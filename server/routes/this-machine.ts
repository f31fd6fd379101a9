/** Whether a request comes from this machine itself: what a proxy forwards comes from elsewhere, and looks local. */
import type { FastifyRequest } from 'fastify'
import { isLocalHost, isLoopback } from '../staff/sign-in/access.ts'

/** All of: a loopback address, this machine's name, no trace of a proxy, a kept connection as every browser and curl ask for. */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return staysOnThisMachine(request) && isDirect(request)
}

/** As far as it can be told of any client: what it sends crosses no network. */
export function staysOnThisMachine(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket
  return isLoopback(remoteAddress) && isLocalHost(request.headers.host) && !isForwarded(request)
}

export function isForwarded({ headers }: FastifyRequest): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some(
    (name) => headers[name] !== undefined,
  )
}

/**
 * Every browser asks an HTTP/1.1 server to keep the connection. No proxy passes that header on: where nginx was told
 * nothing it sends `close`, and none from 1.29.7 on.
 */
export function isDirect({ headers }: FastifyRequest): boolean {
  return headers.connection?.toLowerCase() === 'keep-alive'
}
