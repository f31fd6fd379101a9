/** Everything that a request to the console or the staff API may come with: each role, each scope, what is in force no more, nothing. */
import type { InjectOptions } from 'fastify'
import { API_SCOPE_NAMES, type ApiScope } from '#contract/staff-api.ts'
import { ROLE_NAMES, type Role } from '#domain/roles.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { createApiTokens } from '../staff/tokens.ts'
import { bearer, newToken } from './billing.ts'
import { type Caller, somebody } from './staff-routes.ts'
import type { Desk } from './status.ts'

const ROOT = { name: 'root', via: 'command' } as const

export type Credential = {
  name: string
  /** Of a session in force. */
  role?: Role
  /** Of a token in force. */
  scopes?: readonly ApiScope[]
  /** `caller` is the person who calls; a token is a new one each time. */
  headersOf(caller: Caller): Promise<Record<string, string>>
}

/** A token with these scopes and no other. */
export function tokenWith({ staff }: Desk, name: string, scopes: readonly ApiScope[]): Credential {
  const headersOf = async () =>
    bearer(await newToken(staff, { name: `${name} ${crypto.randomUUID()}`, scopes }))
  return { name, scopes, headersOf }
}

export async function credentialsOf(desk: Desk): Promise<Credential[]> {
  const ended = await inForceNoMore(desk)
  return [
    { name: 'nothing', headersOf: async () => ({}) },
    ...ended.map(([name, headers]) => ({ name, headersOf: async () => headers })),
    ...ROLE_NAMES.map((role) => ({
      ...{ name: role, role },
      headersOf: async ({ cookie }: Caller) => ({ cookie }),
    })),
    ...API_SCOPE_NAMES.flatMap((scope) => [
      tokenWith(desk, `scope ${scope}`, [scope]),
      tokenWith(
        desk,
        `all scopes but ${scope}`,
        API_SCOPE_NAMES.filter((each) => each !== scope),
      ),
    ]),
  ]
}

async function inForceNoMore(desk: Desk) {
  const { staff } = desk
  const person = () => somebody(desk, 'administrator')
  const [idle, loggedOut, disabled] = [await person(), await person(), await person()]
  const logout: InjectOptions = { method: 'DELETE', url: '/api/session' }
  await staff.app.inject({ ...logout, headers: { cookie: loggedOut.cookie } })
  await staff.accounts.setDisabled(ROOT, disabled.name, true)
  const [expired, revoked] = [
    await newToken(staff, { name: 'expired', days: 1 }),
    await newToken(staff, { name: 'revoked' }),
  ]
  await createApiTokens(staff.database, () => staff.clock.now).revoke(ROOT, 'revoked')
  staff.clock.now += DAY_MS
  return [
    ['an idle session', { cookie: idle.cookie }],
    ['an ended session', { cookie: loggedOut.cookie }],
    ['a disabled account', { cookie: disabled.cookie }],
    ['an expired token', bearer(expired)],
    ['a revoked token', bearer(revoked)],
  ] as const
}
