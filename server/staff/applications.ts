/** Operations of staff on applications, shared by the staff command line and the console: no HTTP, no SQL. */
import { setImmediate } from 'node:timers/promises'
import type { Filter, LastChange, StatusCounts } from '#domain/console.ts'
import { startOfDayInTokyo } from '#domain/price-lists.ts'
import { companyKey, mailKey, telKey } from '../applications/search-keys.ts'
import { AppError } from '../errors.ts'
import { raiseVersion } from '../store/changes.ts'
import type { Database } from '../store/interface.ts'
import {
  applicationsPage,
  countByStatus,
  facilitiesOfPage,
  type ListedRow,
  type Place,
  type RowFilter,
} from '../store/lists.ts'
import { findApplications, type WholeApplication, wholeApplication } from '../store/records.ts'
import type { FacilityRecord } from '../store/schema.ts'
import { type AccountRead, holdGeneration } from '../store/staff-accounts.ts'
import { eraseApplication } from '../store/staff-changes.ts'
import {
  changeStatusWithin,
  type Entry,
  onlyApplication,
  recordAction,
  StaffActionError,
  type StatusChange,
} from './application-changes.ts'
import { isoTime } from './json.ts'

export type { ListedRow, Place, WholeApplication }

export type StaffApplications = {
  /** Newest first; the next page begins after the last application of this one. */
  page(filter: Filter, place: { after?: Place | undefined; limit: number }): Promise<ListedRow[]>
  /** The whole list, page by page, in constant memory. */
  pages(filter: Filter, limit?: number): AsyncGenerator<ListedRow[]>
  /** Applications under the whole filter. */
  count(filter: Filter): Promise<number>
  /** Applications of each status under the filter, its status and state left out. */
  counts(filter: Filter): Promise<StatusCounts>
  facilities(applications: readonly { id: string }[]): Promise<Map<string, FacilityRecord[]>>
  /** The newest application of a reference, username or customer number, and the references of its others. */
  find(name: string): Promise<{ whole: WholeApplication; others: string[] } | undefined>
  /** Throws StaffActionError. `from` is the status the person saw; without it the current one is taken. */
  changeStatus(change: StatusChange): Promise<LastChange>
  /** Throws StaffActionError. */
  addNote(entry: Entry): Promise<void>
  /**
   * Removes personal data, keeps the proof of consent, cancels unsent deliveries. Throws StaffActionError, and AppError
   * `login_required` where the account whose password was asked for is in another generation by then.
   */
  erase(entry: Omit<Entry, 'note'>, verified?: AccountRead): Promise<void>
}

type Clock = () => number

export function createStaffApplications(database: Database, clock: Clock): StaffApplications {
  return { ...reading(database), ...changing(database, clock) }
}

function reading(database: Database) {
  const page: StaffApplications['page'] = (filter, place) =>
    database.browse((tx) => applicationsPage(tx, rowFilter(filter), place))
  return {
    page,
    async *pages(filter: Filter, limit = Number.POSITIVE_INFINITY) {
      let left = limit
      let after: Place | undefined
      while (left > 0) {
        const size = Math.min(PAGE, left)
        const rows = await page(filter, { after, limit: size })
        if (rows.length > 0) yield rows
        // Reads of SQLite never wait: other requests get their turn between two pages.
        await setImmediate()
        if (rows.length < size) return
        left -= rows.length
        after = rows.at(-1)
      }
    },
    count: async (filter: Filter) =>
      (await database.browse((tx) => countByStatus(tx, rowFilter(filter)))).all,
    counts: (filter: Filter) =>
      database.browse((tx) => countByStatus(tx, rowFilter({ ...filter, status: '', state: '' }))),
    facilities: (applications: readonly { id: string }[]) =>
      database.browse((tx) => facilitiesOfPage(tx, applications)),
    find: (name: string) =>
      database.read(async (tx) => {
        const [newest, ...others] = await findApplications(tx, name)
        const whole = newest && (await wholeApplication(tx, newest.id))
        return whole && { whole, others: others.map(({ reference }) => reference) }
      }),
  }
}

function changing(database: Database, clock: Clock) {
  return {
    changeStatus: (change: StatusChange) =>
      database.atomic(async (tx) => {
        const at = clock()
        const { id } = await changeStatusWithin(tx, change, at)
        await raiseVersion(tx, { application: id })
        return { who: change.as ?? change.by.name, at: isoTime(at), status: change.to }
      }),
    addNote: (entry: Entry) =>
      database.atomic(async (tx) => {
        const noted = { action: 'note', detail: entry.note, at: clock() } as const
        await recordAction(tx, await onlyApplication(tx, entry.reference), entry, noted)
      }),
    erase: (entry: Omit<Entry, 'note'>, verified?: AccountRead) =>
      database.atomic(async (tx) => {
        if (verified && !(await holdGeneration(tx, verified))) throw new AppError('login_required')
        const application = await onlyApplication(tx, entry.reference)
        if (application.erased_at !== null)
          throw new StaffActionError(
            'not_allowed',
            `${entry.reference} の個人情報はすでに消去されています。`,
          )
        const at = clock()
        await eraseApplication(tx, { id: application.id, at })
        await recordAction(tx, application, entry, { action: 'erase', detail: '', at })
      }),
  }
}

/** Rows of a page: at 64 KB an application, a few megabytes at most. */
const PAGE = 50
const DAY_MS = 86_400_000

function rowFilter({ flow, state, status, flag, from, to, search }: Filter): RowFilter {
  const exact = search.trim()
  return {
    ...(flow && { flow }),
    // A status is the staff's: an application that is not complete has none yet.
    ...(status && { state: 'complete', status }),
    ...(state && { state }),
    ...(flag && { flag }),
    ...(from && { from: startOfDayInTokyo(from) }),
    ...(to && { until: startOfDayInTokyo(to) + DAY_MS }),
    ...(exact && {
      search: {
        exact,
        mail: mailKey(exact),
        tel: TELEPHONE.test(exact) ? telKey(exact) : null,
        company: companyKey(exact),
      },
    }),
  }
}

/** Only such a text is searched as a telephone number: the digits within an address or a name are none. */
const TELEPHONE = /^[\d０-９\s()（）+＋\-‐−－ー]+$/
