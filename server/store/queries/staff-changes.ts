/** What staff change of an application: its status, its history, and who stands in it. */
import { type RawBuilder, sql } from 'kysely'
import type { StaffStatus } from '#domain/staff.ts'
import { type ApplicationRow, EMPTY_REGISTRATION, type HistoryRow } from '../schema.ts'
import { readFirst, type Transaction, write, writeDynamic, writeOne } from '../statement.ts'
import { raiseVersion } from './feed.ts'
import { noteErasure } from './retention.ts'
import { forgetDue, forgetTexts } from './search-index.ts'

/** Blanks everything that names a person; what was pending goes on no more. What was agreed, when, and under which words stays. */
export async function eraseApplication(
  tx: Transaction,
  { id, at }: { id: string; at: number },
): Promise<void> {
  // Lock order of an applicant's call, against a deadlock with it. What it adds until the application is held goes below.
  await dropRows(tx, { table: 'status_links', id })
  await blank(tx, { id, at })
  for (const table of WITH_APPLICANT) await dropRows(tx, { table, id })
  await forgetTexts(tx, [id])
  await forgetDue(tx, [id])
  await dropFacilities(tx, { id })
  await blankNotes(tx, { id })
  await cancelMails(tx, { id })
  await blankRecipients(tx, { id })
  await raiseVersion(tx, { application: id })
  await noteErasure(tx, id)
}

/** Changes the status where it still is `from`; `closedAt` is null where it is open with that. */
export const changeStatus = writeOne(
  (db, p: { id: string; from: StaffStatus; to: StaffStatus; closedAt: number | null }) =>
    db
      .updateTable('applications')
      .set({ staff_status: p.to, closed_at: p.closedAt })
      .where('id', '=', p.id)
      .where('staff_status', '=', p.from),
)

/** As changeStatus, where no request to withdraw waits, and no correction unless `despite` is 1. */
export const closeStatus = writeOne(
  (
    db,
    p: { id: string; from: StaffStatus; to: StaffStatus; closedAt: number | null; despite: number },
  ) =>
    db
      .updateTable('applications')
      .set({ staff_status: p.to, closed_at: p.closedAt })
      .where('id', '=', p.id)
      .where('staff_status', '=', p.from)
      .where(isFreeOf('withdrawal_requests', sql`1 = 1`))
      .where(isFreeOf('revisions', sql`${p.despite} = 0`)),
)

function isFreeOf(table: 'withdrawal_requests' | 'revisions', counts: RawBuilder<unknown>) {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} w
    where w.application = applications.id and w.state = 'waiting' and ${counts})`
}

/** Holds an application until the transaction ends; false where its status is another by now. */
export const holdInStatus = writeOne((db, p: { id: string; status: StaffStatus }) =>
  db
    .updateTable('applications')
    .set({ staff_status: p.status })
    .where('id', '=', p.id)
    .where('staff_status', '=', p.status),
)

/** Holds an application until the transaction ends, and gives its status; undefined where it is erased or not complete. */
export const holdApplication = readFirst((db, { id }: { id: string }) =>
  db
    .updateTable('applications')
    .set((row) => ({ link_generation: row.ref('link_generation') }))
    .where('id', '=', id)
    .where('state', '=', 'complete')
    .where('erased_at', 'is', null)
    .returning('staff_status'),
)

/** False where it has another one already. */
export const setCustomerNumber = writeOne((db, p: { id: string; number: string }) =>
  db
    .updateTable('applications')
    .set({ customer_number: p.number })
    .where('id', '=', p.id)
    .where('customer_number', 'in', ['', p.number]),
)

/**
 * Whether a process of a version that does not know a withdrawn application works on this database: each calls itself
 * by the schema it knows. SQLite has one server, and its other programs refuse another schema.
 */
export async function runsOlderProcess(tx: Transaction): Promise<boolean> {
  return (await olderProcess(tx)) !== undefined
}

const olderProcess = readFirst((db, _: unknown, dialect) => {
  const one = db.selectNoFrom(sql<number>`1`.as('one'))
  if (dialect === 'sqlite') return one.where(sql<boolean>`1 = 0`)
  return one.where(
    sql<boolean>`exists (select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'moushikomi')`,
  )
})

/** Who changed the status last, to what, and when. */
export const lastStatusChange = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .select(['who', 'at', 'detail'])
    .where('application', '=', id)
    .where('action', '=', 'status')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

export const addHistory = write((db, row: HistoryRow) => {
  const { id, application, at, who, action, detail } = row
  return db.insertInto('history').values({ id, application, at, who, action, detail })
})

/** What applicant and staff said to each other, and the way to it; the application's row is held by then. */
export const WITH_APPLICANT = [
  'status_links',
  'messages',
  'withdrawal_requests',
  'applicant_calls',
  'revision_facilities',
  'revisions',
] as const

const dropRows = writeDynamic((db, p: { table: (typeof WITH_APPLICANT)[number]; id: string }) =>
  db.deleteFrom(p.table).where('application', '=', p.id),
)

const UNSEARCHABLE = { search_mail: null, search_tel: null, search_company: null }
const CLOSED_TO_CALLERS = sql<
  ApplicationRow['state']
>`case when state = 'pending' then 'superseded' else state end`

const blank = write((db, { id, at }: { id: string; at: number }) =>
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
const dropFacilities = write((db, { id }: { id: string }) =>
  db.deleteFrom('facilities').where('application', '=', id),
)
const blankNotes = write((db, { id }: { id: string }) =>
  db
    .updateTable('history')
    .set({ detail: '' })
    .where('application', '=', id)
    .where('action', '=', 'note'),
)
const cancelMails = write((db, { id }: { id: string }) =>
  db.deleteFrom('outbox').where('application', '=', id).where('state', '!=', 'sent'),
)
const blankRecipients = write((db, { id }: { id: string }) =>
  db
    .updateTable('outbox')
    .set({ recipient: '', mailbox: '', destination: '', source: '', last_error: null })
    .where('application', '=', id),
)
