/** One status for many applications: each with the status that the person saw, and with entries of its own in history and audit trail. */

import type { BulkReply } from '#contract/console-answers.ts'
import type { BulkBody } from '#contract/console-schemas.ts'
import { isClosed, type StaffStatus } from '#domain/staff.ts'
import { isoTime } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { NO_CALLS, type StatusCalls } from '../follow-up/after-change.ts'
import type { Database } from '../store/database.ts'
import { waitsToBeRead } from '../store/queries/messages.ts'
import { waitsToCorrect } from '../store/queries/revisions.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { heldApplication, notAllowed } from './actions.ts'
import type { Actor } from './audit.ts'
import { consoleToken } from './press.ts'
import { type Keyed, once, type Replayable } from './replies.ts'
import { changeStatusWithin } from './status-change.ts'

type Refused = BulkReply['refused'][number]
/** As it is kept for a repetition: names of applicants are looked up for each answer, for an erasure would not find them. */
type Kept = { changed: BulkReply['changed'][number] } | { refused: Omit<Refused, 'name'> }

export type BulkChange = { by: Actor; key: string; body: BulkBody }

/**
 * Changes what can be changed, each application in a transaction of its own, and tells of the rest why not. The same
 * again under the same key goes on where it was cut off, and answers alike. Sends no mail. Throws
 * `idempotency_key_reused`.
 */
export async function changeInBulk(
  database: Database,
  clock: () => number,
  { by, key, body }: BulkChange,
  calls?: StatusCalls,
): Promise<Replayable<BulkReply>> {
  const keyed = { token: consoleToken(by), key, request: JSON.stringify(body) }
  await database.alone((tx) => once(tx, keyed, clock(), async () => ({})))
  const outcomes: Replayable<Kept>[] = []
  for (const change of body.changes)
    outcomes.push(await changeOne({ database, clock, calls }, { by, keyed, body, change }))
  const kept = outcomes.map(({ reply }) => reply)
  const refusals = kept.flatMap((each) => ('refused' in each ? [each.refused] : []))
  const names = await database.read((tx) => namesOf(tx, refusals))
  return {
    reply: {
      changed: kept.flatMap((each) => ('changed' in each ? [each.changed] : [])),
      refused: refusals.map((each) => ({ ...each, name: names.get(each.reference) ?? '' })),
    },
    replayed: outcomes.every(({ replayed }) => replayed),
  }
}

type On = { database: Database; clock: () => number; calls: StatusCalls | undefined }
type One = { by: Actor; keyed: Keyed; body: BulkBody; change: BulkBody['changes'][number] }

async function changeOne(
  { database, clock, calls = NO_CALLS }: On,
  { by, keyed, body: { to, note }, change: one }: One,
): Promise<Replayable<Kept>> {
  const { reference } = one
  const own = { ...keyed, key: `${keyed.key} ${reference}` }
  try {
    return await database.alone(async (tx) => {
      const application = await heldApplication(tx, reference)
      const at = clock()
      return once<Kept>(tx, own, at, async () => {
        const change = { ...one, to, note: note.trim(), by }
        await refuseUnread(tx, application, to)
        await changeStatusWithin(tx, application, change, { at, calls })
        return { changed: { reference, change: { who: by.name, at: isoTime(at), status: to } } }
      })
    })
  } catch (error) {
    // Where the database cannot be had nothing is decided: the same again goes on here.
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    const refused = { reference, reason: error.message, sides: error.sides ?? null }
    return database.alone((tx) => once<Kept>(tx, own, clock(), async () => ({ refused })))
  }
}

/** The list shows neither what an applicant wrote nor what it corrects: no close passes over it there. */
async function refuseUnread(
  tx: Transaction,
  { id: application }: ApplicationRow,
  to: StaffStatus,
): Promise<void> {
  if (!isClosed(to)) return
  if (await waitsToCorrect(tx, { application })) throw new AppError('correction_waiting')
  if (await waitsToBeRead(tx, { application })) throw notAllowed(UNREAD)
}

const UNREAD =
  '申込者からのメッセージが届いています。お申し込みの画面で内容を確認してから、もう一度操作してください。'

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
