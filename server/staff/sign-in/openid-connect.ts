/**
 * OpenID Connect: the sign-in of a person whom the identity provider vouches for, whose account and role follow what it
 * says; and the client: authorization code flow with PKCE, state and nonce, ID tokens checked by signature.
 */

import * as client from 'openid-client'
import { ROLE_NAMES, ROLES, type Role } from '#domain/roles.ts'
import type { Config } from '../../config/settings.ts'
import type { Database } from '../../store/database.ts'
import {
  changeRole,
  endSessions,
  findBySubject,
  insertProviderAccount,
} from '../../store/queries/staff-accounts.ts'
import type { StaffAccountRow } from '../../store/schema.ts'
import type { Transaction } from '../../store/statement.ts'
import { type Actor, addAudit } from '../audit.ts'
import { newStaffName } from './local-person.ts'
import type { SecretBox } from './secret-box.ts'
import { startSession } from './sessions.ts'

export type ProviderRefusal = 'no_role' | 'no_name' | 'name_taken' | 'disabled'

export type ProviderSignIn = (
  identity: Identity,
  /** The session that this one takes the place of. */
  earlier: string | null,
) => Promise<{ token: string } | { refused: ProviderRefusal }>

type Options = { database: Database; clock: () => number; box: SecretBox }

export function createProviderSignIn({ database, clock, box }: Options): ProviderSignIn {
  return (identity, earlier) =>
    database.atomic(async (tx) => {
      const at = clock()
      const existing = await findBySubject(tx, { subject: identity.subject })
      const name = existing?.name ?? newStaffName(identity.name ?? '')
      const { role } = identity
      const refuse = async (refused: ProviderRefusal) => {
        const who = name ?? '（名前のない利用者）'
        const detail = `OpenID Connect ${refused}`
        await addAudit(tx, { name: who, via: 'console' }, { action: 'login_failed', detail }, at)
        return { refused }
      }
      if (name === null) return refuse('no_name')
      if (role === null) {
        // Whoever has lost every role is out on every machine.
        if (existing) await endSessions(tx, { name })
        return refuse('no_role')
      }
      if (existing?.disabled_at != null) return refuse('disabled')
      const by: Actor = { name, via: 'console' }
      if (!(await follow(tx, { existing, by, role, subject: identity.subject, at })))
        return refuse('name_taken')
      await addAudit(tx, by, { action: 'login', detail: 'OpenID Connect' }, at)
      const { authenticatedAt, idToken } = identity
      const sealed = box.seal(Buffer.from(idToken), name)
      // A new account begins with generation 0.
      const account = { name, generation: existing?.generation ?? 0 }
      const beginning = { authenticatedAt, idToken: sealed, earlier }
      return { token: await startSession(tx, account, at, beginning) }
    })
}

type Following = {
  existing: StaffAccountRow | undefined
  by: Actor
  role: Role
  subject: string
  at: number
}

/** Makes the account, or gives it its present role; false where somebody else has the name. */
async function follow(
  tx: Transaction,
  { existing, by, role, subject, at }: Following,
): Promise<boolean> {
  const { name } = by
  const { label } = ROLES[role]
  if (existing?.role === role) return true
  if (existing) {
    await changeRole(tx, { name, role })
    await addAudit(tx, by, { action: 'account_role', subject: name, detail: label }, at)
    return true
  }
  if (!(await insertProviderAccount(tx, { name, role, subject, at }))) return false
  await addAudit(tx, by, { action: 'account_added', subject: name, detail: label }, at)
  return true
}

export type ProviderConfig = Pick<
  Config,
  | 'STAFF_URL'
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_ROLE_CLAIM'
  | 'OIDC_ROLES'
  | 'OIDC_NAME_CLAIM'
>

/** What an answer of the provider has to match. */
export type Expected = { state: string; nonce: string; verifier: string }

/** Whom the provider vouches for. */
type Identity = {
  /** Issuer and subject: what stays when a name changes. */
  subject: string
  name: string | null
  /** Null where the claim has none of ours. */
  role: Role | null
  /** When the person last authenticated there, epoch milliseconds; null where it does not say. */
  authenticatedAt: number | null
  idToken: string
}

