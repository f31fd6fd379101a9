/** Lists of applications for staff: filtered, searched, paged, counted; and one application with what belongs to it. */

import { setImmediate } from 'node:timers/promises'
import type { Neighbours, StatusCounts } from '#contract/console-answers.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { partsOf } from '#domain/list-order.ts'
import { DAY_MS, startOfDayInTokyo } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
import { calendarOf } from '../observability/calendar.ts'
import type { Database } from '../store/database.ts'
import {
  applicationsPage,
  countByStatus,
  facilitiesOfPage,
  type ListedRow,
  neighbour,
  type Place,
  type RowFilter,
  sizeOfList,
} from '../store/queries/application-lists.ts'
import { type Handling, handlingOf } from '../store/queries/handling.ts'
import {
  findApplications,
  type RelatedRow,
  relatedTo,
  type WholeApplication,
  wholeApplication,
} from '../store/queries/stored-applications.ts'
import type { ApplicationRow, FacilityRecord } from '../store/schema.ts'
import { type Typed, typedIn } from './correction-words.ts'
import { type Asker, createSearch, type Search } from './search.ts'

export type ListPlace = { after?: Place | undefined; limit: number }

export type ApplicationLists = {
  /** A page in the filter's order, and the applications of each status under the filter, its status and state left out. */
  list(filter: Filter, place: ListPlace, asker?: Asker): Promise<List>
  /** The newest that a search would find in any status but for one slip of its words. */
  nearest(filter: Filter, asker?: Asker): Promise<ListedRow[]>
  /** Newest first; the next page begins after the last application of this one. */
  page(filter: Filter, place: ListPlace): Promise<ListedRow[]>
  /** The whole list, page by page, in constant memory; what a search finds by a number in full comes first. */
  pages(filter: Filter, limit?: number, asker?: Asker): AsyncGenerator<ListedRow[]>
  /** Applications under the whole filter; of a search that finds more than MOST_FOUND, the newest of them. */
  count(filter: Filter, asker?: Asker): Promise<number>
  /** Of a file: applications under the whole filter, and its rows. */
  size(filter: Filter, asker?: Asker): Promise<{ applications: number; rows: number }>
  facilities(applications: readonly { id: string }[]): Promise<Map<string, FacilityRecord[]>>
  /** How staff took them up, for files: lists do without. */
  handling(applications: readonly { id: string }[]): Promise<Map<string, Handling>>
  /** As it was sent, where a correction counts by now; undefined where none does. */
  first(application: ApplicationRow): Promise<Typed | undefined>
  /** The newest application of a reference or customer number, and the references of its others. */
  find(name: string): Promise<{ whole: WholeApplication; others: string[] } | undefined>
  /** The applications beside one in a list, whether it is in that list itself or not. Throws AppError. */
  neighbours(reference: string, filter: Filter, asker?: Asker): Promise<Neighbours>
  /** Other applications of an existing customer's number, newest first. */
  related(application: ApplicationRow): Promise<RelatedRow[]>
}

/** `isPartial`: there may be more than the search has found, which are the newest. */
type List = { rows: ListedRow[]; counts: StatusCounts; isPartial: boolean }

