/** HTTP routes for login, logout and the current user. */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS, type LoginBody, type SessionReply } from '#domain/console.ts'
import { AppError } from '../../errors.ts'
import { addressBucket } from '../../http/client-address.ts'
import { invalidRequest } from '../../http/invalid-request.ts'
import { takeJson } from '../../http/parsers.ts'
import { createOwnCounters } from '../../limits.ts'
import { type Authenticator, sessionCookie, staffName } from '../authenticator.ts'
import { verifyPassword } from '../password.ts'
import type { Sessions } from '../sessions.ts'

export type SessionDeps = {
  authenticator: Authenticator
  sessions: Sessions
  cookie: string
  passwordHash: string | null
  /** Epoch milliseconds. */
  clock: () => number
}

const Login = z.object({
  name: z.string(),
  password: z.string().min(1).max(1024),
}) satisfies z.ZodType<LoginBody>

/** Bytes: a password of the greatest length with every character escaped in JSON. */
const LOGIN_LIMIT = 16_384
/** Wrong passwords from one address in an hour. */
const FAILURES_AN_HOUR = 10
const HOUR_MS = 3_600_000

export async function sessionRoutes(app: FastifyInstance, deps: SessionDeps): Promise<void> {
  const { authenticator, cookie, passwordHash } = deps
  app.get(CONSOLE_PATHS.session, (request): SessionReply => {
    const who = authenticator.authenticate(request)
    return { who, canLogOut: authenticator.isLoggedIn(request) }
  })
  app.delete(CONSOLE_PATHS.session, (request, reply) => {
    reply.header('set-cookie', sessionCookie(cookie, null, request.protocol))
    return {}
  })
  if (passwordHash !== null)
    await app.register(async (json) => {
      takeJson(json)
      loginRoute(json, deps, passwordHash)
    })
}

function loginRoute(app: FastifyInstance, deps: SessionDeps, passwordHash: string): void {
  const { sessions, cookie, clock } = deps
  const failures = createOwnCounters()
  app
    .withTypeProvider<ZodTypeProvider>()
    .post(
      CONSOLE_PATHS.session,
      { bodyLimit: LOGIN_LIMIT, schema: { body: Login } },
      async (request, reply): Promise<SessionReply> => {
        const name = addressBucket(request.ip)
        const now = clock()
        const tries = [{ name, limit: FAILURES_AN_HOUR, hour: Math.floor(now / HOUR_MS) }]
        if ((await failures.take(tries)) === null)
          throw new AppError('rate_limited', { retryAfter: (HOUR_MS - (now % HOUR_MS)) / 1000 })
        const who = staffName(request.body.name)
        if (who === null) throw invalidRequest('validation_failed', ['name'])
        if (!(await verifyPassword(request.body.password, passwordHash)))
          throw new AppError('login_failed')
        await failures.giveBack(tries)
        const value = sessions.issue(who, now)
        reply.header('set-cookie', sessionCookie(cookie, value, request.protocol))
        return { who, canLogOut: true }
      },
    )
}