export type IdentityProvider = {
  /** Where to send the browser; `again`: the person is to authenticate anew; `authenticatedAt` says whether that was so. */
  begin(again: boolean): Promise<{ url: string; expected: Expected } | ProviderFailure>
  /** Takes the answer that the browser brought. */
  finish(query: string, expected: Expected): Promise<Identity | ProviderFailure>
  /** Where the browser ends the provider's session; null where it has no such place, or does not answer. */
  signOutUrl(idToken: string): Promise<string | null>
}

export const CALLBACK_PATH = '/api/oidc/callback'

/** Nobody there, or somebody who said no: the person is told which, at the login page. */
export type ProviderFailure = { refused: 'unavailable' | 'failed'; cause: unknown }

/** Of one request to the provider. */
const TIMEOUT_SECONDS = 5

export function createIdentityProvider(config: ProviderConfig): IdentityProvider {
  const discover = discoverer(config)
  const callback = `${config.STAFF_URL}${CALLBACK_PATH}`
  return {
    begin: (again) =>
      orRefusal(async () => {
        const expected = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const { state, nonce } = expected
        const url = client.buildAuthorizationUrl(await discover(), {
          redirect_uri: callback,
          scope: 'openid profile email',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
          code_challenge_method: 'S256',
          ...(again && { prompt: 'login', max_age: '0' }),
        })
        return { url: url.href, expected }
      }),
    finish: (query, { state, nonce, verifier }) =>
      orRefusal(async () => {
        const address = new URL(`${callback}?${query}`)
        const tokens = await client.authorizationCodeGrant(await discover(), address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        return identityOf(config, tokens)
      }),
    async signOutUrl(idToken) {
      const found = await discover().catch(() => null)
      if (!found?.serverMetadata().end_session_endpoint) return null
      const back = `${config.STAFF_URL}/`
      const hints = { id_token_hint: idToken, post_logout_redirect_uri: back }
      return client.buildEndSessionUrl(found, hints).href
    },
  }
}

/** What the provider says of itself, asked once; again where it did not answer. */
function discoverer(config: ProviderConfig): () => Promise<client.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config
  const authentication = OIDC_CLIENT_SECRET
    ? client.ClientSecretPost(OIDC_CLIENT_SECRET)
    : client.None()
  const isLocal = OIDC_ISSUER.startsWith('http:')
  const checks = [
    client.enableNonRepudiationChecks,
    ...(isLocal ? [client.allowInsecureRequests] : []),
  ]
  let discovery: Promise<client.Configuration> | undefined
  return () => {
    discovery ??= client
      .discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, undefined, authentication, {
        execute: checks,
        timeout: TIMEOUT_SECONDS,
      })
      .catch((error: unknown) => {
        discovery = undefined
        throw error
      })
    return discovery
  }
}

function identityOf(
  { OIDC_ROLE_CLAIM, OIDC_ROLES, OIDC_NAME_CLAIM }: ProviderConfig,
  tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
): Identity {
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('no ID token')
  const given = [claimAt(claims, OIDC_ROLE_CLAIM)].flat()
  const name = claimAt(claims, OIDC_NAME_CLAIM)
  const has = (role: Role) => OIDC_ROLES[role] !== undefined && given.includes(OIDC_ROLES[role])
  return {
    subject: `${claims.iss} ${claims.sub}`,
    name: typeof name === 'string' ? name : null,
    role: ROLE_NAMES.findLast(has) ?? null,
    authenticatedAt: claims.auth_time === undefined ? null : claims.auth_time * 1000,
    idToken: tokens.id_token,
  }
}

function claimAt(claims: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    claims,
  )
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | ProviderFailure> {
  try {
    return await work()
  } catch (cause) {
    return { refused: isUnreachable(cause) ? 'unavailable' : 'failed', cause }
  }
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.message === 'fetch failed' || error.name === 'TimeoutError') return true
  const { cause } = error
  return cause instanceof Response ? cause.status >= 500 : isUnreachable(cause)
}
