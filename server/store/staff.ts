/** Queries of the people who work on applications: lists, one whole record, status, notes, erasure, retention. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { CAMPAIGN_KEYS } from '#domain/applicant.ts'
import type { Flow } from '#domain/flows.ts'
import type { FlagName, StaffStatus } from '#domain/staff.ts'
import {
  APPLICANT_COLUMNS,
  type ApplicationRow,
  type ApplicationState,
  type ConsentRow,
  type FacilityRecord,
  type FlagRow,
  type HistoryRow,
  type OutboxRow,
  type Schema,
} from './schema.ts'
import { query, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** Which applications; a missing condition lets all through. Instants are epoch milliseconds. */
export type Filter = {
  flow?: Flow
  state?: ApplicationState
  status?: StaffStatus
  /** Received at or after. */
  from?: number
  /** Received before. */
  until?: number
  flag?: FlagName
  /** Reference or customer; or the search columns, of the corporation's a part. */
  search?: { exact: string; mail: string | null; tel: string | null; company: string | null }
}

/** Where a page ends: the next begins behind it. */
export type Place = Pick<ApplicationRow, 'created_at' | 'id'>

export type ListedApplication = ApplicationRow & { flags: FlagRow[]; facility_count: number }

/** Applications, newest first, `limit` of them after a place. */
export async function applicationsPage(
  tx: Transaction,
  filter: Filter,
  { after, limit }: { after?: Place | undefined; limit: number },
): Promise<ListedApplication[]> {
  const rows = await tx.all(
    query((db) => {
      const page = db
        .selectFrom('applications as a')
        .selectAll('a')
        .orderBy('a.created_at', 'desc')
        .orderBy('a.id', 'desc')
        .limit(limit)
      const behind =
        after && sql<boolean>`(a.created_at, a.id) < (${after.created_at}, ${after.id})`
      return filtered(behind ? page.where(behind) : page, filter)
    }),
  )
  const flags = await childrenOf(tx, 'flags', rows, 'at')
  const counts = await facilityCounts(tx, rows)
  return rows.map((row) => ({
    ...row,
    flags: flags.get(row.id) ?? [],
    facility_count: counts.get(row.id) ?? 0,
  }))
}

/** How many applications have each status; counts them one by one. */
export async function countByStatus(
  tx: Transaction,
  filter: Filter,
): Promise<Record<StaffStatus, number>> {
  const rows = await tx.all(
    query((db) =>
      filtered(db.selectFrom('applications as a'), filter)
        .groupBy('a.staff_status')
        .select((eb) => ['a.staff_status', eb.fn.countAll<number>().as('count')]),
    ),
  )
  const counts = { received: 0, in_progress: 0, done: 0, rejected: 0 }
  for (const { staff_status, count } of rows) counts[staff_status] = count
  return counts
}

/** The facilities of some applications, in order. */
export async function facilitiesOf(
  tx: Transaction,
  applications: readonly { id: string }[],
): Promise<Map<string, FacilityRecord[]>> {
  return childrenOf(tx, 'facilities', applications, 'no')
}

/** Applications that a person may mean by a reference, a username or a customer number; newest first. */
export async function findApplications(tx: Transaction, name: string): Promise<ApplicationRow[]> {
  return tx.all(byName, { name, reference: name.toUpperCase() })
}

export type WholeApplication = {
  application: ApplicationRow
  consents: ConsentRow[]
  facilities: FacilityRecord[]
  flags: FlagRow[]
  history: HistoryRow[]
  outbox: OutboxRow[]
}

export async function wholeApplication(
  tx: Transaction,
  id: string,
): Promise<WholeApplication | undefined> {
  const application = await tx.first(byId, { id })
  if (!application) return undefined
  const [consents, facilities, flags, history, outbox] = [
    await tx.all(consentsOf, { id }),
    await tx.all(facilityRows, { id }),
    await tx.all(flagsOf, { id }),
    await tx.all(historyOf, { id }),
    await tx.all(outboxOf, { id }),
  ]
  return { application, consents, facilities, flags, history, outbox }
}

/** Changes the status where it still is `from`. */
export async function changeStatus(
  tx: Transaction,
  change: { id: string; from: StaffStatus; to: StaffStatus },
): Promise<boolean> {
  return (await tx.run(statusChange, change)) > 0
}

/** Another application of the same customer number that is still open; a suspension has one at most. */
export async function otherOpenSuspension(
  tx: Transaction,
  { id, customer }: { id: string; customer: string },
): Promise<string | undefined> {
  return (await tx.first(openSuspension, { id, customer }))?.reference
}

export async function addHistory(tx: Transaction, row: HistoryRow): Promise<void> {
  await tx.run(historyEntry, row)
}

/** Blanks everything that names a person. What was agreed, when, and under which words stays. */
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

/** Which applications have been kept long enough: received from one instant on and before another, oldest first. */
export type Kept = { from: number; before: number; limit: number }

/** Takes applications that were never completed out of their callers' hands, to be deleted in the same unit. */
export async function takeIncomplete(tx: Transaction, kept: Kept): Promise<Place[]> {
  return tx.all(incompleteTaken, kept)
}

/** Applications that are done or rejected and not erased yet. */
export async function closedApplications(tx: Transaction, kept: Kept): Promise<Place[]> {
  return tx.all(closedBefore, kept)
}

/** Removes applications and all that hangs on them; `ids` is not empty. */
export async function deleteApplications(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const table of CHILDREN)
    await tx.run(query((db) => db.deleteFrom(table).where('application', 'in', ids)))
  await tx.run(query((db) => db.deleteFrom('applications').where('id', 'in', ids)))
}

const CHILDREN = [
  'consents',
  'facilities',
  'flags',
  'history',
  'outbox',
  'used_invitations',
] as const

