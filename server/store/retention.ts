/** What has been kept long enough. Each query takes what it finds: between a look and a deed staff may have opened it again. */
import { noteErasure } from './erasure.ts'
import { readAll } from './queries.ts'
import type { ApplicationRow } from './schema.ts'
import { query } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Received from one instant on and before another, oldest first, `limit` at most. */
export type Kept = { from: number; before: number; limit: number }

export type Taken = Pick<ApplicationRow, 'created_at' | 'id'>

/** Removes applications and all that hangs on them; `ids` is not empty. */
export async function deleteApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const table of CHILDREN)
    await tx.run(query((db) => db.deleteFrom(table).where('application', 'in', ids)))
  await tx.run(query((db) => db.deleteFrom('applications').where('id', 'in', ids)))
  await noteErasure(tx, ids.join())
}

const CHILDREN = [
  'changes',
  'consents',
  'facilities',
  'flags',
  'history',
  'outbox',
  'used_invitations',
] as const

/** Takes applications that were never completed out of their callers' hands, to be deleted in the same unit. */
export const takeIncomplete = readAll((db, { from, before, limit }: Kept) =>
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

/** Marks applications that are done or rejected as erased, to be blanked in the same unit. */
export const takeClosed = readAll((db, { from, before, limit, at }: Kept & { at: number }) =>
  db
    .updateTable('applications')
    .set({ erased_at: at })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('applications')
        .select('id')
        .where('state', '=', 'complete')
        .where('staff_status', 'in', ['done', 'rejected'])
        .where('erased_at', 'is', null)
        .where('created_at', '>=', from)
        .where('created_at', '<', before)
        .where('completed_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    )
    .where('staff_status', 'in', ['done', 'rejected'])
    .where('erased_at', 'is', null)
    .returning(['id', 'created_at']),
)
