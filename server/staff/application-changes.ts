/** What changing an application consists of, within a transaction: its one row, the change, history and audit trail. */
import { randomUUID } from 'node:crypto'
import type { LastChange } from '#domain/console.ts'
import { mayFollow, type STAFF_ACTIONS, STAFF_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { findApplications } from '../store/records.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import { addHistory, changeStatus, lastStatusChange } from '../store/staff-changes.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Actor, addAudit } from './audit.ts'
import { isoTime } from './json.ts'

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
  /** The change that came first. */
  readonly change: LastChange | undefined
  constructor(fault: StaffActionFault, message: string, change?: LastChange) {
    super(message)
    this.fault = fault
    this.change = change
  }
}

/** `from` is the status that the person saw; without it the current one is taken. */
export type StatusChange = Entry & { from?: StaffStatus | undefined; to: StaffStatus }

/** The caller raises the version of the application that it gives. Throws StaffActionError. */
export async function changeStatusWithin(
  tx: Transaction,
  change: StatusChange,
  at: number,
): Promise<ApplicationRow> {
  const { reference, note, from, to } = change
  const application = await onlyApplication(tx, reference)
  const current = application.staff_status
  if (from !== undefined && from !== current) throw await changedMeanwhile(tx, application)
  refuseChange(application, to)
  if (!(await changeStatus(tx, { id: application.id, from: current, to }))) throw new Conflict()
  await recordAction(tx, application, change, { action: 'status', detail: to, at })
  if (note !== '') await recordAction(tx, application, change, { action: 'note', detail: note, at })
  return application
}

/** In the history and the audit trail. */
export async function recordAction(
  tx: Transaction,
  { id, reference }: ApplicationRow,
  { by, as }: Pick<Entry, 'by' | 'as'>,
  { action, detail, at }: { action: keyof typeof STAFF_ACTIONS; detail: string; at: number },
): Promise<void> {
  const row = { id: randomUUID(), application: id, at, who: as ?? by.name, action, detail }
  await addHistory(tx, row)
  // What a note says stays with the application, and is erased with it.
  const told = action === 'note' ? '' : detail
  await addAudit(tx, by, { action, subject: reference, detail: told }, at)
}

/** The one application of a reference; a customer number that names several is not enough to act on. */
export async function onlyApplication(tx: Transaction, name: string): Promise<ApplicationRow> {
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

function refuseChange(application: ApplicationRow, to: StaffStatus): void {
  const from = application.staff_status
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

async function changedMeanwhile(
  tx: Transaction,
  { id, staff_status: status }: ApplicationRow,
): Promise<StaffActionError> {
  const last = await lastStatusChange(tx, { id })
  return new StaffActionError(
    'changed_meanwhile',
    `対応状況がすでに「${STAFF_STATUSES[status].label}」に変更されています。内容を確認してから、もう一度操作してください。`,
    // Of a change in the same commit the entry may be still to come.
    last?.detail === status ? { who: last.who, at: isoTime(last.at), status } : undefined,
  )
}
