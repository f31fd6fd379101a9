/** Sessions of the console, kept in the database: every process knows them, and ending one ends it everywhere. */
import { createHash, randomBytes } from 'node:crypto'
import { SESSION_HOURS } from '#contract/console.ts'
import type { SessionTime } from '#contract/console-answers.ts'
import type { Role } from '#domain/roles.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/tokyo-time.ts'
import type { Database } from '../../store/database.ts'
import {
  type AccountRead,
  deleteOldSessions,
  deleteSession,
  endSessions,
  findSession,
  insertSession,
  sessionsOf,
  touchSession,
} from '../../store/queries/staff-accounts.ts'
import type { Transaction } from '../../store/statement.ts'

/** A working day: whoever stays longer logs in again. */
export const SESSION_SECONDS = SESSION_HOURS.most * 3600
/** Without anything pressed for this long a session is over; polling does not count. */
const IDLE_MS = SESSION_HOURS.idle * HOUR_MS
/** Activity is written down at most this often. */
const TOUCH_MS = MINUTE_MS
/** 256 bits. */
const TOKEN_BYTES = 32

export type Session = {
  id: string
  account: string
  role: Role
  /** False where an identity provider vouches for the person. */
  hasPassword: boolean
  remaining: SessionTime
} & ProviderProof

/** What an identity provider's sign-in leaves in a session. */
export type ProviderProof = {
  /** Epoch milliseconds; null where the provider did not say, and for passwords. */
  authenticatedAt: number | null
  /** Sealed. */
  idToken: string | null
}
const NO_PROOF: ProviderProof = { authenticatedAt: null, idToken: null }

export type Sessions = {
  /** The session of a cookie's value; null where it is unknown, ended, too old, or its account disabled. */
  /** `extend` is somebody who asks for nothing else: it is written down at once. */
  find(token: string, activity: 'user' | 'polling' | 'extend'): Promise<Session | null>
  end(id: string): Promise<void>
  endAll(account: string): Promise<void>
  list(account: string): Promise<{ id: string; startedAt: number; seenAt: number }[]>
}

export function createSessions(database: Database, clock: () => number): Sessions {
  return {
    async find(token, activity) {
      if (token === '') return null
      const id = idOf(token)
      const now = clock()
      const found = await database.read((tx) => findSession(tx, { id }))
      if (!found || found.disabled_at !== null || hasEnded(found, now)) return null
      const isTouched =
        activity === 'extend' || (activity === 'user' && now - found.seen_at >= TOUCH_MS)
      if (isTouched) await database.atomic((tx) => touchSession(tx, { id, at: now }))
      return {
        id,
        account: found.account,
        role: found.role,
        hasPassword: found.subject === null,
        remaining: remainingOf({ ...found, ...(isTouched && { seen_at: now }) }, now),
        authenticatedAt: found.authenticated_at,
        idToken: found.id_token,
      }
    },
    async end(id) {
      await database.atomic((tx) => deleteSession(tx, { id }))
    },
    async endAll(name) {
      await database.atomic((tx) => endSessions(tx, { name }))
    },
    async list(account) {
      const now = clock()
      const rows = await database.read((tx) => sessionsOf(tx, { name: account }))
      const open = rows.filter((row) => !hasEnded(row, now))
      return open.map(({ id, created_at, seen_at }) => ({
        id,
        startedAt: created_at,
        seenAt: seen_at,
      }))
    },
  }
}

export type Beginning = Partial<ProviderProof> & {
  /** The id of the browser's session that this one takes the place of, whoever's it is. */
  earlier?: string | null | undefined
}

/** Of an account as it was read: dead from the beginning where its generation is over by then. Also drops what has ended by itself. */
export async function startSession(
  tx: Transaction,
  { name, generation }: AccountRead,
  now: number,
  { earlier, ...proof }: Beginning = {},
): Promise<string> {
  const { authenticatedAt, idToken } = { ...NO_PROOF, ...proof }
  if (earlier) await deleteSession(tx, { id: earlier })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await deleteOldSessions(tx, { created: now - SESSION_SECONDS * 1000, seen: now - IDLE_MS })
  await insertSession(tx, {
    id: idOf(token),
    account: name,
    created_at: now,
    seen_at: now,
    authenticated_at: authenticatedAt,
    id_token: idToken,
    generation,
  })
  return token
}

export const NEW_SESSION: SessionTime = { untilIdle: IDLE_MS / 1000, atMost: SESSION_SECONDS }

function remainingOf(session: { created_at: number; seen_at: number }, now: number): SessionTime {
  const atMost = Math.ceil(SESSION_SECONDS - (now - session.created_at) / 1000)
  const untilIdle = Math.ceil((IDLE_MS - (now - session.seen_at)) / 1000)
  return { untilIdle: Math.min(untilIdle, atMost), atMost }
}

/** A copy of the database holds no value that a browser could send. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function hasEnded(session: { created_at: number; seen_at: number }, now: number): boolean {
  return now - session.created_at >= SESSION_SECONDS * 1000 || now - session.seen_at >= IDLE_MS
}
