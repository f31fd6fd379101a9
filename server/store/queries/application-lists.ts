/** Filtered, paged lists of applications for staff. */
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { StatusCounts } from '#contract/console-answers.ts'
import { type Turn, UNASSIGNED } from '#domain/figures.ts'
import type { Flow } from '#domain/flows.ts'
import { PARTS, type Part, partOf } from '#domain/list-order.ts'
import {
  type ApplicationState,
  type CustomerAnswer,
  type FlagName,
  STAFF_STATUS_NAMES,
  type StaffStatus,
  type Waiting,
} from '#domain/staff.ts'
import {
  type ApplicationRow,
  type CustomerAnswerRow,
  type FacilityRecord,
  type FlagRow,
  HAS_NUMBER,
  IS_REQUEST,
  type Schema,
  type WorkRow,
} from '../schema.ts'
import { type Dialect, readAll, readDynamic, type Transaction } from '../statement.ts'
import { worksOf } from './assignees-and-views.ts'
import { customerAnswersOf } from './customer-answers.ts'
import { IS_OPEN, isLate, waitsFor } from './situation.ts'
import { hasWaiting } from './waiting.ts'

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
  /** What the billing system said last of the customer number. */
  answer?: CustomerAnswer
  /** Whom it waits for, where it is open. */
  turn?: Turn
  /** It has waited for staff since then, or longer. */
  late?: number
  /** Whoever takes care of it, or UNASSIGNED. */
  assignee?: string
  /** Those alone, by id. */
  among?: readonly string[]
}

/** Cursor of keyset pagination: the last row of a page, and the part of the list that it stood in. */
export type Place = Pick<ApplicationRow, 'created_at' | 'id'> & { part: Part }

export type ListedRow = ApplicationRow & {
  part: Part
  flags: FlagRow[]
  facility_count: number
  /** Undefined while no staff have touched it. */
  work: WorkRow | undefined
  /** Undefined while the billing system has said nothing. */
  answer: CustomerAnswerRow | undefined
}

/** Applications, `limit` of them after a place; without parts newest first. */
export async function applicationsPage(
  tx: Transaction,
  filter: RowFilter,
  { after, limit }: { after?: Place | undefined; limit: number },
  parts: readonly Part[] = ['all'],
): Promise<ListedRow[]> {
  const rows = await rowsInParts(tx, { filter, after, limit }, parts)
  const flags = await childrenOf(tx, 'flags', rows, ['at', 'flag'])
  const counts = await facilityCounts(tx, rows)
  const ids = rows.map(({ id }) => id)
  const works = new Map((await worksOf(tx, ids)).map((work) => [work.application, work]))
  const answers = new Map(
    (await customerAnswersOf(tx, ids)).map((answer) => [answer.application, answer]),
  )
  return rows.map((row) => ({
    ...row,
    flags: flags.get(row.id) ?? [],
    facility_count: counts.get(row.id) ?? 0,
    work: works.get(row.id),
    answer: answers.get(row.id),
  }))
}

export function standingOf({ state, staff_status: status, erased_at }: ApplicationRow) {
  return { state, status, isErased: erased_at !== null }
}

async function rowsInParts(
  tx: Transaction,
  { filter, after, limit }: { filter: RowFilter; after: Place | undefined; limit: number },
  parts: readonly Part[],
): Promise<(ApplicationRow & { part: Part })[]> {
  const rows: (ApplicationRow & { part: Part })[] = []
  // A place in a part that this order does not have is none of its own.
  for (const part of parts.slice(Math.max(0, after ? parts.indexOf(after.part) : 0))) {
    const left = limit - rows.length
    if (left === 0) break
    const place = after?.part === part ? after : undefined
    const more = await pageOf(tx, { filter, part, after: place, limit: left })
    rows.push(...more.map((row) => ({ ...row, part })))
  }
  return rows
}

/** The reference of the application next to another in a list of these parts. */
export async function neighbour(
  tx: Transaction,
  filter: RowFilter,
  { application, parts }: { application: ApplicationRow; parts: readonly Part[] },
  side: Side,
): Promise<string | undefined> {
  // What left the filter stands where it was.
  const standing = { ...standingOf(application), ...(filter.status && { status: filter.status }) }
  const own = parts.indexOf(partOf(parts, standing))
  const way = side === 'next' ? parts.slice(own) : parts.slice(0, own + 1).toReversed()
  for (const [index, part] of way.entries()) {
    const place = index === 0 ? application : undefined
    const [row] = await beside(tx, { filter, part, place, side })
    if (row) return row.reference
  }
  return undefined
}

