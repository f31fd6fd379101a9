/** What each route of the console and of the staff API asks of its caller and leaves in the audit trail, and the hooks that hold it. */
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { ConsoleError, StaffApiError } from '#contract/error-schemas.ts'
import type { ApiScope } from '#contract/staff-api.ts'
import { type AuditAction, hasPermission, type Permission } from '#domain/roles.ts'
import type { FailureCode } from '../../errors.ts'
import type { Authenticator, StaffUser } from './authenticator.ts'
import type { TokenAuthenticator } from './token-authenticator.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route behind `holdAccess` without it stops the start. */
    access?: RouteAccess
  }
}

export type RouteAccess =
  /** Gives away nothing of applicants. */
  | { caller: 'anyone' }
  /** Without a permission: whoever is authenticated. */
  | ({ caller: 'person'; may?: Permission; ofOthers?: OfOthers } & Audited)
  /** `with`: members of the body that need a scope of their own. */
  | ({ caller: 'token'; may: ApiScope; with?: Readonly<Record<string, ApiScope>> } & Audited)

/** The entries of the audit trail that answered calls leave, as the case may be; whatever gives away data of applicants leaves one. */
type Audited = { audits: readonly AuditAction[] }

/** Where the member of the query names another person, that permission is needed too. */
type OfOthers = { query: string; may: Permission }

type Callers = { authenticator: Authenticator; tokenAuthenticator: TokenAuthenticator }

/** Before the routes: refuses to register one that states no access, and holds every request to what its route states. */
export function holdAccess(app: FastifyInstance, callers: Callers): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not state its access`)
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (access?.caller === 'anyone') return
    if (access?.caller === 'token') {
      await callers.tokenAuthenticator.authenticate(request, reply)
      await callers.tokenAuthenticator.authorize(request, access.may)
      return
    }
    await callers.authenticator.authenticate(request)
    if (access?.may) await callers.authenticator.authorize(request, access.may)
  })
  app.addHook('preHandler', async (request) => {
    const { access } = request.routeOptions.config
    if (access?.caller === 'token') await holdAdditions(request, access.with, callers)
    if (access?.caller === 'person') await holdOthers(request, access.ofOthers, callers)
  })
}

async function holdAdditions(
  request: FastifyRequest,
  needs: Readonly<Record<string, ApiScope>> = {},
  { tokenAuthenticator }: Callers,
): Promise<void> {
  const sent = new Set(Object.keys(request.body ?? {}))
  for (const [member, scope] of Object.entries(needs))
    if (sent.has(member)) await tokenAuthenticator.authorize(request, scope)
}

async function holdOthers(
  request: FastifyRequest,
  ofOthers: OfOthers | undefined,
  { authenticator }: Callers,
): Promise<void> {
  if (!ofOthers) return
  const { [ofOthers.query]: other } = request.query as Record<string, string>
  if (other && other !== authenticator.userOf(request).name)
    await authenticator.authorize(request, ofOthers.may, other)
}

/** The refusals that a route's answers have besides its own: of these hooks, and of those for whoever is no caller at all. */
export function answersOf({ config }: RouteOptions) {
  const access = config?.access
  const isApi = access?.caller === 'token'
  const codes = ['foreign_host', 'cross_site', ...refusalsOf(access)] as const
  return { error: isApi ? StaffApiError : ConsoleError, codes }
}

function refusalsOf(access: RouteAccess | undefined): readonly FailureCode[] {
  if (access?.caller === 'token')
    return ['token_invalid', 'encryption_required', 'scope_missing', 'rate_limited']
  if (access?.caller !== 'person') return []
  return [
    'login_required',
    'unknown_person',
    'first_account_missing',
    ...(access.may || access.ofOthers ? (['not_permitted'] as const) : []),
  ]
}

/** Whether the user may name another person to this route. */
export function maySeeOthers({ routeOptions }: FastifyRequest, { role }: StaffUser): boolean {
  const { access } = routeOptions.config
  return (
    access?.caller === 'person' && !!access.ofOthers && hasPermission(role, access.ofOthers.may)
  )
}
