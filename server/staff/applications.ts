/** Operations of staff on applications, shared by the staff command line and the console: no HTTP, no SQL. Lists are in application-lists.ts. */

import { randomUUID } from 'node:crypto'
import type { AssigneeReply, LastChange } from '#contract/console.ts'
import { type DirectoryMarks, directoryMarks } from '#domain/directory-marks.ts'
import {
  isClosed,
  mayFollow,
  needsConfirmation,
  type STAFF_ACTIONS,
  STAFF_STATUSES,
  type StaffStatus,
  type WebhookEvent,
} from '#domain/staff.ts'
import { newStatusCall, newStatusMail } from '../applications/new-rows.ts'
import type { Config } from '../config/settings.ts'
import type { Directory } from '../directory/look-up.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/database.ts'
import type { ListedRow, Place } from '../store/queries/application-lists.ts'
import { insertOutbox } from '../store/queries/applications.ts'
import { decideWithdrawal, waitsToWithdraw } from '../store/queries/conversation.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { decideRevision, waitsToCorrect } from '../store/queries/revisions.ts'
import { type AccountRead, holdGeneration } from '../store/queries/staff-accounts.ts'
import {
  addHistory,
  changeStatus,
  closeStatus,
  eraseApplication,
  holdInStatus,
  lastStatusChange,
  runsOlderProcess,
} from '../store/queries/staff-changes.ts'
import { findApplications, type WholeApplication } from '../store/queries/stored-applications.ts'
import { changeAssignee, findWork, touch } from '../store/queries/work.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { isoTime } from './application-fields.ts'
import { facilityAsJson } from './application-json.ts'
import { type ApplicationLists, createLists } from './application-lists.ts'
import { type Actor, addAudit } from './audit.ts'

export type { ListedRow, Place, WholeApplication }

export type StaffApplications = ApplicationLists & {
  /** Throws AppError. `from` is the assignee the person saw; an empty name is nobody. */
  assign(change: Assignment): Promise<AssigneeReply>
  /** Throws AppError. `from` is the status the person saw; without it the current one is taken. */
  changeStatus(change: StatusChange): Promise<LastChange>
  /** Throws AppError. */
  addNote(entry: Entry): Promise<void>
  /**
   * Removes personal data, keeps the proof of consent, cancels unsent deliveries. Throws AppError
   * `login_required` where the account whose password was asked for is in another generation by then.
   */
  erase(entry: Omit<Entry, 'note'>, verified?: AccountRead): Promise<void>
}

type Clock = () => number

/** What the billing system wants to be told of, and where. */
export type StatusCalls = { webhookUrl: string; events: readonly WebhookEvent[] }
const NO_CALLS: StatusCalls = { webhookUrl: '', events: [] }

export function callsOf(config: Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_EVENTS'>): StatusCalls {
  return { webhookUrl: config.WEBHOOK_URL, events: config.WEBHOOK_EVENTS }
}

export function createStaffApplications(
  database: Database,
  clock: Clock,
  calls = NO_CALLS,
): StaffApplications {
  return { ...createLists(database), ...changing(database, clock, calls) }
}

function changing(database: Database, clock: Clock, calls: StatusCalls) {
  return {
    changeStatus: (change: StatusChange) =>
      database.atomic(async (tx) => {
        const at = clock()
        const { id } = await changeStatusWithin(tx, change, at, calls)
        await raiseVersion(tx, { application: id })
        return { who: change.as ?? change.by.name, at: isoTime(at), status: change.to }
      }),
    assign: (change: Assignment) => database.atomic((tx) => assignWithin(tx, change, clock())),
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
          throw notAllowed(`${entry.reference} の個人情報はすでに消去されています。`)
        const at = clock()
        await eraseApplication(tx, { id: application.id, at })
        await recordAction(tx, application, entry, { action: 'erase', detail: '', at })
      }),
  }
}

// What changing an application consists of, within a transaction: its one row, the change, history and audit trail.

/** `by` acts on the application of a reference; an empty note is not recorded. */
type Entry = {
  reference: string
  by: Actor
  /** The name in the history where it is not the actor's: the command line takes one. */
  as?: string | undefined
  note: string
}

type Assignment = Omit<Entry, 'note'> & { from: string; to: string }

/** `from` is the status that the person saw; without it the current one is taken. */
export type StatusChange = Entry & {
  from?: StaffStatus | undefined
  to: StaffStatus
  /** One of several with the same words: nobody was asked who confirmed it. */
  isInBulk?: true
  /** Whether the applicant gets a mail, where there is an address. */
  notify?: boolean | undefined
  /** Whether the person was asked about a correction that waits: it lapses. */
  despite?: true | undefined
}

