/** Authenticates requests of the staff API by their bearer token, checks its scope, and counts them. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '#contract/staff-api.ts'
import { AppError } from '../../errors.ts'
import type { Throttle } from '../../http/limits/sign-in.ts'
import type { Actor, Audit } from '../audit.ts'
import type { ApiToken, ApiTokens } from '../tokens.ts'
import { refuseUnencrypted } from './sign-in.ts'

export type TokenAuthenticator = {
  /** Throws AppError where the request has no token in force, or its token has had its share of the minute. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The token of a request that was authenticated. */
  tokenOf(request: FastifyRequest): ApiToken
  /** Throws `scope_missing`, and records it. */
  authorize(request: FastifyRequest, scope: ApiScope): Promise<void>
}

type Options = {
  tokens: ApiTokens
  audit: Audit
  tokenThrottle: Throttle
  /** Throws `rate_limited` where a token has had its share of the minute. */
  admitApiCall: (name: string) => Promise<void>
}

export function createTokenAuthenticator(options: Options): TokenAuthenticator {
  const { audit, admitApiCall } = options
  const tokens = new WeakMap<FastifyRequest, ApiToken>()
  const tokenOf = (request: FastifyRequest) => {
    const token = tokens.get(request)
    if (!token) throw new AppError('token_invalid')
    return token
  }
  return {
    tokenOf,
    async authenticate(request, reply) {
      refuseUnencrypted(request)
      const token = await tokenIn(request, options).catch((error: unknown) => {
        reply.header('www-authenticate', 'Bearer')
        throw error
      })
      await admitApiCall(token.name)
      tokens.set(request, token)
    },
    async authorize(request, scope) {
      const token = tokenOf(request)
      if (token.scopes.includes(scope)) return
      const detail = `${request.method} ${request.routeOptions.url}`
      await audit.recordView(actorOf(token), { action: 'refused', detail })
      throw new AppError('scope_missing')
    },
  }
}

export function actorOf({ name }: ApiToken): Actor {
  return { name, via: 'api' }
}

/**
 * A wrong token is counted against its address, so that neither guesses nor their records are without bound. Where
 * none was sent nothing was guessed: any page can make a browser ask without one.
 */
async function tokenIn(
  request: FastifyRequest,
  { tokens, audit, tokenThrottle }: Options,
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
