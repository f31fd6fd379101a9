/** Authenticates a request to the console: by a trusted proxy's header, a session cookie, or as the local user on open loopback. */
import type { FastifyRequest } from 'fastify'
import { STAFF_NAME_LIMIT } from '#domain/console.ts'
import { isUnstorable } from '#domain/storable.ts'
import { AppError } from '../errors.ts'
import { addressMatcher } from '../http/trusted-proxies.ts'
import type { Access } from './access.ts'
import { localPerson } from './local-person.ts'
import { SESSION_SECONDS, type Sessions } from './sessions.ts'

export type Authenticator = {
  /** The name of the user. Throws AppError where nobody is authenticated. */
  authenticate(request: FastifyRequest): string
  /** Whether the request has a session of this server, so that logging out makes sense. */
  isLoggedIn(request: FastifyRequest): boolean
}

type AuthenticatorOptions = {
  access: Access
  trustProxy: readonly string[]
  sessions: Sessions
  cookie: string
  /** Epoch milliseconds. */
  clock: () => number
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { access, sessions, cookie, clock } = options
  const local = access.open ? localPerson() : null
  const isTrusted = addressMatcher(options.trustProxy)
  const named = (request: FastifyRequest): string | null => {
    const { remoteAddress = '' } = request.socket
    if (access.userHeader === null || !isTrusted(remoteAddress)) return null
    return nameIn(request.headers[access.userHeader])
  }
  const loggedIn = ({ headers }: FastifyRequest): string | null => {
    if (access.passwordHash === null) return null
    return sessions.whoOf(cookieValue(headers.cookie, cookie), clock())
  }
  return {
    authenticate(request) {
      const who = named(request) ?? loggedIn(request) ?? local
      if (who !== null) return who
      throw new AppError(access.passwordHash === null ? 'unknown_person' : 'login_required')
    },
    isLoggedIn: (request) => named(request) === null && loggedIn(request) !== null,
  }
}

/** A name as the history may keep it; null for any other text. */
export function staffName(text: string): string | null {
  const name = text.trim()
  return name === '' || name.length > STAFF_NAME_LIMIT || isUnstorable(name) ? null : name
}

/** Cookies are shared between ports of a host: the port in the name keeps two consoles on one machine apart. */
export function cookieName(port: number | 'off'): string {
  return `staff-session-${port}`
}

/** A Set-Cookie value; null ends the session. */
export function sessionCookie(
  cookie: string,
  value: string | null,
  protocol: 'http' | 'https',
): string {
  const age = value === null ? 0 : SESSION_SECONDS
  const parts = [`${cookie}=${value ?? ''}`, `Max-Age=${age}`, 'Path=/', 'HttpOnly']
  // Over plain HTTP a browser would drop a Secure cookie.
  return [...parts, 'SameSite=Strict', ...(protocol === 'https' ? ['Secure'] : [])].join('; ')
}

/** Header bytes are one character each; a proxy writes UTF-8. */
function nameIn(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null
  return staffName(Buffer.from(header, 'latin1').toString('utf8'))
}

function cookieValue(header = '', cookie: string): string {
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${cookie}=`))?.slice(cookie.length + 1) ?? ''
}
