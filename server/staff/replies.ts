/** Idempotency keys of staff and of the staff API: the same request under the same key is done once and answered alike. */

import { createHash } from 'node:crypto'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { dropReplies, findReply, insertReply, setReply } from '../store/queries/api-tokens.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'

export type Keyed = {
  /** Name of the token, or of a person of the console: keys of different ones are different keys. */
  token: string
  key: string
  /** What is asked for, to tell a repetition from another request under the same key. */
  request: string
}

/** An answer, and whether it was given before. */
export type Replayable<T> = { reply: T; replayed: boolean }

/** A repetition comes within seconds, after a long night within hours. */
const REPLY_LIFETIME_MS = 7 * DAY_MS
const UNDER_WAY = ''

/** What `work` does and the answer are stored together. What it throws is not kept. Throws AppError. */
export async function once<T extends object>(
  tx: Transaction,
  { token, key, request }: Keyed,
  at: number,
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  const digest = createHash('sha256').update(request).digest('base64url')
  const earlier = await findReply(tx, { token, key })
  if (earlier && earlier.request !== digest) throw new AppError('idempotency_key_reused')
  // The same request is under way in this very transaction: run again, this one finds its answer.
  if (earlier?.reply === UNDER_WAY) throw new Conflict()
  if (earlier) return { reply: JSON.parse(earlier.reply), replayed: true }
  await dropReplies(tx, { before: at - REPLY_LIFETIME_MS })
  // The key is taken before the work: of two that come at once, one does it.
  if (!(await insertReply(tx, { token, key, request: digest, reply: UNDER_WAY, at })))
    throw new Conflict()
  const reply = await work()
  await setReply(tx, { token, key, reply: JSON.stringify(reply) })
  return { reply, replayed: false }
}
