/** The session's cookie. Over https it has the __Host- prefix: Secure, for this host and the whole path alone. */
import type { FastifyRequest } from 'fastify'
import { SESSION_SECONDS } from '../sessions.ts'

const SECURE_NAME = '__Host-staff'

export type SessionCookie = {
  /** Its value in a request; empty where there is none. */
  read(request: FastifyRequest): string
  /** The value of any cookie in a request; empty where there is none. */
  valueOf(request: FastifyRequest, name: string): string
  /** Tells the cookies of two consoles on one machine apart. */
  portName: string
  /** A Set-Cookie value; null ends the session. */
  write(request: FastifyRequest, token: string | null): string
}

/**
 * Without TLS, which is allowed on loopback alone, a browser may refuse Secure cookies, and with them the prefix; the
 * port in the name then keeps two consoles on one machine apart, for cookies are shared between ports.
 */
export function createSessionCookie(port: number | 'off'): SessionCookie {
  const nameFor = (request: FastifyRequest) =>
    request.protocol === 'https' ? SECURE_NAME : `staff-session-${port}`
  return {
    portName: String(port),
    valueOf: cookieValue,
    read: (request) => cookieValue(request, nameFor(request)),
    write(request, token) {
      const age = token === null ? 0 : SESSION_SECONDS
      const parts = [`${nameFor(request)}=${token ?? ''}`, `Max-Age=${age}`, 'Path=/', 'HttpOnly']
      const secure = request.protocol === 'https' ? ['Secure'] : []
      return [...parts, 'SameSite=Strict', ...secure].join('; ')
    },
  }
}

function cookieValue(request: FastifyRequest, name: string): string {
  const start = `${name}=`
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) ?? ''
}
