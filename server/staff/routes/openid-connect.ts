/** HTTP routes of the sign-in through an identity provider: to it, and back from it. Both are visited by the browser. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { CONSOLE_PATHS, type SIGN_IN_REFUSALS } from '#contract/console.ts'
import { Nothing, SignInReply } from '#contract/console-answers.ts'
import { AppError } from '../../errors.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import { type Log, traceOf } from '../../observability/log.ts'
import type {
  Expected,
  IdentityProvider,
  ProviderFailure,
  ProviderSignIn,
} from '../sign-in/openid-connect.ts'
import type { SecretBox } from '../sign-in/secret-box.ts'
import { refuseUnencrypted, type SessionDeps } from './sign-in.ts'

export type OidcDeps = SessionDeps & {
  /** Null where none is set. */
  provider: IdentityProvider | null
  signIn: ProviderSignIn
  box: SecretBox
  clock: () => number
  log: Log
  /** Of sign-ins that were refused, which bounds their records; it closes nothing. */
  providerThrottle: Throttle
}

type Refusal = keyof typeof SIGN_IN_REFUSALS

/** What the browser keeps, sealed, on its way to the provider and back. */
type Journey = { expected: Expected; to: string; earlier: string | null; begun: number }

/** For the person to sign in there. */
const JOURNEY_SECONDS = 600
/** A page of the console. */
const PAGE = /^\/(?:[\w-]+(?:\/[\w-]+)*)?$/

const Start = z.object({
  to: z.string().max(200).regex(PAGE).default('/'),
  again: z.enum(['', 'true']).default(''),
})

export async function oidcRoutes(app: FastifyInstance, deps: OidcDeps): Promise<void> {
  const told = {
    config: { access: { caller: 'anyone' } },
    schema: { response: { 200: SignInReply } },
  } as const
  app.get(CONSOLE_PATHS.signIn, told, async () => ({ provider: deps.provider !== null }))
  const { provider } = deps
  if (provider === null) return
  startRoute(app, deps, provider)
  callbackRoute(app, deps, provider)
}

function startRoute(app: FastifyInstance, deps: OidcDeps, provider: IdentityProvider): void {
  const { sessions, cookie, box, clock } = deps
  app.withTypeProvider<ZodTypeProvider>().get(
    CONSOLE_PATHS.providerLogin,
    {
      exposeHeadRoute: false,
      config: { isVisited: true, access: { caller: 'anyone' }, refuses: ['encryption_required'] },
      schema: { querystring: Start, response: { 303: Nothing } },
    },
    async (request, reply) => {
      refuseUnencrypted(request)
      const { to, again } = request.query
      const begun = await provider.begin(again === 'true')
      if ('refused' in begun) return refuseProvider(deps, request, reply, begun)
      const session = await sessions.find(cookie.read(request), 'polling')
      const { url, expected } = begun
      const journey = { expected, to, earlier: session?.id ?? null, begun: clock() }
      const sealed = box.seal(Buffer.from(JSON.stringify(journey satisfies Journey)), CONTEXT)
      reply.header('set-cookie', journeyCookie(request, cookie.portName, sealed))
      return reply.redirect(url, 303)
    },
  )
}

function callbackRoute(app: FastifyInstance, deps: OidcDeps, provider: IdentityProvider): void {
  const { cookie, signIn } = deps
  const access = { caller: 'anyone' } as const
  const options = {
    exposeHeadRoute: false,
    config: { isVisited: true, access, refuses: ['encryption_required'] },
    schema: { response: { 303: Nothing } },
  } as const
  app.get(CONSOLE_PATHS.providerCallback, options, async (request, reply) => {
    refuseUnencrypted(request)
    reply.header('set-cookie', journeyCookie(request, cookie.portName, null))
    const journey = journeyOf(request, deps)
    if (journey === null) return refuse(deps, request, reply, 'expired')
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const identity = await provider.finish(query, journey.expected)
    if ('refused' in identity) return refuseProvider(deps, request, reply, identity)
    const done = await signIn(identity, journey.earlier)
    if ('refused' in done) return back(reply, done.refused)
    reply.header('set-cookie', cookie.write(request, done.token))
    return reply.redirect(journey.to, 303)
  })
}

const CONTEXT = 'oidc journey'

/** Lax, for the provider's redirect has to bring it along; it opens nothing. */
function journeyCookie(request: FastifyRequest, port: string, sealed: string | null): string {
  const secure = request.protocol === 'https'
  const age = sealed === null ? 0 : JOURNEY_SECONDS
  const name = journeyName(request, port)
  const parts = [`${name}=${sealed ?? ''}`, `Max-Age=${age}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

function journeyName(request: FastifyRequest, port: string): string {
  return request.protocol === 'https' ? '__Host-staff-oidc' : `staff-oidc-${port}`
}

/** Null where the browser has none, or one that is too old or not ours. */
function journeyOf(request: FastifyRequest, { cookie, box, clock }: OidcDeps): Journey | null {
  const sealed = cookie.valueOf(request, journeyName(request, cookie.portName))
  try {
    const journey: Journey = JSON.parse(box.open(sealed, CONTEXT).toString('utf8'))
    return clock() - journey.begun < JOURNEY_SECONDS * 1000 ? journey : null
  } catch {
    return null
  }
}

function refuseProvider(
  deps: OidcDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { refused, cause }: ProviderFailure,
) {
  deps.log.warn('sign_in_refused', { code: refused, fault: traceOf(cause) })
  return refuse(deps, request, reply, refused)
}

/** Records a failure, ten an hour from an address: anybody can make one. */
async function refuse(
  { audit, providerThrottle }: OidcDeps,
  { ip }: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
) {
  try {
    await providerThrottle(ip, ip, async () => null)
    const by = { name: '（認証サービスの利用者）', via: 'console' } as const
    const detail = `OpenID Connect ${refusal} ${ip}`
    await audit.record(by, { action: 'login_failed', detail })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
  }
  return back(reply, refusal)
}

/** To the login page, which has a sentence for each code. */
function back(reply: FastifyReply, refusal: Refusal) {
  return reply.redirect(`/?sign-in=${refusal}`, 303)
}
