/** What staff change of an application: its status, its history, and who stands in it. */
import { sql } from 'kysely'
import type { Flow } from '#domain/flows.ts'
import { AT_WORK, isClosed, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { AppError } from '../../errors.ts'
import { type ApplicationRow, EMPTY_REGISTRATION, type HistoryRow } from '../schema.ts'
import { readFirst, type Transaction, write, writeDynamic, writeOne } from '../statement.ts'
import { raiseVersion } from './feed.ts'
import { keepSums } from './kept-sums.ts'
import { admitStatus } from './known-statuses.ts'
import { noteErasure } from './retention.ts'
import { addNoteToSearch, addNumberToSearch, deleteSearchTexts } from './search-texts.ts'

/**
 * Of one that the task holds: blanks everything that names a person; what was pending goes on no more. What was agreed,
 * when, and under which words stays. Done again it takes what was left or has come since, and the time of the first stays.
 */
export async function eraseApplication(
  tx: Transaction,
  { id, at }: { id: string; at: number },
): Promise<void> {
  await keepSums(tx, { id })
  await blank(tx, { id, at })
  for (const table of WITH_APPLICANT) await dropRows(tx, { table, id })
  await deleteSearchTexts(tx, { ids: [id] })
  await dropFacilities(tx, { id })
  await blankNotes(tx, { id })
  await blankConfirmers(tx, { id })
  await cancelMails(tx, { id })
  await blankRecipients(tx, { id })
  await raiseVersion(tx, { application: id })
  await noteErasure(tx, id)
}

/** Throws AppError `action_refused` while a process works that does not know this status. */
export async function changeStatus(
  tx: Transaction,
  { id, to, at }: { id: string; to: StaffStatus; at: number },
): Promise<void> {
  const { label, since } = STAFF_STATUSES[to]
  if (!(await admitStatus(tx, since)))
    throw new AppError('action_refused', {
      sentence: `以前の版のサーバーが動いている間は、「${label}」にできません。すべてのサーバーの更新が終わってから、もう一度操作してください。`,
    })
  await setStatus(tx, { id, to, closedAt: isClosed(to) ? at : null })
}

const setStatus = write((db, p: { id: string; to: StaffStatus; closedAt: number | null }) =>
  db
    .updateTable('applications')
    .set({ staff_status: p.to, closed_at: p.closedAt })
    .where('id', '=', p.id),
)

/** The application of this flow that has a number; the index keeps a second one out. */
export const holderOfNumber = readFirst((db, p: { flow: Flow; number: string }) =>
  db
    .selectFrom('applications')
    .select('reference')
    .where('flow', '=', p.flow)
    .where('customer_number', '=', p.number)
    // The index holds these alone.
    .where(sql<boolean>`customer_number <> ''`),
)

/** False where it has another one already. Rejects where another application of its flow has this one. */
export async function setCustomerNumber(
  tx: Transaction,
  { id, number }: { id: string; number: string },
): Promise<boolean> {
  if (!(await setNumber(tx, { id, number }))) return false
  await addNumberToSearch(tx, id, number)
  return true
}

const setNumber = writeOne((db, p: { id: string; number: string }) =>
  db
    .updateTable('applications')
    .set({ customer_number: p.number })
    .where('id', '=', p.id)
    .where('customer_number', 'in', ['', p.number]),
)

/** Who did something of this kind last, and when. */
export const lastAction = readFirst(
  (db, { id, action }: { id: string; action: HistoryRow['action'] }) =>
    db
      .selectFrom('history')
      .select(['who', 'at', 'detail'])
      .where('application', '=', id)
      .where('action', '=', action)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1),
)

/** Begins the entry of a link that ended the one before. */
export const LINK_ENDED = '前のリンクを無効にして'

/** Who ended the link before by handing out another one, last, and when. */
export const lastLinkEnd = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .select(['who', 'at'])
    .where('application', '=', id)
    .where('action', '=', 'link')
    .where('detail', 'like', `${LINK_ENDED}%`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** Who gave it to somebody last: also whoever began to work on it. */
export const lastAssignment = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .select(['who', 'at'])
    .where('application', '=', id)
    .where((row) =>
      row.or([
        row('action', '=', 'assignee'),
        row.and([row('action', '=', 'status'), row('detail', '=', AT_WORK)]),
      ]),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** What a note says is searched for, and who confirmed. */
export async function addHistory(tx: Transaction, entry: NewEntry): Promise<void> {
  const row = { confirmed_by: '', ...entry }
  await insertHistory(tx, row)
  const typed = row.action === 'note' ? row.detail : row.confirmed_by
  if (typed !== '') await addNoteToSearch(tx, row.application, typed)
}

type NewEntry = Omit<HistoryRow, 'confirmed_by'> & Partial<Pick<HistoryRow, 'confirmed_by'>>

const insertHistory = write((db, row: HistoryRow) => {
  const { id, application, at, who, action, detail, confirmed_by } = row
  return db.insertInto('history').values({ id, application, at, who, action, detail, confirmed_by })
})

/** What applicant and staff said to each other, and the way to it. */
export const WITH_APPLICANT = [
  'status_links',
  'messages',
  'withdrawal_requests',
  'applicant_calls',
  'revision_facilities',
  'revisions',
  'returned_mails',
  'customer_answers',
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
      erased_at: sql<number>`coalesce(erased_at, ${at})`,
      issued_name: '',
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
const blankConfirmers = write((db, { id }: { id: string }) =>
  db
    .updateTable('history')
    .set({ confirmed_by: '' })
    .where('application', '=', id)
    .where('confirmed_by', '<>', ''),
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
