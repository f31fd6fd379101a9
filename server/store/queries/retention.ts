/**
 * What has been kept long enough. Each query takes what it finds: between a look and a deed staff may have opened it again.
 * What deleted rows leave in a database's files is scrubbed soon after.
 */

import { sql } from 'kysely'
import { CLOSED_STATUSES } from '#domain/staff.ts'
import type { Database } from '../database.ts'
import type { ApplicationRow } from '../schema.ts'
import { readAll, type Transaction, write, writeDynamic } from '../statement.ts'
import { findValue, setValue } from './facts.ts'
import { forgetDue, forgetTexts } from './search-index.ts'

/** Received from one instant on and before another, oldest first, `limit` at most. */
export type BatchRange = { from: number; before: number; limit: number }

export type BatchRow = Pick<ApplicationRow, 'created_at' | 'id'>

/** Removes applications and all that hangs on them; `ids` is not empty. */
export async function deleteApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  await forgetTexts(tx, ids)
  await forgetDue(tx, ids)
  for (const table of CHILDREN) await deleteChildren(tx, { table, ids })
  await deleteRows(tx, { ids })
  await noteErasure(tx, ids.join())
}

const CHILDREN = [
  'applicant_calls',
  'changes',
  'consents',
  'facilities',
  'flags',
  'history',
  'messages',
  'outbox',
  'revision_facilities',
  'revisions',
  'status_links',
  'used_invitations',
  'withdrawal_requests',
  'work',
] as const

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

/**
 * Marks applications that are closed as erased, to be blanked in the same unit. Their days count from the close; a
 * process of the version before left `closed_at` as it was, and an entry in the history.
 */
export const takeClosed = readAll((db, { from, before, limit, at }: BatchRange & { at: number }) =>
  db
    .updateTable('applications')
    .set({ erased_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('applications')
        .select('id')
        .where('state', '=', 'complete')
        .where('staff_status', 'in', CLOSED_STATUSES)
        .where('erased_at', 'is', null)
        .where('created_at', '>=', from)
        .where('created_at', '<', before)
        .where(sql<boolean>`coalesce(closed_at, completed_at) < ${before}`)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('history as h')
                .select('h.id')
                .whereRef('h.application', '=', 'applications.id')
                .where('h.action', '=', 'status')
                .where('h.at', '>=', before),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit),
    )
    .where('staff_status', 'in', CLOSED_STATUSES)
    .where('erased_at', 'is', null)
    .returning(['id', 'created_at']),
)

const DUE = 'scrub_due'

/** Notes, in the transaction that erases, that the files have to be scrubbed; by whichever process looks first. */
export async function noteErasure(tx: Transaction, value: string): Promise<void> {
  await setValue(tx, { name: DUE, value })
}

/** Scrubs the files where something was erased since; true where it did. What was erased meanwhile, or a stop cut off, is due again. */
export async function scrubErased(database: Database, signal?: AbortSignal): Promise<boolean> {
  const due = await database.read((tx) => findValue(tx, { name: DUE }))
  if (!due) return false
  await database.scrub(signal)
  if (signal?.aborted) return false
  await database.atomic((tx) => clearDue(tx, { value: due.value }))
  return true
}

const clearDue = write((db, { value }: { value: string }) =>
  db.deleteFrom('facts').where('name', '=', DUE).where('value', '=', value),
)
