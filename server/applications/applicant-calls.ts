/** Calls by which an applicant changes something: behind link and gate, once under each Idempotency-Key. */
import { createHash } from 'node:crypto'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { AppError } from '../errors.ts'
import { findCall, findStanding, holdLinked, takeKey } from '../store/queries/status-links.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import type { Way } from './gate.ts'
import { type Shown, wholeOf } from './status.ts'

export type Keyed = {
  link: string
  answer: string
  /** Null where the caller sent none: then the call is done again when it is repeated. */
  key: string | null
  /** What is asked for, to tell a repetition from another request under the same key. */
  request: readonly string[]
}

export type Answered = { answer: StatusAnswer; replayed: boolean }

/** `held` is the application as it is while this transaction holds it. */
type Work = (tx: Transaction, held: ApplicationRow, at: number) => Promise<void>

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
    const { id, reference, link_generation: generation } = application
    // The link has ended since it was looked at.
    if (!(await holdLinked(tx, { id, generation }))) throw new Conflict()
    // Staff may have changed it while this transaction waited for it.
    const held = await findStanding(tx, { reference })
    if (!held) throw new Conflict()
    const replayed = key !== null && !(await isFirst(tx, { application: id, key, digest, at }))
    if (!replayed) await work(tx, held, at)
    const after = replayed ? held : await findStanding(tx, { reference })
    if (!after) throw new Conflict()
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
