/** Authenticates requests of the staff API by their bearer token, checks its scope, and counts them. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiScope } from '#contract/staff-api.ts'
import { AppError } from '../../errors.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import type { Actor, Audit } from '../audit.ts'
import type { ApiToken, ApiTokens } from '../tokens.ts'
import { refuseUnencrypted } from './sign-in.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the token of a staff API request must allow; without it the route is refused. */
    scope?: ApiScope
  }
}

export type ApiAccess = {
  tokens: ApiTokens
  audit: Audit
  tokenThrottle: Throttle
  /** Throws `rate_limited` where a token has had its share of the minute. */
  admitApiCall: (name: string) => Promise<void>
}

/** Adds the check to every route of `app`; gives the token of a request that passed. */
export function requireToken(app: FastifyInstance, access: ApiAccess) {
  const tokens = new WeakMap<FastifyRequest, ApiToken>()
  app.addHook('onRequest', async (request, reply) => {
    refuseUnencrypted(request)
    const token = await authenticate(request, access).catch((error: unknown) => {
      reply.header('www-authenticate', 'Bearer')
      throw error
    })
    await access.admitApiCall(token.name)
    await requireScope(access, request, token, request.routeOptions.config.scope)
    tokens.set(request, token)
  })
  return (request: FastifyRequest): ApiToken => {
    const token = tokens.get(request)
    if (!token) throw new AppError('token_invalid')
    return token
  }
}

/** Throws `scope_missing`, and records it. */
export async function requireScope(
  { audit }: Pick<ApiAccess, 'audit'>,
  { method, routeOptions }: FastifyRequest,
  token: ApiToken,
  scope: ApiScope | undefined,
): Promise<void> {
  if (scope && token.scopes.includes(scope)) return
  const detail = `${method} ${routeOptions.url}`
  await audit.recordView(actorOf(token), { action: 'refused', detail })
  throw new AppError('scope_missing')
}

export function actorOf({ name }: ApiToken): Actor {
  return { name, via: 'api' }
}

/**
 * A wrong token is counted against its address, so that neither guesses nor their records are without bound. Where
 * none was sent nothing was guessed: any page can make a browser ask without one.
 */
async function authenticate(
  request: FastifyRequest,
  { tokens, audit, tokenThrottle }: ApiAccess,
): Promise<ApiToken> {
  const { authorization } = request.headers
  if (authorization === undefined) throw new AppError('token_invalid')
  const [, secret = ''] = /^Bearer ([\w-]{1,128})$/i.exec(authorization) ?? []
  const { token, name } = await tokens.find(secret)
  if (token) return token
  await tokenThrottle(request.ip, '', async () => null)
  // What was sent may be a secret of something else.
  const by = { name: name ?? '（登録のないトークン）', via: 'api' } as const
  await audit.record(by, { action: 'token_refused', detail: request.ip })
  throw new AppError('token_invalid')
}
