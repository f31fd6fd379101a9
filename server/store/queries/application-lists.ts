/** Filtered, paged lists of applications for staff. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { StatusCounts } from '#contract/console.ts'
import type { Flow } from '#domain/flows.ts'
import type { ApplicationState, FlagName, StaffStatus, Waiting } from '#domain/staff.ts'
import {
  type ApplicationRow,
  type FacilityRecord,
  type FlagRow,
  IS_REQUEST,
  type Schema,
  type WorkRow,
} from '../schema.ts'
import { type Dialect, readAll, readDynamic, type Transaction } from '../statement.ts'
import { hasWaiting } from './waiting.ts'
import { worksOf } from './work.ts'

/** The conditions of a list in the database's terms; a missing one filters nothing. Instants are epoch milliseconds. */
export type RowFilter = {
  flow?: Flow
  state?: ApplicationState
  status?: StaffStatus
  /** Received at or after. */
  from?: number
  /** Received before. */
  until?: number
  flag?: FlagName
  /** Something of this kind waits for staff. */
  waiting?: Waiting
  /** Whoever takes care of it. */
  assignee?: string
  /** Those alone, by id. */
  among?: readonly string[]
}

/** Cursor of keyset pagination: the last row of a page. */
export type Place = Pick<ApplicationRow, 'created_at' | 'id'>

export type ListedRow = ApplicationRow & {
  flags: FlagRow[]
  facility_count: number
  /** Undefined while no staff have touched it. */
  work: WorkRow | undefined
}