type Applications = Schema & { a: ApplicationRow }

function filtered<O>(
  page: SelectQueryBuilder<Applications, 'a', O>,
  { flow, state, status, from, until, flag, search }: Filter,
): SelectQueryBuilder<Applications, 'a', O> {
  let rest = page
  if (flow) rest = rest.where('a.flow', '=', flow)
  if (state) rest = rest.where('a.state', '=', state)
  if (status) rest = rest.where('a.staff_status', '=', status)
  if (from !== undefined) rest = rest.where('a.created_at', '>=', from)
  if (until !== undefined) rest = rest.where('a.created_at', '<', until)
  if (flag) rest = rest.where((eb) => hasFlag(eb, flag))
  if (search) rest = rest.where((eb) => matches(eb, search))
  return rest
}

function hasFlag(eb: ExpressionBuilder<Applications, 'a'>, flag: FlagName) {
  return eb.exists(
    eb
      .selectFrom('flags')
      .select('flags.application')
      .whereRef('flags.application', '=', 'a.id')
      .where('flags.flag', '=', flag),
  )
}

function matches(
  eb: ExpressionBuilder<Applications, 'a'>,
  { exact, mail, tel, company }: NonNullable<Filter['search']>,
) {
  const found = [eb('a.reference', '=', exact.toUpperCase()), eb('a.customer', '=', exact)]
  if (mail) found.push(eb('a.search_mail', '=', mail))
  if (tel) found.push(eb('a.search_tel', '=', tel))
  if (company) {
    const part = `%${company.replace(/[\\%_]/g, '\\$&')}%`
    found.push(eb(sql`a.search_company`, 'like', sql`${part} escape '\\'`))
  }
  return eb.or(found)
}

async function facilityCounts(
  tx: Transaction,
  applications: readonly { id: string }[],
): Promise<Map<string, number>> {
  if (applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const rows = await tx.all(
    query((db) =>
      db
        .selectFrom('facilities')
        .select((eb) => ['application', eb.fn.countAll<number>().as('count')])
        .where('application', 'in', ids)
        .groupBy('application'),
    ),
  )
  return new Map(rows.map(({ application, count }) => [application, count]))
}

async function childrenOf<T extends 'flags' | 'facilities'>(
  tx: Transaction,
  table: T,
  applications: readonly { id: string }[],
  order: string,
): Promise<Map<string, Schema[T][]>> {
  if (applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const rows = (await tx.all(
    query((db) =>
      db
        .selectFrom(table as 'flags')
        .selectAll()
        .where('application', 'in', ids)
        .orderBy(sql.ref(order)),
    ),
  )) as unknown as Schema[T][]
  return Map.groupBy(rows, ({ application }) => application)
}

const byId = statement((db, { id }: { id: string }) =>
  db.selectFrom('applications').selectAll().where('id', '=', id),
)

const byName = statement((db, { name, reference }: { name: string; reference: string }) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('reference', '=', reference),
        eb('id', '=', name),
        eb.and([eb('customer', '=', name), eb('flow', 'in', ['migration', 'suspension'])]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

const consentsOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('consents').selectAll().where('application', '=', id).orderBy('seq'),
)
const facilityRows = statement((db, { id }: { id: string }) =>
  db.selectFrom('facilities').selectAll().where('application', '=', id).orderBy('no'),
)
const flagsOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('flags').selectAll().where('application', '=', id).orderBy('at').orderBy('flag'),
)
// A status stands before the note that came with it, at the same instant.
const historyOf = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('history')
    .selectAll()
    .where('application', '=', id)
    .orderBy('at')
    .orderBy('action', 'desc')
    .orderBy('id'),
)
const outboxOf = statement((db, { id }: { id: string }) =>
  db.selectFrom('outbox').selectAll().where('application', '=', id).orderBy('id'),
)

const statusChange = statement(
  (db, { id, from, to }: { id: string; from: StaffStatus; to: StaffStatus }) =>
    db
      .updateTable('applications')
      .set({ staff_status: to })
      .where('id', '=', id)
      .where('staff_status', '=', from),
)

const openSuspension = statement((db, { id, customer }: { id: string; customer: string }) =>
  db
    .selectFrom('applications')
    .select('reference')
    .where('customer', '=', customer)
    .where('flow', '=', 'suspension')
    .where('staff_status', 'in', ['received', 'in_progress'])
    .where('id', '!=', id),
)

const historyEntry = statement((db, row: HistoryRow) => {
  const { id, application, at, who, action, detail } = row
  return db.insertInto('history').values({ id, application, at, who, action, detail })
})

/** Every column of the applicant's own words, as nothing. */
const BLANK = Object.fromEntries(
  [...Object.values(APPLICANT_COLUMNS), ...CAMPAIGN_KEYS].map((column) => [column, '']),
)
const UNSEARCHABLE = { search_mail: null, search_tel: null, search_company: null }

const blank = statement((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('applications')
    .set({ ...BLANK, ...UNSEARCHABLE, application_key: null, erased_at: at })
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
  db.updateTable('outbox').set({ recipient: '' }).where('application', '=', id),
)

const incompleteTaken = statement((db, { from, before, limit }: Kept) =>
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
    // Somebody may have completed it since it was looked for.
    .where('state', '!=', 'complete')
    .returning(['id', 'created_at']),
)

const closedBefore = statement((db, { from, before, limit }: Kept) =>
  db
    .selectFrom('applications')
    .select(['id', 'created_at'])
    .where('state', '=', 'complete')
    .where('staff_status', 'in', ['done', 'rejected'])
    .where('erased_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', before)
    .where('completed_at', '<', before)
    .orderBy('created_at')
    .limit(limit),
)
