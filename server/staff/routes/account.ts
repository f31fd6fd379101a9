/** HTTP routes of a person's own account: password, sessions; they need no permission but a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type AccountReply, CONSOLE_PATHS, type LogoutReply } from '#contract/console.ts'
import { PasswordChange } from '#contract/console-schemas.ts'
import { AppError, atField } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import { isoTime } from '../application-fields.ts'
import { actorOf } from './authenticator.ts'
import { PASSWORD_BODY_LIMIT, refuseUnencrypted, type SessionDeps } from './sign-in.ts'

export async function accountRoutes(app: FastifyInstance, deps: SessionDeps): Promise<void> {
  const { authenticator, accounts, sessions, cookie, audit, throttle, signOutUrl } = deps
  const loggedIn = (request: FastifyRequest) => {
    const user = authenticator.userOf(request)
    if (user.session === null) throw new AppError('not_found')
    return { ...user, session: user.session }
  }
  app.get(CONSOLE_PATHS.account, async (request): Promise<AccountReply> => {
    const { name, session } = loggedIn(request)
    const open = await sessions.list(name)
    return {
      recoveryCodesLeft: await accounts.recoveryCodesLeft(name),
      sessions: open.map(({ id, startedAt, seenAt }) => ({
        startedAt: isoTime(startedAt),
        seenAt: isoTime(seenAt),
        isCurrent: id === session,
      })),
    }
  })
  app.delete(CONSOLE_PATHS.accountSessions, async (request, reply): Promise<LogoutReply> => {
    const user = loggedIn(request)
    const session = await sessions.find(cookie.read(request), 'polling')
    await sessions.endAll(user.name)
    await audit.record(actorOf(user), { action: 'logout_everywhere' })
    reply.header('set-cookie', cookie.write(request, null))
    return { signOutUrl: session && (await signOutUrl(session)) }
  })
  await app.register(async (json) => {
    takeJson(json)
    json
      .withTypeProvider<ZodTypeProvider>()
      .post(
        CONSOLE_PATHS.password,
        { bodyLimit: PASSWORD_BODY_LIMIT, schema: { body: PasswordChange } },
        async (request, reply) => {
          refuseUnencrypted(request)
          const user = loggedIn(request)
          const change = { ...request.body, name: user.name }
          const token = await throttle(request.ip, user.name, () =>
            atField('next', accounts.changePassword(actorOf(user), change)),
          )
          if (token === null) {
            await audit.record(actorOf(user), { action: 'reauthentication_failed' })
            throw new AppError('reauthentication_failed')
          }
          reply.header('set-cookie', cookie.write(request, token))
          return {}
        },
      )
  })
}
