/** Calls of the staff API as a billing system makes them, for tests. */
import type { InjectOptions } from 'fastify'
import type { ApiScope } from '#contract/staff-api.ts'
import { API_SCOPE_NAMES, STAFF_API_PATHS } from '#contract/staff-api.ts'
import type { ApiPage } from '#contract/staff-api-schemas.ts'
import { createApiTokens } from '../staff/tokens.ts'
import type { TestConsole } from './staff-app.ts'

export const LIST = STAFF_API_PATHS.applications
const ROOT = { name: 'root', via: 'command' } as const

/** A token of the console's database. */
export async function newToken(
  { database, clock }: Pick<TestConsole, 'database' | 'clock'>,
  { name = '請求システム', scopes = API_SCOPE_NAMES as readonly ApiScope[], days = 30 } = {},
): Promise<string> {
  const tokens = createApiTokens(database, () => clock.now)
  return (await tokens.add(ROOT, { name, scopes, days })) ?? ''
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export async function pageOf({ app }: TestConsole, token: string, query = ''): Promise<ApiPage> {
  const response = await app.inject({ url: `${LIST}${query}`, headers: bearer(token) })
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}

type Change = { token: string; version: number; key: string; status?: string }

/** The request that acknowledges a version, or changes the status of one. */
export function changeRequest(
  reference: string,
  { token, version, key, status }: Change,
): InjectOptions {
  const headers = { ...bearer(token), 'if-match': `"${version}"`, 'idempotency-key': key }
  const url = `${LIST}/${reference}/${status === undefined ? 'acknowledgement' : 'status'}`
  return { method: 'POST', url, headers, ...(status !== undefined && { payload: { status } }) }
}
