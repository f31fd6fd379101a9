/** Tokens of the staff API: made and revoked on the command line, shown once, kept as a hash. */
import { createHash, randomBytes } from 'node:crypto'
import { API_SCOPE_NAMES, type ApiScope } from '#contract/staff-api.ts'
import { DAY_MS, HOUR_MS } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import {
  allTokens,
  findToken,
  insertToken,
  revokeToken,
  touchToken,
} from '../store/queries/api-tokens.ts'
import type { ApiTokenRow } from '../store/schema.ts'
import { type Actor, addAudit } from './audit.ts'

export type ApiToken = { name: string; scopes: readonly ApiScope[] }

export type ApiTokens = {
  /** The token itself, which is not kept; null where the name is taken, also by a revoked one. */
  add(by: Actor, token: ApiToken & { days: number }): Promise<string | null>
  /** False where no token of this name is in force. */
  revoke(by: Actor, name: string): Promise<boolean>
  list(): Promise<ApiTokenRow[]>
  /** Null where the token is unknown, expired or revoked; its name, where it was ours. */
  find(secret: string): Promise<{ token: ApiToken | null; name: string | null }>
}

/** Use is written down at most this often. */
const TOUCH_MS = HOUR_MS
/** Says what it is where somebody finds it; secret scanners go by it. */
const PREFIX = 'moushikomi_'
/** 256 bits. */
const TOKEN_BYTES = 32

export function createApiTokens(database: Database, clock: () => number): ApiTokens {
  return {
    list: () => database.read((tx) => allTokens(tx)),
    add: async (by, { name, scopes, days }) => {
      const secret = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url')
      const at = clock()
      const row = { name, hash: hashOf(secret), scopes: scopes.join(' '), created_at: at }
      const isNew = await database.atomic(async (tx) => {
        if (!(await insertToken(tx, { ...row, expires_at: at + days * DAY_MS }))) return false
        await addAudit(tx, by, { action: 'token_added', subject: name, detail: row.scopes }, at)
        return true
      })
      return isNew ? secret : null
    },
    revoke: (by, name) =>
      database.atomic(async (tx) => {
        const at = clock()
        if (!(await revokeToken(tx, { name, at }))) return false
        await addAudit(tx, by, { action: 'token_revoked', subject: name }, at)
        return true
      }),
    async find(secret) {
      const row = await database.read((tx) => findToken(tx, { hash: hashOf(secret) }))
      const now = clock()
      if (!row || !isInForce(row, now)) return { token: null, name: row?.name ?? null }
      const { name, used_at } = row
      if (now - (used_at ?? 0) >= TOUCH_MS)
        await database.atomic((tx) => touchToken(tx, { name, at: now }))
      return { token: { name, scopes: scopesOf(row) }, name }
    },
  }
}

export function isInForce({ revoked_at, expires_at }: ApiTokenRow, now: number): boolean {
  return revoked_at === null && now < expires_at
}

export function scopesOf({ scopes }: ApiTokenRow): ApiScope[] {
  const names = scopes.split(' ')
  return API_SCOPE_NAMES.filter((scope) => names.includes(scope))
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
