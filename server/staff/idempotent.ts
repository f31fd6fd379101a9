/** Idempotency keys of the staff API: the same request under the same key is done once and answered alike. */
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { dropReplies, findReply, insertReply } from '../store/api-tokens.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/transaction.ts'

export type Keyed = {
  /** Name of the token: keys of different tokens are different keys. */
  token: string
  key: string
  /** What is asked for, to tell a repetition from another request under the same key. */
  request: string
}

/** An answer, and whether it was given before. */
export type Replayable<T> = { reply: T; replayed: boolean }

/** A repetition comes within seconds, after a long night within hours. */
const KEPT_MS = 7 * 86_400_000

/** What `work` does and the answer are stored together. What it throws is not kept. Throws AppError. */
export async function once<T extends object>(
  tx: Transaction,
  { token, key, request }: Keyed,
  at: number,
  work: () => Promise<T>,
): Promise<Replayable<T>> {
  const digest = createHash('sha256').update(request).digest('base64url')
  const kept = await findReply(tx, { token, key })
  if (kept && kept.request !== digest) throw new AppError('idempotency_key_reused')
  if (kept) return { reply: JSON.parse(kept.reply), replayed: true }
  const reply = await work()
  await dropReplies(tx, { before: at - KEPT_MS })
  const row = { token, key, request: digest, reply: JSON.stringify(reply), at }
  // The same request was faster, in this process or another: run again, this one finds its answer.
  if (!(await insertReply(tx, row))) throw new Conflict()
  return { reply, replayed: false }
}
