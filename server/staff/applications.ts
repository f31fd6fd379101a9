/** Operations of staff on applications, shared by the staff command line and the console: no HTTP, no SQL. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Filter, StatusCounts } from '#domain/console.ts'
import { startOfDayInTokyo } from '#domain/price-lists.ts'
import { mayFollow, type STAFF_ACTIONS, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { companyKey, mailKey, telKey } from '../applications/search-keys.ts'
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
import type { ApplicationRow, FacilityRecord } from '../store/schema.ts'
import { addHistory, changeStatus, eraseApplication } from '../store/staff-changes.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Actor, addAudit } from './audit.ts'

export type { ListedRow, Place, WholeApplication }

export type StaffApplications = {
  /** Newest first; the next page begins after the last application of this one. */
  page(filter: Filter, place: { after?: Place | undefined; limit: number }): Promise<ListedRow[]>
  /** The whole list, page by page, in constant memory. */
  pages(filter: Filter, limit?: number): AsyncGenerator<ListedRow[]>
  /** Applications of each status under the filter, its status and state left out. */
  counts(filter: Filter): Promise<StatusCounts>
  facilities(applications: readonly { id: string }[]): Promise<Map<string, FacilityRecord[]>>
  /** The newest application of a reference, username or customer number, and the references of its others. */
  find(name: string): Promise<{ whole: WholeApplication; others: string[] } | undefined>
  /** Throws StaffActionError. `from` is the status the person saw; without it the current one is taken. */
  changeStatus(change: Entry & { from?: StaffStatus | undefined; to: StaffStatus }): Promise<void>
  /** Throws StaffActionError. */
  addNote(entry: Entry): Promise<void>
  /** Removes personal data, keeps the proof of consent, cancels unsent deliveries. Throws StaffActionError. */
  erase(entry: Omit<Entry, 'note'>): Promise<void>
}

/** `by` acts on the application of a reference; an empty note is not recorded. */
export type Entry = {
  reference: string
  by: Actor
  /** The name in the history where it is not the actor's: the command line takes one. */
  as?: string | undefined
  note: string
}

export type StaffActionFault = 'not_found' | 'changed_meanwhile' | 'not_allowed'

/** The message is Japanese and fit to show. */
export class StaffActionError extends Error {
  override readonly name = 'StaffActionError'
  readonly fault: StaffActionFault
  constructor(fault: StaffActionFault, message: string) {
    super(message)
    this.fault = fault
  }
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
  const record = async (
    tx: Transaction,
    { id, reference }: ApplicationRow,
    { by, as }: Pick<Entry, 'by' | 'as'>,
    { action, detail, at }: { action: keyof typeof STAFF_ACTIONS; detail: string; at: number },
  ) => {
    const row = { id: randomUUID(), application: id, at, who: as ?? by.name, action, detail }
    await addHistory(tx, row)
    // What a note says stays with the application, and is erased with it.
    const told = action === 'note' ? '' : detail
    await addAudit(tx, by, { action, subject: reference, detail: told }, at)
  }
  return {
    changeStatus: (change: Entry & { from?: StaffStatus | undefined; to: StaffStatus }) =>
      database.atomic(async (tx) => {
        const { reference, note, from, to } = change
        const application = await only(tx, reference)
        const current = application.staff_status
        refuseChange(application, from ?? current, to)
        if (!(await changeStatus(tx, { id: application.id, from: current, to })))
          throw changed(current)
        const at = clock()
        await record(tx, application, change, { action: 'status', detail: to, at })
        if (note !== '') await record(tx, application, change, { action: 'note', detail: note, at })
      }),
    addNote: (entry: Entry) =>
      database.atomic(async (tx) => {
        const noted = { action: 'note', detail: entry.note, at: clock() } as const
        await record(tx, await only(tx, entry.reference), entry, noted)
      }),
    erase: (entry: Omit<Entry, 'note'>) =>
      database.atomic(async (tx) => {
        const application = await only(tx, entry.reference)
        if (application.erased_at !== null)
          throw new StaffActionError(
            'not_allowed',
            `${entry.reference} の個人情報はすでに消去されています。`,
          )
        const at = clock()
        await eraseApplication(tx, { id: application.id, at })
        await record(tx, application, entry, { action: 'erase', detail: '', at })
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

/** The one application of a reference; a customer number that names several is not enough to act on. */
async function only(tx: Transaction, name: string): Promise<ApplicationRow> {
  const found = await findApplications(tx, name)
  const [application, ...others] = found
  if (!application)
    throw new StaffActionError('not_found', `「${name}」の申し込みは見つかりません。`)
  if (others.length === 0) return application
  const references = found.map(({ reference }) => reference).join('、')
  throw new StaffActionError(
    'not_allowed',
    `「${name}」の申し込みは複数あります。受付番号で指定してください：${references}`,
  )
}

function refuseChange(application: ApplicationRow, from: StaffStatus, to: StaffStatus): void {
  const current = application.staff_status
  if (from !== current) throw changed(current)
  if (application.state !== 'complete')
    throw new StaffActionError(
      'not_allowed',
      '申し込みが完了していないため、対応状況を変更できません。',
    )
  if (!mayFollow(from, to)) {
    const { [from]: before, [to]: after } = STAFF_STATUSES
    throw new StaffActionError(
      'not_allowed',
      `「${before.label}」から「${after.label}」には変更できません。`,
    )
  }
}

function changed(current: StaffStatus): StaffActionError {
  const { label } = STAFF_STATUSES[current]
  return new StaffActionError(
    'changed_meanwhile',
    `対応状況がすでに「${label}」に変更されています。内容を確認してから、もう一度操作してください。`,
  )
}