/** Applications, newest first, `limit` of them after a place. */
export async function applicationsPage(
  tx: Transaction,
  filter: RowFilter,
  { after, limit }: { after?: Place | undefined; limit: number },
): Promise<ListedRow[]> {
  const rows = await pageOf(tx, { filter, after, limit })
  const flags = await childrenOf(tx, 'flags', rows, ['at', 'flag'])
  const counts = await facilityCounts(tx, rows)
  const works = new Map(
    (
      await worksOf(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((work) => [work.application, work]),
  )
  return rows.map((row) => ({
    ...row,
    flags: flags.get(row.id) ?? [],
    facility_count: counts.get(row.id) ?? 0,
    work: works.get(row.id),
  }))
}

/** The reference of the application next to a place in a list, which is newest first. */
export async function neighbour(
  tx: Transaction,
  filter: RowFilter,
  place: Place,
  side: 'newer' | 'older',
): Promise<string | undefined> {
  const [row] = await beside(tx, { filter, place, side })
  return row?.reference
}

/** Applications by staff status, and those whose calls are not all there: staff have no status for these yet. */
export async function countByStatus(tx: Transaction, filter: RowFilter): Promise<StatusCounts> {
  const rows = await statusCounts(tx, filter)
  const counts: StatusCounts = {
    all: 0,
    pending: 0,
    received: 0,
    in_progress: 0,
    done: 0,
    rejected: 0,
    withdrawn: 0,
  }
  for (const { staff_status, state, count } of rows) {
    counts.all += count
    if (state === 'complete') counts[staff_status] += count
    if (state === 'pending') counts.pending += count
  }
  return counts
}

/** How many applications there are, and how many rows where each facility has one. */
export async function sizeOfList(
  tx: Transaction,
  filter: RowFilter,
): Promise<{ applications: number; rows: number }> {
  const [size] = await listSize(tx, filter)
  return { applications: size?.applications ?? 0, rows: size?.rows ?? 0 }
}

/** The facilities of some applications, in order. */
export async function facilitiesOfPage(
  tx: Transaction,
  applications: readonly { id: string }[],
): Promise<Map<string, FacilityRecord[]>> {
  return childrenOf(tx, 'facilities', applications, ['no'])
}

type Page = { filter: RowFilter; after: Place | undefined; limit: number }

const pageOf = readDynamic((db, { filter, after, limit }: Page, dialect) => {
  const page = db
    .selectFrom('applications as a')
    .selectAll('a')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
  const behind = after && sql<boolean>`(a.created_at, a.id) < (${after.created_at}, ${after.id})`
  return filtered(behind ? page.where(behind) : page, filter, dialect)
})

const listSize = readDynamic((db, filter: RowFilter, dialect) => {
  const each = db.selectFrom('applications as a').select((eb) =>
    eb
      .selectFrom('facilities as f')
      .whereRef('f.application', '=', 'a.id')
      .select((of) => of.fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('facilities'),
  )
  return db.selectFrom(filtered(each, filter, dialect).as('each')).select((eb) => [
    eb.fn.countAll<number>().as('applications'),
    // An application without facilities has a row all the same.
    sql<number>`coalesce(sum(case when facilities = 0 then 1 else facilities end), 0)`.as('rows'),
  ])
})

type Beside = { filter: RowFilter; place: Place; side: 'newer' | 'older' }

const beside = readDynamic((db, { filter, place, side }: Beside, dialect) => {
  const [order, compared] =
    side === 'older' ? (['desc', sql`<`] as const) : (['asc', sql`>`] as const)
  const rows = db
    .selectFrom('applications as a')
    .select('a.reference')
    .where(sql<boolean>`(a.created_at, a.id) ${compared} (${place.created_at}, ${place.id})`)
    .orderBy('a.created_at', order)
    .orderBy('a.id', order)
    .limit(1)
  return filtered(rows, filter, dialect)
})

const statusCounts = readDynamic((db, filter: RowFilter, dialect) =>
  filtered(db.selectFrom('applications as a'), filter, dialect)
    .groupBy(['a.staff_status', 'a.state'])
    .select((eb) => ['a.staff_status', 'a.state', eb.fn.countAll<number>().as('count')]),
)

type Applications = Schema & { a: ApplicationRow }

function filtered<O>(
  page: SelectQueryBuilder<Applications, 'a', O>,
  { flow, state, status, from, until, flag, waiting, assignee, among }: RowFilter,
  dialect: Dialect,
): SelectQueryBuilder<Applications, 'a', O> {
  let rest = page
  if (flow) rest = rest.where('a.flow', '=', flow)
  if (state) rest = rest.where('a.state', '=', state)
  if (status) rest = rest.where('a.staff_status', '=', status)
  if (from !== undefined) rest = rest.where('a.created_at', '>=', from)
  if (until !== undefined) rest = rest.where('a.created_at', '<', until)
  if (flag) rest = rest.where((eb) => hasFlag(eb, flag))
  if (waiting) rest = rest.where(hasWaiting(waiting))
  if (assignee) rest = rest.where((eb) => isAssignedTo(eb, assignee))
  if (among) rest = rest.where(isAmong(among, dialect))
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

function isAssignedTo(eb: ExpressionBuilder<Applications, 'a'>, name: string) {
  return eb.exists(
    eb
      .selectFrom('work')
      .select('work.application')
      .whereRef('work.application', '=', 'a.id')
      .where('work.assignee', '=', name)
      // The index holds these alone.
      .where(sql<boolean>`work.assignee <> ''`),
  )
}

/** As one value: a statement has a bound on the number of its values. */
function isAmong(ids: readonly string[], dialect: Dialect) {
  const list = JSON.stringify(ids)
  return dialect === 'sqlite'
    ? sql<boolean>`a.id in (select value from json_each(${list}))`
    : sql<boolean>`a.id in (select json_array_elements_text(${list}::json))`
}

/** What a search may say in full: found whether the index has it or not. */
export const exactMatches = readAll(
  (db, p: { reference: string; name: string; mail: string; tel: string }) =>
    db
      .selectFrom('applications')
      .select('id')
      .where('reference', '=', p.reference)
      .union(db.selectFrom('applications').select('id').where('id', '=', p.name))
      .union(
        db.selectFrom('applications').select('id').where('customer', '=', p.name).where(IS_REQUEST),
      )
      .union(db.selectFrom('applications').select('id').where('search_mail', '=', p.mail))
      .union(db.selectFrom('applications').select('id').where('search_tel', '=', p.tel)),
)

async function facilityCounts(
  tx: Transaction,
  applications: readonly { id: string }[],
): Promise<Map<string, number>> {
  if (applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const rows = await countFacilities(tx, ids)
  return new Map(rows.map(({ application, count }) => [application, count]))
}

/** Rows of a table that belong to some applications, by application. */
export async function childrenOf<T extends 'flags' | 'facilities' | 'consents'>(
  tx: Transaction,
  table: T,
  applications: readonly { id: string }[],
  order: readonly string[],
): Promise<Map<string, Schema[T][]>> {
  if (applications.length === 0) return new Map()
  const ids = applications.map(({ id }) => id)
  const rows = (await rowsOf(tx, { table, ids, order })) as unknown as Schema[T][]
  return Map.groupBy(rows, ({ application }) => application)
}

const countFacilities = readDynamic((db, ids: readonly string[]) =>
  db
    .selectFrom('facilities')
    .select((eb) => ['application', eb.fn.countAll<number>().as('count')])
    .where('application', 'in', ids)
    .groupBy('application'),
)

type Children = { table: string; ids: readonly string[]; order: readonly string[] }

const rowsOf = readDynamic((db, { table, ids, order }: Children) => {
  const found = db
    .selectFrom(table as 'flags')
    .selectAll()
    .where('application', 'in', ids)
  return order.reduce((sorted, column) => sorted.orderBy(sql.ref(column)), found)
})
