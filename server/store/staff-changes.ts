/** What staff change of an application: its status, its history, and who stands in it. */
import { sql } from 'kysely'
import type { StaffStatus } from '#domain/staff.ts'
import { type ApplicationRow, EMPTY_REGISTRATION, type HistoryRow } from './schema.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Changes the status where it still is `from`. */
export async function changeStatus(
  tx: Transaction,
  change: { id: string; from: StaffStatus; to: StaffStatus },
): Promise<boolean> {
  return (await tx.run(statusChange, change)) > 0
}

export async function addHistory(tx: Transaction, row: HistoryRow): Promise<void> {
  await tx.run(historyEntry, row)
}

/** Blanks everything that names a person; what was pending goes on no more. What was agreed, when, and under which words stays. */
export async function eraseApplication(
  tx: Transaction,
  { id, at }: { id: string; at: number },
): Promise<void> {
  await tx.run(blank, { id, at })
  await tx.run(dropFacilities, { id })
  await tx.run(blankNotes, { id })
  await tx.run(cancelMails, { id })
  await tx.run(blankRecipients, { id })
}

const statusChange = statement(
  (db, { id, from, to }: { id: string; from: StaffStatus; to: StaffStatus }) =>
    db
      .updateTable('applications')
      .set({ staff_status: to })
      .where('id', '=', id)
      .where('staff_status', '=', from),
)

const historyEntry = statement((db, row: HistoryRow) => {
  const { id, application, at, who, action, detail } = row
  return db.insertInto('history').values({ id, application, at, who, action, detail })
})

const UNSEARCHABLE = { search_mail: null, search_tel: null, search_company: null }
const CLOSED_TO_CALLERS = sql<
  ApplicationRow['state']
>`case when state = 'pending' then 'superseded' else state end`

const blank = statement((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('applications')
    .set({
      ...EMPTY_REGISTRATION,
      ...UNSEARCHABLE,
      state: CLOSED_TO_CALLERS,
      application_key: null,
      erased_at: at,
    })
    .where('id', '=', id),
)
const dropFacilities = statement((db, { id }: { id: string }) =>
  db.deleteFrom('facilities').where('application', '=', id),
)
const blankNotes = statement((db, { id }: { id: string }) =>
  db
    .updateTable('history')
    .set({ detail: '' })
    .where('application', '=', id)
    .where('action', '=', 'note'),
)
const cancelMails = statement((db, { id }: { id: string }) =>
  db.deleteFrom('outbox').where('application', '=', id).where('state', '!=', 'sent'),
)
const blankRecipients = statement((db, { id }: { id: string }) =>
  db
    .updateTable('outbox')
    .set({ recipient: '', mailbox: '', destination: '', source: '' })
    .where('application', '=', id),
)
