/** Authenticates a request to the console; an identity provider's sign-in ends in a session as a password's does. */

import type { FastifyRequest } from 'fastify'
import { POLLING_HEADER } from '#contract/console.ts'
import type { SessionTime } from '#contract/console-answers.ts'
import { hasPermission, type Permission, type Role } from '#domain/roles.ts'
import { AppError } from '../../errors.ts'
import { addressMatcher } from '../../http/client-address.ts'
import { isDirect, isForwarded } from '../../routes/this-machine.ts'
import type { Actor, Audit } from '../audit.ts'
import type { Access } from '../sign-in/access.ts'
import type { StaffAccounts } from '../sign-in/accounts.ts'
import { localPerson, newStaffName } from '../sign-in/local-person.ts'
import { SESSION_SECONDS, type Sessions } from '../sign-in/sessions.ts'

export type StaffUser = {
  name: string
  role: Role
  /** Null where no session of this server was started for the person. */
  session: string | null
  hasPassword: boolean
  /** When an identity provider last saw the person's proof, epoch milliseconds. */
  authenticatedAt: number | null
  /** Null where `session` is. */
  remaining: SessionTime | null
}

export type Authenticator = {
  /** Throws AppError where nobody is authenticated. */
  authenticate(request: FastifyRequest): Promise<StaffUser>
  /** The user of a request that was authenticated. */
  userOf(request: FastifyRequest): StaffUser
  /** Whether this is the local user of a console without accounts, who has no password. */
  isOpen(user: StaffUser): boolean
  /** Throws AppError where the user's role lacks the permission, and records it; `subject` is whom the request is about. */
  authorize(request: FastifyRequest, permission: Permission, subject?: string): Promise<void>
}

export type AuthenticatorOptions = {
  access: Access
  trustProxy: readonly string[]
  accounts: StaffAccounts
  sessions: Sessions
  cookie: SessionCookie
  audit: Audit
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { access, audit } = options
  const isMade = rememberMade(options.accounts)
  const ways = [namedByProxy(options), inSession(options), onThisMachine(access, isMade)]
  const users = new WeakMap<FastifyRequest, StaffUser>()
  const userOf = (request: FastifyRequest) => {
    const user = users.get(request)
    if (!user) throw new AppError('login_required')
    return user
  }
  return {
    userOf,
    isOpen: (user) => user === LOCAL_USER,
    async authenticate(request) {
      for (const way of ways) {
        const user = await way(request)
        if (!user) continue
        users.set(request, user)
        return user
      }
      throw new AppError(await refusalOf(access, isMade))
    },
    async authorize(request, permission, subject = '') {
      const user = userOf(request)
      if (hasPermission(user.role, permission)) return
      const detail = `${request.method} ${request.routeOptions.url}`
      await audit.recordView(actorOf(user), { action: 'refused', subject, detail })
      throw new AppError('not_permitted')
    },
  }
}

export function actorOf({ name }: StaffUser): Actor {
  return { name, via: 'console' }
}

type Way = (request: FastifyRequest) => Promise<StaffUser | null>

/** The header of a trusted proxy, for a person who has an account: it says the role. */
function namedByProxy({ access, trustProxy, accounts }: AuthenticatorOptions): Way {
  const isTrusted = addressMatcher(trustProxy)
  return async (request) => {
    const { userHeader } = access
    if (userHeader === null || !isTrusted(request.socket.remoteAddress ?? '')) return null
    const name = nameIn(request, userHeader)
    const account = name === null ? undefined : await accounts.find(name)
    if (!account || account.disabled_at !== null) return null
    return { ...NO_SESSION, name: account.name, role: account.role }
  }
}

function inSession({ sessions, cookie }: AuthenticatorOptions): Way {
  return async (request) => {
    const activity = request.headers[POLLING_HEADER] === undefined ? 'user' : 'polling'
    const session = await sessions.find(cookie.read(request), activity)
    if (!session) return null
    const { account: name, role, id, hasPassword, authenticatedAt, remaining } = session
    return { name, role, session: id, hasPassword, authenticatedAt, remaining }
  }
}

/** Where nobody else can reach it and no account is needed: whoever uses this machine. What a proxy forwards comes from elsewhere. */
function onThisMachine(access: Access, isMade: IsMade): Way {
  return async (request) => {
    if (!access.isOpenWithoutAccounts || isForwarded(request) || !isDirect(request)) return null
    return (await isMade()) ? null : LOCAL_USER
  }
}

async function refusalOf(access: Access, isMade: IsMade) {
  if (!access.makesAccounts && !(await isMade())) return 'first_account_missing'
  return access.userHeader === null ? 'login_required' : 'unknown_person'
}

type IsMade = StaffAccounts['any']

/** No account is ever deleted: once there is one, the database is not asked again. */
function rememberMade(accounts: StaffAccounts): IsMade {
  let isMade = false
  return async () => {
    isMade ||= await accounts.any()
    return isMade
  }
}

const NO_SESSION = {
  session: null,
  hasPassword: false,
  authenticatedAt: null,
  remaining: null,
} as const
const LOCAL_USER: StaffUser = { ...NO_SESSION, name: localPerson(), role: 'administrator' }

/** Header bytes are one character each; a proxy writes UTF-8. Throws AppError where the header stands there twice. */
function nameIn(request: FastifyRequest, header: string): string | null {
  const names = request.raw.rawHeaders.filter((_, index) => index % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === header).length > 1)
    throw new AppError('malformed_request')
  const value = request.headers[header]
  if (typeof value !== 'string') return null
  return newStaffName(Buffer.from(value, 'latin1').toString('utf8'))
}

// The session's cookie. Over https it has the __Host- prefix: Secure, for this host and the whole path alone.

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