/** The caller raises the version of the application that it gives. Throws AppError. */
export async function changeStatusWithin(
  tx: Transaction,
  change: StatusChange,
  at: number,
  calls = NO_CALLS,
): Promise<ApplicationRow> {
  const { reference, note, from, to, isInBulk = false } = change
  const application = await onlyApplication(tx, reference)
  const current = application.staff_status
  if (from !== undefined && from !== current)
    throw await changedMeanwhile(tx, application, { from, to })
  refuseChange(application, to)
  if (isInBulk && needsConfirmation(application.flow, to))
    throw notAllowed('確認した方のお名前が必要です。お申し込みの画面で変更してください。')
  if (to === 'withdrawn' && (await runsOlderProcess(tx))) throw notAllowed(OLDER_PROCESS)
  await refuseToPassOver(tx, application, change)
  const closedAt = isClosed(to) ? at : null
  const moved = { id: application.id, from: current, to, closedAt }
  // What came since it was looked for is in the condition.
  const isMoved =
    isClosed(to) && to !== 'withdrawn'
      ? await closeStatus(tx, { ...moved, despite: Number(change.despite === true) })
      : await changeStatus(tx, moved)
  if (!isMoved) throw new Conflict()
  await endWhatWaits(tx, application, change, at)
  await recordAction(tx, application, change, { action: 'status', detail: to, at })
  // Whoever begins to work on what nobody takes care of has taken it; the entry of the status says so.
  if (to === 'in_progress' && change.by.via !== 'api') {
    const who = change.as ?? change.by.name
    await changeAssignee(tx, { application: application.id, from: '', to: who, who, at })
  }
  if (note !== '') await recordAction(tx, application, change, { action: 'note', detail: note, at })
  if (change.notify) await mailStatus(tx, application, change, at)
  await tellBilling(tx, application, change, at, calls)
  return application
}

/**
 * What waits of the applicant's is not passed over by closing: a request to withdraw never, a correction only where the
 * person was asked. Nothing is written before, for of several applications the others are changed all the same.
 */
async function refuseToPassOver(
  tx: Transaction,
  { id, staff_status: status }: ApplicationRow,
  { to, despite }: StatusChange,
): Promise<void> {
  if (!isClosed(to) || to === 'withdrawn') return
  if (!(await holdInStatus(tx, { id, status }))) throw new Conflict()
  if (await waitsToWithdraw(tx, { application: id })) throw notAllowed(WITHDRAWAL_WAITS)
  if (!despite && (await waitsToCorrect(tx, { application: id })))
    throw new AppError('correction_waiting')
}

/** Whoever withdraws it has confirmed the request that waits; with any close a correction lapses. */
async function endWhatWaits(
  tx: Transaction,
  { id: application }: ApplicationRow,
  { to, by, as }: StatusChange,
  at: number,
): Promise<void> {
  if (!isClosed(to)) return
  const ended = { application, by: as ?? by.name, at } as const
  if (to === 'withdrawn') await decideWithdrawal(tx, { ...ended, state: 'confirmed', sentence: '' })
  await decideRevision(tx, { ...ended, state: 'lapsed', reason: '' })
}

const WITHDRAWAL_WAITS =
  '取り下げの申し出が届いています。先に、申し出を確認するか断ってから、もう一度操作してください。'
const OLDER_PROCESS =
  '以前の版のサーバーが動いている間は、「取り下げ」にできません。すべてのサーバーの更新が終わってから、もう一度操作してください。'

/** False where the application has no mail address. */
export async function mailStatus(
  tx: Transaction,
  application: ApplicationRow,
  by: Pick<Entry, 'by' | 'as'>,
  at: number,
): Promise<boolean> {
  const mail = newStatusMail(application, at)
  if (mail === null) return false
  await insertOutbox(tx, [mail])
  await recordAction(tx, application, by, { action: 'notify', detail: '', at })
  return true
}

/** Where it wants to know; what it changed itself is not told to it. */
async function tellBilling(
  tx: Transaction,
  { id }: ApplicationRow,
  { to, by }: StatusChange,
  at: number,
  { webhookUrl, events }: StatusCalls,
): Promise<void> {
  const event = to === 'withdrawn' ? 'application.withdrawn' : 'application.status_changed'
  if (webhookUrl === '' || by.via === 'api' || !events.includes(event)) return
  await insertOutbox(tx, [newStatusCall(id, { event, webhookUrl }, at)])
}

