/** One status for many applications: each with the status that the person saw, and with entries of its own in history and audit trail. */

import type { BulkReply } from '#contract/console.ts'
import type { BulkBody } from '#contract/console-schemas.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import type { Transaction } from '../store/statement.ts'
import { isoTime } from './application-fields.ts'
import type { Actor } from './audit.ts'
import { once, type Replayable } from './replies.ts'
import { changeStatusWithin, type StatusCalls } from './status-change.ts'

type Refused = BulkReply['refused'][number]
/** As it is kept for a repetition: names of applicants are looked up for each answer, for an erasure would not find them. */
type Kept = { changed: BulkReply['changed']; refused: Omit<Refused, 'name'>[] }

export type BulkChange = { by: Actor; key: string; body: BulkBody }

/**
 * Changes what can be changed in one transaction, and tells of the rest why not. The same again under the same key is
 * answered alike. Sends no mail. Throws `idempotency_key_reused`.
 */
export async function changeInBulk(
  database: Database,
  clock: () => number,
  { by, key, body }: BulkChange,
  calls?: StatusCalls,
): Promise<Replayable<BulkReply>> {
  const keyed = { token: `console ${by.name}`, key, request: JSON.stringify(body) }
  const { reply, replayed } = await database.atomic((tx) =>
    once(tx, keyed, clock(), () => changeAll(tx, body, by, clock(), calls)),
  )
  const names = await database.read((tx) => namesOf(tx, reply.refused))
  const refused = reply.refused.map((each) => ({ ...each, name: names.get(each.reference) ?? '' }))
  return { reply: { changed: reply.changed, refused }, replayed }
}

async function changeAll(
  tx: Transaction,
  { changes, to, note }: BulkBody,
  by: Actor,
  at: number,
  calls: StatusCalls | undefined,
): Promise<Kept> {
  const done: Kept = { changed: [], refused: [] }
  // In one order, whoever asks: two of them never wait for each other.
  const ordered = changes.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
  for (const { reference, from } of ordered)
    try {
      const change = { reference, from, to, note: note.trim(), by, isInBulk: true } as const
      const { id } = await changeStatusWithin(tx, change, at, calls)
      await raiseVersion(tx, { application: id })
      done.changed.push({ reference, change: { who: by.name, at: isoTime(at), status: to } })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      done.refused.push({ reference, reason: error.message, sides: error.sides ?? null })
    }
  return done
}

async function namesOf(
  tx: Transaction,
  refused: readonly { reference: string }[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { reference } of refused) {
    const [application] = await findApplications(tx, reference)
    if (application) names.set(reference, application.company_name || application.customer)
  }
  return names
}
