/** HTTP routes of a person's own account: password, sessions; they need no permission but a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { CONSOLE_PATHS } from '#contract/console.ts'
import { AccountReply, Done, LogoutReply } from '#contract/console-answers.ts'
import { PasswordChange } from '#contract/console-schemas.ts'
import type { AuditAction } from '#domain/roles.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { AppError, atField, type FailureCode } from '../../errors.ts'
import { takeJson } from '../../http/body.ts'
import { actorOf } from './authenticator.ts'
import { PASSWORD_BODY_LIMIT, refuseUnencrypted, type SessionDeps } from './sign-in.ts'

const own = (refuses: readonly FailureCode[], ...audits: AuditAction[]) => ({
  config: { access: { caller: 'person', audits } as const, refuses },
})

export async function accountRoutes(app: FastifyInstance, deps: SessionDeps): Promise<void> {
  const { accounts, sessions, cookie, audit, signOutUrl } = deps
  const reading = { ...own(['not_found']), schema: { response: { 200: AccountReply } } }
  app.get(CONSOLE_PATHS.account, reading, async (request): Promise<AccountReply> => {
    const { name, session } = loggedIn(deps, request)
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
  const ending = {
    ...own(['not_found'], 'logout_everywhere'),
    schema: { response: { 200: LogoutReply } },
  }
  app.delete(
    CONSOLE_PATHS.accountSessions,
    ending,
    async (request, reply): Promise<LogoutReply> => {
      const user = loggedIn(deps, request)
      const session = await sessions.find(cookie.read(request), 'polling')
      await sessions.endAll(user.name)
      await audit.record(actorOf(user), { action: 'logout_everywhere' })
      reply.header('set-cookie', cookie.write(request, null))
      return { signOutUrl: session && (await signOutUrl(session)) }
    },
  )
  await app.register(async (json) => {
    takeJson(json)
    passwordRoute(json, deps)
  })
}

function passwordRoute(app: FastifyInstance, deps: SessionDeps): void {
  const { accounts, cookie, audit, throttle } = deps
  app.withTypeProvider<ZodTypeProvider>().post(
    CONSOLE_PATHS.password,
    {
      ...own(
        [
          'not_found',
          'account_refused',
          'encryption_required',
          'reauthentication_failed',
          'rate_limited',
        ],
        'password',
        'recovery_code',
      ),
      bodyLimit: PASSWORD_BODY_LIMIT,
      schema: { body: PasswordChange, response: { 200: Done } },
    },
    async (request, reply) => {
      refuseUnencrypted(request)
      const user = loggedIn(deps, request)
      const change = { ...request.body, name: user.name }
      const token = await throttle(request.ip, user.session ?? user.name, () =>
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
}

function loggedIn({ authenticator }: SessionDeps, request: FastifyRequest) {
  const user = authenticator.userOf(request)
  if (user.session === null) throw new AppError('not_found')
  return { ...user, session: user.session }
}
