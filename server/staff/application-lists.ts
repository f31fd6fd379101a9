/** Lists of applications for staff: filtered, searched, paged, counted; and one application with what belongs to it. */

import { setImmediate } from 'node:timers/promises'
import { MOST_FOUND, type Neighbours, type StatusCounts } from '#contract/console.ts'
import type { Filter } from '#contract/console-schemas.ts'
import { startOfDayInTokyo } from '#domain/tokyo-time.ts'
import { AppError } from '../errors.ts'
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
import {
  findApplications,
  type RelatedRow,
  relatedTo,
  type WholeApplication,
  wholeApplication,
} from '../store/queries/stored-applications.ts'
import type { ApplicationRow, FacilityRecord } from '../store/schema.ts'
import { type Typed, typedIn } from './corrected.ts'
import { firstMatches, matches } from './search.ts'

export type ListPlace = { after?: Place | undefined; limit: number }

export type ApplicationLists = {
  /** A page, newest first, and the applications of each status under the filter, its status and state left out. */
  list(filter: Filter, place: ListPlace): Promise<List>
  /** Newest first; the next page begins after the last application of this one. */
  page(filter: Filter, place: ListPlace): Promise<ListedRow[]>
  /** The whole list, page by page, in constant memory; what was searched for comes about newest first. */
  pages(filter: Filter, limit?: number): AsyncGenerator<ListedRow[]>
  /** Applications under the whole filter; of a search that finds more than MOST_FOUND, the newest of them. */
  count(filter: Filter): Promise<number>
  /** Of a file: applications under the whole filter, and its rows. */
  size(filter: Filter): Promise<{ applications: number; rows: number }>
  facilities(applications: readonly { id: string }[]): Promise<Map<string, FacilityRecord[]>>
  /** As it was sent, where a correction counts by now; undefined where none does. */
  first(application: ApplicationRow): Promise<Typed | undefined>
  /** The newest application of a reference, username or customer number, and the references of its others. */
  find(name: string): Promise<{ whole: WholeApplication; others: string[] } | undefined>
  /** The applications beside one in a list, whether it is in that list itself or not. Throws AppError. */
  neighbours(reference: string, filter: Filter): Promise<Neighbours>
  /** Other applications of an existing customer's number, newest first. */
  related(application: ApplicationRow): Promise<RelatedRow[]>
}

/** `isPartial`: the search found more than MOST_FOUND, of which the newest are listed and counted. */
type List = { rows: ListedRow[]; counts: StatusCounts; isPartial: boolean }

export function createLists(database: Database): ApplicationLists {
  const narrowed = (filter: Filter) => narrow(database, filter)
  return {
    async list(filter, place) {
      const { rows, isPartial } = await narrowed(filter)
      const { status, state, ...others } = rows
      return {
        rows: await database.browse((tx) => applicationsPage(tx, rows, place)),
        counts: await database.browse((tx) => countByStatus(tx, others)),
        isPartial,
      }
    },
    async page(filter, place) {
      const { rows } = await narrowed(filter)
      return database.browse((tx) => applicationsPage(tx, rows, place))
    },
    pages: (filter, limit = Number.POSITIVE_INFINITY) => pagesOf(database, filter, limit),
    async count(filter) {
      const { rows } = await narrowed(filter)
      return (await database.browse((tx) => countByStatus(tx, rows))).all
    },
    async size(filter) {
      const { rows } = await narrowed(filter)
      return database.browse((tx) => sizeOfList(tx, rows))
    },
    first: async ({ id, revision }) =>
      revision === 1 ? undefined : database.browse((tx) => typedIn(tx, id, 1)),
    facilities: (applications) => database.browse((tx) => facilitiesOfPage(tx, applications)),
    async neighbours(reference, filter) {
      const { rows } = await narrowed(filter)
      return database.browse(async (tx) => {
        const [application] = await findApplications(tx, reference)
        if (!application) throw new AppError('unknown_application')
        const [previous, next] = await Promise.all([
          neighbour(tx, rows, application, 'newer'),
          neighbour(tx, rows, application, 'older'),
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
const DAY_MS = 86_400_000

async function* pagesOf(
  database: Database,
  filter: Filter,
  limit: number,
): AsyncGenerator<ListedRow[]> {
  const conditions = conditionsOf(filter)
  let left = limit
  for await (const rows of listsOf(database, filter, conditions)) {
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
  database: Database,
  { search }: Filter,
  conditions: RowFilter,
): AsyncGenerator<RowFilter> {
  if (search.trim() === '') yield conditions
  else for await (const among of matches(database, search)) yield { ...conditions, among }
}

async function narrow(
  database: Database,
  filter: Filter,
): Promise<{ rows: RowFilter; isPartial: boolean }> {
  const conditions = conditionsOf(filter)
  if (filter.search.trim() === '') return { rows: conditions, isPartial: false }
  const { ids: among, isPartial } = await firstMatches(database, filter.search, MOST_FOUND)
  return { rows: { ...conditions, among }, isPartial }
}

function conditionsOf({
  flow,
  state,
  status,
  flag,
  waiting,
  from,
  to,
  assignee,
}: Filter): RowFilter {
  return {
    ...(flow && { flow }),
    // A status is the staff's: an application that is not complete has none yet.
    ...(status && { state: 'complete', status }),
    ...(state && { state }),
    ...(flag && { flag }),
    ...(waiting && { waiting }),
    ...(assignee && { assignee }),
    ...(from && { from: startOfDayInTokyo(from) }),
    ...(to && { until: startOfDayInTokyo(to) + DAY_MS }),
  }
}