async function assignWithin(
  tx: Transaction,
  { reference, by, from, to }: Assignment,
  at: number,
): Promise<AssigneeReply> {
  const application = await onlyApplication(tx, reference)
  const who = by.name
  if (!(await changeAssignee(tx, { application: application.id, from, to, who, at }))) {
    const work = await findWork(tx, { application: application.id })
    const value = work?.assignee ?? ''
    // One press that is repeated after a lost answer has done what it should.
    if (value === to)
      return { assignee: to, who: work?.touched_by ?? who, at: isoTime(work?.touched_at ?? at) }
    throw new AppError('changed_meanwhile', {
      sentence: `担当がすでに「${value === '' ? 'なし' : value}」に変更されています。内容を確認してから、もう一度操作してください。`,
      sides: {
        field: 'assignee',
        yours: { from, to },
        theirs: {
          value,
          who: work?.touched_by ?? null,
          at: work ? isoTime(work.touched_at) : null,
        },
      },
    })
  }
  if (from !== to)
    await recordAction(tx, application, { by }, { action: 'assignee', detail: to, at })
  return { assignee: to, who, at: isoTime(at) }
}

type OfApplicant = 'gate' | 'correction' | 'withdrawal' | 'message'

/** In the history and the audit trail. */
export async function recordAction(
  tx: Transaction,
  { id, reference }: ApplicationRow,
  { by, as }: Pick<Entry, 'by' | 'as'>,
  {
    action,
    detail,
    at,
  }: { action: Exclude<keyof typeof STAFF_ACTIONS, OfApplicant>; detail: string; at: number },
): Promise<void> {
  const row = { id: randomUUID(), application: id, at, who: as ?? by.name, action, detail }
  await addHistory(tx, row)
  await touch(tx, { application: id, who: row.who, at })
  // What a note says stays with the application, and is erased with it.
  const shown = action === 'note' ? '' : detail
  await addAudit(tx, by, { action, subject: reference, detail: shown }, at)
}

/** The one application of a reference; a customer number that names several is not enough to act on. */
export async function onlyApplication(tx: Transaction, name: string): Promise<ApplicationRow> {
  const found = await findApplications(tx, name)
  const [application, ...others] = found
  if (!application)
    throw new AppError('not_found', { sentence: `「${name}」の申し込みは見つかりません。` })
  if (others.length === 0) return application
  const references = found.map(({ reference }) => reference).join('、')
  throw notAllowed(`「${name}」の申し込みは複数あります。受付番号で指定してください：${references}`)
}

function refuseChange(application: ApplicationRow, to: StaffStatus): void {
  const from = application.staff_status
  if (application.state !== 'complete')
    throw notAllowed('申し込みが完了していないため、対応状況を変更できません。')
  if (!mayFollow(from, to)) {
    const { [from]: before, [to]: after } = STAFF_STATUSES
    throw notAllowed(`「${before.label}」から「${after.label}」には変更できません。`)
  }
}

export function notAllowed(sentence: string): AppError {
  return new AppError('action_refused', { sentence })
}

async function changedMeanwhile(
  tx: Transaction,
  { id, staff_status: status }: ApplicationRow,
  yours: { from: StaffStatus; to: StaffStatus },
): Promise<AppError> {
  const last = await lastStatusChange(tx, { id })
  // Of a change in the same commit the entry may be still to come.
  const change =
    last?.detail === status ? { who: last.who, at: isoTime(last.at), status } : undefined
  return new AppError('changed_meanwhile', {
    sentence: `対応状況がすでに「${STAFF_STATUSES[status].label}」に変更されています。内容を確認してから、もう一度操作してください。`,
    change,
    sides: {
      field: 'status',
      yours,
      theirs: { value: status, who: change?.who ?? null, at: change?.at ?? null },
    },
  })
}

// The directory's marks for one application; null where there is no directory, or it knows nothing of the application.

export function marksOf(
  directory: Directory | undefined,
  { application, facilities }: Pick<WholeApplication, 'application' | 'facilities'>,
): DirectoryMarks | null {
  if (!directory?.about.period) return null
  const { period } = directory.about
  const rows = facilities.map(facilityAsJson)
  const numbers = new Set(rows.map(({ facilityNumber }) => facilityNumber))
  const published = directory.facilitiesOfNumbers([...numbers].filter((number) => number !== ''))
  const marks = directoryMarks(application.company_name ?? '', rows, published)
  return marks.length > 0 ? { period, marks } : null
}