/** `alertHours` as WAITING_ALERT_HOURS: after them something is late. */
export function createLists(
  database: Database,
  clock: () => number,
  alertHours: number,
): ApplicationLists {
  const search = createSearch(database, clock)
  const wanted = (filter: Filter) => conditionsAt(filter, { database, clock, alertHours })
  const narrowed = async (filter: Filter, asker?: Asker) =>
    narrow(search, filter.search, await wanted(filter), asker)
  return {
    async list(filter, place, asker) {
      const { rows, isPartial } = await narrowed(filter, asker)
      const { status, state, ...others } = rows
      return {
        rows: await database.browse((tx) => applicationsPage(tx, rows, place, partsOf(filter))),
        counts: await database.browse((tx) => countByStatus(tx, others)),
        isPartial,
      }
    },
    async nearest(filter, asker) {
      if (filter.search.trim() === '') return []
      const { status, state, ...others } = await wanted(filter)
      const among = await search.nearest(filter.search, others, asker)
      const place = { limit: among.length }
      return database.browse((tx) => applicationsPage(tx, { ...others, among }, place))
    },
    async page(filter, place) {
      const { rows } = await narrowed(filter)
      return database.browse((tx) => applicationsPage(tx, rows, place))
    },
    pages: (filter, limit = Number.POSITIVE_INFINITY, asker) =>
      pagesOf(
        database,
        listsOf(search, filter.search, () => wanted(filter), asker),
        limit,
      ),
    async count(filter, asker) {
      const { rows } = await narrowed(filter, asker)
      return (await database.browse((tx) => countByStatus(tx, rows))).all
    },
    async size(filter, asker) {
      const { rows } = await narrowed(filter, asker)
      return database.browse((tx) => sizeOfList(tx, rows))
    },
    first: async ({ id, revision }) =>
      revision === 1 ? undefined : database.browse((tx) => typedIn(tx, id, 1)),
    facilities: (applications) => database.browse((tx) => facilitiesOfPage(tx, applications)),
    handling: (applications) =>
      database.browse((tx) =>
        handlingOf(
          tx,
          applications.map(({ id }) => id),
        ),
      ),
    async neighbours(reference, filter, asker) {
      const { rows } = await narrowed(filter, asker)
      return database.browse(async (tx) => {
        const [application] = await findApplications(tx, reference)
        if (!application) throw new AppError('unknown_application')
        const parts = partsOf(filter)
        const [previous, next] = await Promise.all([
          neighbour(tx, rows, { application, parts }, 'previous'),
          neighbour(tx, rows, { application, parts }, 'next'),
        ])
        return { previous: previous ?? null, next: next ?? null }
      })
    },
    related: (application) => database.browse((tx) => relatedTo(tx, application)),
    find: (name) =>
      database.read(async (tx) => {
        const [newest, ...others] = await findApplications(tx, name)
        const whole = newest && (await wholeApplication(tx, newest.id))
        return whole && { whole, others: others.map(({ reference }) => reference) }
      }),
  }
}

/** Rows of a page: at 64 KB an application, a few megabytes at most. */
const PAGE = 50

async function* pagesOf(
  database: Database,
  lists: AsyncIterable<RowFilter>,
  limit: number,
): AsyncGenerator<ListedRow[]> {
  let left = limit
  for await (const rows of lists) {
    let after: Place | undefined
    while (left > 0) {
      const place = { after, limit: Math.min(PAGE, left) }
      const page = await database.browse((tx) => applicationsPage(tx, rows, place))
      if (page.length > 0) yield page
      // Reads of SQLite never wait: other requests get their turn between two pages.
      await setImmediate()
      left -= page.length
      if (page.length < place.limit) break
      after = page.at(-1)
    }
    if (left <= 0) return
  }
}

/** One list, or where something is searched for as many as the search finds one after another. */
async function* listsOf(
  search: Search,
  text: string,
  wanted: () => Promise<RowFilter>,
  asker: Asker | undefined,
): AsyncGenerator<RowFilter> {
  const conditions = await wanted()
  if (text.trim() === '') yield conditions
  else for await (const among of search.all(text, conditions, asker)) yield { ...conditions, among }
}

async function narrow(
  search: Search,
  text: string,
  conditions: RowFilter,
  asker: Asker | undefined,
): Promise<{ rows: RowFilter; isPartial: boolean }> {
  if (text.trim() === '') return { rows: conditions, isPartial: false }
  const { ids: among, isPartial } = await search.newest(text, conditions, asker)
  return { rows: { ...conditions, among }, isPartial }
}

type At = { database: Database; clock: () => number; alertHours: number }

async function conditionsAt(
  filter: Filter,
  { database, clock, alertHours }: At,
): Promise<RowFilter> {
  const conditions = conditionsOf(filter)
  if (!filter.late) return conditions
  const { lateBefore } = await database.browse(calendarOf)
  return { ...conditions, late: lateBefore(clock(), alertHours) }
}

function conditionsOf(filter: Filter): RowFilter {
  const { flow, state, status, flag, waiting, answer, turn, from, to, assignee } = filter
  return {
    ...(flow && { flow }),
    // A status is the staff's: an application that is not complete has none yet.
    ...(status && { state: 'complete', status }),
    ...(state && { state }),
    ...(flag && { flag }),
    ...(waiting && { waiting }),
    ...(answer && { answer }),
    ...(turn && { turn }),
    ...(assignee && { assignee }),
    ...(from && { from: startOfDayInTokyo(from) }),
    ...(to && { until: startOfDayInTokyo(to) + DAY_MS }),
  }
}
