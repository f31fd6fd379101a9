/** Calls by which an applicant changes something: behind link and gate, once under each Idempotency-Key. */
import { createHash } from 'node:crypto'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { AppError } from '../errors.ts'
import { findCall, findStanding, takeKey } from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import type { Way } from './gate.ts'
import { type Shown, wholeOf } from './look.ts'

export type Keyed = {
  link: string
  answer: string
  /** Null where the caller sent none: then the call is done again when it is repeated. */
  key: string | null
  /** What is asked for, to tell a repetition from another request under the same key. */
  request: readonly string[]
}

export type Answered = { answer: StatusAnswer; replayed: boolean }

/** The application is held by the transaction. */
type Work = (tx: Transaction, application: ApplicationRow, at: number) => Promise<void>

/**
 * Does `work` in the transaction that passes the gate, and answers how the application stands after it. What was done
 * under the key before is not done again. Throws `link_unknown`, `gate_refused`, `gate_resting`, `key_reused`, and what
 * the work throws.
 */
export function applicantCall(
  way: Way,
  shown: Shown,
  { key, request, ...question }: Keyed,
  work: Work,
): Promise<Answered> {
  const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  return way.enter(question, async (tx, application) => {
    const at = shown.clock()
    const { id, reference } = application
    const replayed = key !== null && !(await isFirst(tx, { application: id, key, digest, at }))
    if (!replayed) await work(tx, application, at)
    const after = (await findStanding(tx, { reference })) ?? application
    return { answer: await wholeOf(tx, after, shown), replayed }
  })
}

async function isFirst(
  tx: Transaction,
  { digest, ...call }: { application: string; key: string; digest: string; at: number },
): Promise<boolean> {
  if (await takeKey(tx, { ...call, request: digest })) return true
  const earlier = await findCall(tx, call)
  if (earlier?.request !== digest) throw new AppError('key_reused')
  return false
}
