/** HTTP routes that need no permission: login, first setup, logout, and who is logged in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { LogoutReply, SessionReply, SetupDone, SetupReply } from '#contract/console-answers.ts'
import { Login, Setup, SetupCode } from '#contract/console-schemas.ts'
import { BUILD, buildText } from '../../config/version.ts'
import { AppError, atField } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import { staysOnThisMachine } from '../../routes/this-machine.ts'
import type { Audit } from '../audit.ts'
import type { StaffAccounts } from '../sign-in/accounts.ts'
import { staffName } from '../sign-in/local-person.ts'
import { NEW_SESSION, type Session, type Sessions } from '../sign-in/sessions.ts'
import type { Authenticator, SessionCookie, StaffUser } from './authenticator.ts'

export type SessionDeps = {
  authenticator: Authenticator
  accounts: StaffAccounts
  sessions: Sessions
  cookie: SessionCookie
  audit: Audit
  throttle: Throttle
  /** Where the browser ends the identity provider's session of a session of ours; null where there is none. */
  signOutUrl: (session: Session) => Promise<string | null>
}

const OWN = {
  config: { access: { caller: 'person', audits: [] } },
  schema: { response: { 200: SessionReply } },
} as const

/** Bytes: a password of the greatest length with every character escaped in JSON. */
export const PASSWORD_BODY_LIMIT = 16_384

export async function sessionRoutes(app: FastifyInstance, deps: SessionDeps): Promise<void> {
  const { authenticator, sessions, cookie, audit, signOutUrl } = deps
  app.get(CONSOLE_PATHS.session, OWN, async (request) =>
    sessionReply(authenticator.userOf(request)),
  )
  app.post(CONSOLE_PATHS.sessionExtension, OWN, async (request): Promise<SessionReply> => {
    const session = await sessions.find(cookie.read(request), 'extend')
    const user = authenticator.userOf(request)
    return sessionReply({ ...user, remaining: session ? session.remaining : null })
  })
  const ending = {
    config: { access: { caller: 'anyone' } },
    schema: { response: { 200: LogoutReply } },
  } as const
  app.delete(CONSOLE_PATHS.session, ending, async (request, reply): Promise<LogoutReply> => {
    const session = await sessions.find(cookie.read(request), 'polling')
    if (session) {
      await sessions.end(session.id)
      await audit.record({ name: session.account, via: 'console' }, { action: 'logout' })
    }
    reply.header('set-cookie', cookie.write(request, null))
    return { signOutUrl: session && (await signOutUrl(session)) }
  })
  await app.register(async (json) => {
    takeJson(json)
    loginRoute(json, deps)
    setupRoutes(json, deps)
  })
}

function loginRoute(app: FastifyInstance, deps: SessionDeps): void {
  const { accounts, sessions, cookie, throttle } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.session,
    {
      bodyLimit: PASSWORD_BODY_LIMIT,
      config: {
        access: { caller: 'anyone' },
        refuses: ['encryption_required', 'rate_limited', 'login_failed'],
      },
      schema: { body: Login, response: { 200: SessionReply } },
    },
    async (request, reply): Promise<SessionReply> => {
      refuseUnencrypted(request)
      const { password, code } = request.body
      const name = staffName(request.body.name) ?? ''
      const earlier = (await sessions.find(cookie.read(request), 'polling'))?.id
      const loggedIn = await throttle(request.ip, name, () =>
        accounts.logIn({ name, password, code, earlier }),
      )
      if (!loggedIn) {
        await recordFailure(deps, name, 'login_failed', request.ip)
        throw new AppError('login_failed')
      }
      reply.header('set-cookie', cookie.write(request, loggedIn.token))
      const { role } = loggedIn
      return {
        who: name,
        role,
        canLogOut: true,
        hasPassword: true,
        remaining: NEW_SESSION,
        build: buildText(BUILD),
      }
    },
  )
}

function setupRoutes(app: FastifyInstance, deps: SessionDeps): void {
  const { accounts, sessions, cookie, throttle } = deps
  const refuse = async (name: string, address: string) => {
    await recordFailure(deps, name, 'setup_failed', address)
    return new AppError('setup_failed')
  }
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.post(
    CONSOLE_PATHS.setup,
    {
      bodyLimit: PASSWORD_BODY_LIMIT,
      config: {
        access: { caller: 'anyone' },
        refuses: ['encryption_required', 'rate_limited', 'setup_failed'],
      },
      schema: { body: SetupCode, response: { 200: SetupReply } },
    },
    async (request) => {
      refuseUnencrypted(request)
      const name = staffName(request.body.name) ?? ''
      const begun = await throttle(request.ip, name, () =>
        accounts.beginSetup(name, request.body.code),
      )
      if (!begun) throw await refuse(name, request.ip)
      return begun
    },
  )
  routes.post(
    CONSOLE_PATHS.setupEnd,
    {
      bodyLimit: PASSWORD_BODY_LIMIT,
      config: {
        access: { caller: 'anyone' },
        refuses: ['encryption_required', 'rate_limited', 'setup_failed', 'account_refused'],
      },
      schema: { body: Setup, response: { 200: SetupDone } },
    },
    async (request, reply): Promise<SetupDone> => {
      refuseUnencrypted(request)
      const name = staffName(request.body.name) ?? ''
      const earlier = (await sessions.find(cookie.read(request), 'polling'))?.id
      const done = await throttle(request.ip, name, () =>
        atField('password', accounts.finishSetup({ ...request.body, name, earlier })),
      )
      if (!done) throw await refuse(name, request.ip)
      reply.header('set-cookie', cookie.write(request, done.token))
      return { recoveryCodes: done.recoveryCodes }
    },
  )
}

/** A name that is no account's may be a password typed into the wrong field: it is not written down. */
async function recordFailure(
  { accounts, audit }: SessionDeps,
  name: string,
  action: 'login_failed' | 'setup_failed',
  address: string,
): Promise<void> {
  const account = await accounts.find(name)
  const by = { name: account ? name : '（登録のない利用者名）', via: 'console' } as const
  await audit.record(by, { action, detail: address })
}

/** A password leaves a machine over TLS alone; on this machine itself it crosses no network. */
export function refuseUnencrypted(request: FastifyRequest): void {
  if (request.protocol !== 'https' && !staysOnThisMachine(request))
    throw new AppError('encryption_required')
}

function sessionReply({ name, role, session, hasPassword, remaining }: StaffUser): SessionReply {
  return {
    who: name,
    role,
    canLogOut: session !== null,
    hasPassword,
    remaining,
    build: buildText(BUILD),
  }
}