/** Applications by staff status, and those whose calls are not all there: staff have no status for these yet. */
export async function countByStatus(tx: Transaction, filter: RowFilter): Promise<StatusCounts> {
  const rows = await statusCounts(tx, filter)
  const none = Object.fromEntries(STAFF_STATUS_NAMES.map((status) => [status, 0]))
  const counts = { all: 0, pending: 0, ...none } as StatusCounts
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

type Page = { filter: RowFilter; part: Part; after: Place | undefined; limit: number }

const pageOf = readDynamic((db, { filter, part, after, limit }: Page, dialect) => {
  const page = db.selectFrom('applications as a').selectAll('a').limit(limit)
  return onward(filtered(page, filter, dialect), { part, place: after, side: 'next' })
})

type Side = 'previous' | 'next'
type Way = { part: Part; place: Pick<Place, 'created_at' | 'id'> | undefined; side: Side }

/** The rows of a part behind a place, or before it, the nearest first. */
function onward<O>(
  page: SelectQueryBuilder<Applications, 'a', O>,
  { part, place, side }: Way,
): SelectQueryBuilder<Applications, 'a', O> {
  const isDescending = (PARTS[part] === 'newest first') === (side === 'next')
  const [order, compared] = isDescending ? (['desc', sql`<`] as const) : (['asc', sql`>`] as const)
  let rest = page.orderBy('a.created_at', order).orderBy('a.id', order)
  if (part !== 'all') rest = rest.where(part === 'open' ? IS_OPEN : sql<boolean>`not (${IS_OPEN})`)
  if (!place) return rest
  return rest.where(
    sql<boolean>`(a.created_at, a.id) ${compared} (${place.created_at}, ${place.id})`,
  )
}

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

const beside = readDynamic((db, { filter, ...way }: { filter: RowFilter } & Way, dialect) => {
  const rows = db.selectFrom('applications as a').select('a.reference').limit(1)
  return onward(filtered(rows, filter, dialect), way)
})

const statusCounts = readDynamic((db, filter: RowFilter, dialect) =>
  filtered(db.selectFrom('applications as a'), filter, dialect)
    .groupBy(['a.staff_status', 'a.state'])
    .select((eb) => ['a.staff_status', 'a.state', eb.fn.countAll<number>().as('count')]),
)

type Applications = Schema & { a: ApplicationRow }

/** The rows that are in a list. */
export function filtered<O>(
  page: SelectQueryBuilder<Applications, 'a', O>,
  {
    flow,
    state,
    status,
    from,
    until,
    flag,
    waiting,
    answer,
    turn,
    late,
    assignee,
    among,
  }: RowFilter,
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
  if (answer) rest = rest.where((eb) => hasAnswer(eb, answer))
  if (turn) rest = rest.where(waitsFor(turn))
  if (late !== undefined) rest = rest.where(isLate(late))
  if (assignee === UNASSIGNED) rest = rest.where((eb) => eb.not(isAssigned(eb)))
  else if (assignee) rest = rest.where((eb) => isAssignedTo(eb, assignee))
  if (among) rest = rest.where(isAmong(among, dialect))
  return rest
}

function hasAnswer(eb: ExpressionBuilder<Applications, 'a'>, answer: CustomerAnswer) {
  return eb.exists(
    eb
      .selectFrom('customer_answers')
      .select('customer_answers.application')
      .whereRef('customer_answers.application', '=', 'a.id')
      .where('customer_answers.answer', '=', answer),
  )
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

function assignments(eb: ExpressionBuilder<Applications, 'a'>) {
  return (
    eb
      .selectFrom('work')
      .select('work.application')
      .whereRef('work.application', '=', 'a.id')
      // The index holds these alone.
      .where(sql<boolean>`work.assignee <> ''`)
  )
}

function isAssigned(eb: ExpressionBuilder<Applications, 'a'>) {
  return eb.exists(assignments(eb))
}

function isAssignedTo(eb: ExpressionBuilder<Applications, 'a'>, name: string) {
  return eb.exists(assignments(eb).where('work.assignee', '=', name))
}

/** As one value: a statement has a bound on the number of its values. */
function isAmong(ids: readonly string[], dialect: Dialect) {
  const list = JSON.stringify(ids)
  return dialect === 'sqlite'
    ? sql<boolean>`a.id in (select value from json_each(${list}))`
    : sql<boolean>`a.id in (select json_array_elements_text(${list}::json))`
}

/** What a search may say in full; `number` is a facility's, null for none. */
export const exactMatches = readAll(
  (db, p: { reference: string; name: string; number: string | null; mail: string; tel: string }) =>
    db
      .selectFrom('applications')
      .select('id')
      .where('reference', '=', p.reference)
      .union(
        db.selectFrom('applications').select('id').where('customer', '=', p.name).where(IS_REQUEST),
      )
      .union(
        db
          .selectFrom('applications')
          .select('id')
          .where('customer_number', '=', p.name)
          .where(HAS_NUMBER),
      )
      .union(
        db
          .selectFrom('facilities')
          .select('application as id')
          .where('facility_number', '=', p.number),
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
