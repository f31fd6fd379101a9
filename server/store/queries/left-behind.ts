/**
 * What a process of the version before leaves where it erases or closes an application: it knows nothing of what
 * applicants do after it. Of this version both end it themselves.
 */
import { sql } from 'kysely'
import { CLOSED_STATUSES } from '#domain/staff.ts'
import { type Transaction, write, writeDynamic } from '../statement.ts'
import { noteErasure } from './retention.ts'
import { WITH_APPLICANT } from './staff-changes.ts'

/** Takes away what was typed into applications that are erased. */
export async function eraseLeftBehind(tx: Transaction): Promise<void> {
  const counts: number[] = []
  for (const table of WITH_APPLICANT) counts.push(await dropOfErased(tx, { table }))
  if (counts.some((count) => count > 0)) await noteErasure(tx, 'left behind')
}

const dropOfErased = writeDynamic((db, { table }: { table: (typeof WITH_APPLICANT)[number] }) =>
  db.deleteFrom(table).where(
    sql<boolean>`exists (select 1 from applications a
        where a.id = ${sql.ref(`${table}.application`)} and a.erased_at is not null)`,
  ),
)

/** Ends corrections that waited when their applications were closed. Who closed it says its history. */
export const lapseLeftBehind = write((db, { at }: { at: number }) =>
  db
    .updateTable('revisions')
    .set({ state: 'lapsed', decided_at: at })
    .where(sql<boolean>`state = 'waiting'`)
    .where((row) =>
      row.exists(
        row
          .selectFrom('applications as a')
          .select('a.id')
          .whereRef('a.id', '=', 'revisions.application')
          .where('a.staff_status', 'in', CLOSED_STATUSES),
      ),
    ),
)
