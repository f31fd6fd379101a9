/**
 * What has been kept long enough: between a look and a deed staff may have opened it again.
 * What deleted rows leave in a database's files is scrubbed soon after.
 */

import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { ApplicationRow, Schema } from '../schema.ts'
import { readAll, readFirst, type Transaction, write, writeDynamic } from '../statement.ts'
import { findValue, setValue } from './installation-values.ts'
import { deleteSearchTexts } from './search-texts.ts'

/** Received from one instant on and before another, oldest first, `limit` at most. */
export type BatchRange = { from: number; before: number; limit: number }

export type BatchRow = Pick<ApplicationRow, 'created_at' | 'id'>

/** Removes applications and all that hangs on them; `ids` is not empty. */
export async function deleteApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  await deleteSearchTexts(tx, { ids })
  for (const table of CHILDREN) await deleteChildren(tx, { table, ids })
  await deleteRows(tx, { ids })
  await noteErasure(tx, ids.join())
}

const CHILDREN = [
  'applicant_calls',
  'changes',
  'consents',
  'customer_answers',
  'facilities',
  'flags',
  'history',
  'messages',
  'outbox',
  'returned_mails',
  'revision_facilities',
  'revisions',
  'status_links',
  'used_invitations',
  'withdrawal_requests',
  'work',
] as const

/** The tables that hold what an applicant or staff wrote. */
export const PERSONAL_TABLES = ['applications', 'search_texts', ...CHILDREN] as const

type Ids = { ids: readonly string[] }

const deleteChildren = writeDynamic((db, p: Ids & { table: (typeof CHILDREN)[number] }) =>
  db.deleteFrom(p.table).where('application', 'in', p.ids),
)

const deleteRows = writeDynamic((db, { ids }: Ids) =>
  db.deleteFrom('applications').where('id', 'in', ids),
)

/** Takes applications that were never completed out of their callers' hands, to be deleted in the same unit. */
export const takeIncomplete = readAll((db, { from, before, limit }: BatchRange) =>
  db
    .updateTable('applications')
    .set({ state: 'superseded' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('applications')
        .select('id')
        .where('state', '!=', 'complete')
        .where('created_at', '>=', from)
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .where('state', '!=', 'complete')
    .returning(['id', 'created_at']),
)

/** Of those that are closed since before an instant, oldest first. */
export const closedBefore = readAll((db, { from, before, limit }: BatchRange) =>
  dueIn(db, before)
    .select(['id', 'reference', 'created_at'])
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit),
)

export async function isClosedBefore(
  tx: Transaction,
  wanted: { id: string; before: number },
): Promise<boolean> {
  return (await oneClosedBefore(tx, wanted)) !== undefined
}

const oneClosedBefore = readFirst((db, { id, before }: { id: string; before: number }) =>
  dueIn(db, before).select('id').where('id', '=', id),
)

function dueIn(db: Kysely<Schema>, before: number) {
  return db
    .selectFrom('applications')
    .where('state', '=', 'complete')
    .where('erased_at', 'is', null)
    .where('closed_at', '<', before)
}

const DUE = 'scrub_due'

/** Notes, in the transaction that erases, that the files have to be scrubbed; by whichever process looks first. */
export async function noteErasure(tx: Transaction, value: string): Promise<void> {
  await setValue(tx, { name: DUE, value })
}

/** Nothing was erased since; scrubbed; or left to another role, or to another time behind a stop. */
export type Scrubbing = 'not due' | 'done' | 'left'

/** Scrubs the files where something was erased since. What was erased meanwhile, or a stop cut off, is due again. */
export async function scrubErased(database: Database, signal?: AbortSignal): Promise<Scrubbing> {
  const due = await database.read((tx) => findValue(tx, { name: DUE }))
  if (!due) return 'not due'
  const isDone = await database.scrub(signal)
  if (!isDone || signal?.aborted) return 'left'
  await database.atomic((tx) => clearDue(tx, { value: due.value }))
  return 'done'
}

const clearDue = write((db, { value }: { value: string }) =>
  db.deleteFrom('facts').where('name', '=', DUE).where('value', '=', value),
)
