/** Changing the status of an application within a transaction: what may follow what, what of the applicant's still waits, and whether applicant and billing system are told. */
import {
  AT_WORK,
  isClosed,
  mayFollow,
  needsConfirmation,
  STAFF_STATUSES,
  type StaffStatus,
} from '#domain/staff.ts'
import { newStatusMail } from '../apply/new-rows.ts'
import { AppError } from '../errors.ts'
import { endWhatWaits, NO_CALLS, type StatusCalls, tellBilling } from '../follow-up/after-change.ts'
import { changeAssignee } from '../store/queries/assignees-and-views.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { messagesOf, waitsToWithdraw } from '../store/queries/messages.ts'
import { insertOutbox } from '../store/queries/public-calls.ts'
import { waitsToCorrect } from '../store/queries/revisions.ts'
import { changeStatus } from '../store/queries/staff-changes.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { type Entry, notAllowed, recordAction } from './actions.ts'
import { refuseUnseen } from './seen.ts'

/** `from` is the status that the person saw; without it the current one is taken. */
export type StatusChange = Entry & {
  from?: StaffStatus | undefined
  to: StaffStatus
  /** Who confirmed it, where the procedure needs that. */
  confirmedBy?: string | undefined
  /** Whether the applicant gets a mail, where there is an address. */
  notify?: boolean | undefined
  /** The number of the correction that the person was asked about, or true for whichever waits: it lapses. */
  despite?: string | true | undefined
  /** The id of the open question that the person was asked about: nobody answers it any more. */
  despiteQuestion?: string | undefined
}

/** Of an application that this task alone holds. Throws AppError. */
export async function changeStatusWithin(
  tx: Transaction,
  application: ApplicationRow,
  change: StatusChange,
  { at, calls = NO_CALLS }: { at: number; calls?: StatusCalls },
): Promise<void> {
  const { note, from, to } = change
  const confirmedBy = change.confirmedBy?.trim() ?? ''
  const { id } = application
  if (from !== undefined)
    await refuseUnseen(tx, application, ['status'], { seen: { status: from }, to })
  refuseChange(application, to)
  if (confirmedBy === '' && needsConfirmation(application.flow, to))
    throw new AppError('confirmation_missing')
  await refuseToPassOver(tx, application, change)
  await changeStatus(tx, { id, to, at })
  const who = change.as ?? change.by.name
  await endWhatWaits(tx, { application: id, to, by: who, at })
  await recordAction(tx, application, change, { action: 'status', detail: to, at, confirmedBy })
  // Whoever begins to work on what nobody takes care of has taken it; the entry of the status says so.
  if (to === AT_WORK && change.by.via !== 'api')
    await changeAssignee(tx, { application: id, from: '', to: who, who, at })
  if (note !== '') await recordAction(tx, application, change, { action: 'note', detail: note, at })
  await raiseVersion(tx, { application: id })
  if (change.notify) await mailStatus(tx, application, change, at)
  const event = to === 'withdrawn' ? 'application.withdrawn' : 'application.status_changed'
  await tellBilling(tx, { application: id, event, at }, calls)
}

/**
 * What waits of the applicant's is not passed over by closing: a request to withdraw never, a correction and a question
 * that has no answer yet only where the person was asked. A withdrawal in the console ends them: its press has named
 * both as they were seen, and was checked before.
 */
async function refuseToPassOver(
  tx: Transaction,
  { id }: ApplicationRow,
  { to, by, despite, despiteQuestion }: StatusChange,
): Promise<void> {
  const isWithdrawal = to === 'withdrawn'
  if (!isClosed(to) || (isWithdrawal && by.via === 'console')) return
  if (!isWithdrawal && (await waitsToWithdraw(tx, { application: id })))
    throw notAllowed(WITHDRAWAL_WAITS)
  const waiting = await waitsToCorrect(tx, { application: id })
  if (waiting && despite !== true && String(waiting.number) !== despite)
    throw new AppError('correction_waiting')
  // In the console alone: the billing system closes what is settled, whoever asked what.
  if (by.via !== 'console') return
  const messages = await messagesOf(tx, { application: id })
  const open = messages.findLast(({ kind, settled_at }) => kind === 'question' && !settled_at)
  if (open && open.id !== despiteQuestion) throw new AppError('question_open')
}

const WITHDRAWAL_WAITS =
  '取り下げの申し出が届いています。先に、申し出を確認するか断ってから、もう一度操作してください。'

/** To nobody where the application has no mail address. */
export async function mailStatus(
  tx: Transaction,
  application: ApplicationRow,
  by: Pick<Entry, 'by' | 'as'>,
  at: number,
): Promise<void> {
  const mail = newStatusMail(application, 'staff', at)
  if (mail === null) return
  await insertOutbox(tx, [mail])
  await recordAction(tx, application, by, { action: 'notify', detail: '', at })
}

function refuseChange(application: ApplicationRow, to: StaffStatus): void {
  const from = application.staff_status
  if (application.state !== 'complete')
    throw notAllowed('お申し込みが完了していないため、対応状況を変更できません。')
  if (!mayFollow(from, to)) {
    const { [from]: before, [to]: after } = STAFF_STATUSES
    throw notAllowed(`「${before.label}」から「${after.label}」には変更できません。`)
  }
}
