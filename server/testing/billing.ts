/** Calls of the staff API as a billing system makes them, for tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import type { ApiScope } from '#contract/staff-api.ts'
import { API_SCOPE_NAMES, STAFF_API_BASE, STAFF_API_PATHS } from '#contract/staff-api.ts'
import type { ApiPage } from '#contract/staff-api-schemas.ts'
import { PROJECT_ROOT } from '../config/settings.ts'
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

/** The client of the documents, once. */
export async function runClient(api: string, token: string, file: string) {
  await runDocumented('billing-client.js', { api, token, words: [file] })
}

type Run = { api: string; token: string; words: readonly string[]; body?: string }

/** A program of the documents, as it stands there, and what it prints; rejects where it does not end well. */
export async function runDocumented(name: string, { api, token, words, body = '' }: Run) {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'docs', name), ...words], {
    env: { STAFF_API: `${api}${STAFF_API_BASE}`, TOKEN: token },
  })
  child.stdin.end(body)
  const { stdout, stderr } = child
  const ended = [once(child, 'close'), text(stdout), text(stderr)] as const
  const [[code], printed, errors] = await Promise.all(ended)
  if (code !== 0 || errors !== '') throw new Error(`${code} ${errors}`)
  return printed
}
