/** Changing the status of an application within a transaction: what may follow what, what of the applicant's still waits, and whether applicant and billing system are told. */
import {
  AT_WORK,
  isClosed,
  mayFollow,
  needsConfirmation,
  STAFF_STATUSES,
  type StaffStatus,
  type WebhookEvent,
} from '#domain/staff.ts'
import { newStatusCall, newStatusMail } from '../apply/new-rows.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../errors.ts'
import { changeAssignee } from '../store/queries/assignees-and-views.ts'
import { decideWithdrawal, messagesOf, waitsToWithdraw } from '../store/queries/messages.ts'
import { insertOutbox } from '../store/queries/public-calls.ts'
import { lastReturnedFrom } from '../store/queries/returned-mails.ts'
import { endWaiting, waitsToCorrect } from '../store/queries/revisions.ts'
import { changeStatus } from '../store/queries/staff-changes.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { type Entry, notAllowed, recordAction } from './actions.ts'
import { refuseUnseen } from './seen.ts'

/** What the billing system wants to be told of, and where. */
export type StatusCalls = { webhookUrl: string; events: readonly WebhookEvent[] }
export const NO_CALLS: StatusCalls = { webhookUrl: '', events: [] }

export function callsOf(config: Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_EVENTS'>): StatusCalls {
  return { webhookUrl: config.WEBHOOK_URL, events: config.WEBHOOK_EVENTS }
}

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

/**
 * Of an application that this task alone holds; the caller raises the version of the one that it gives back. Throws
 * AppError.
 */
export async function changeStatusWithin(
  tx: Transaction,
  application: ApplicationRow,
  change: StatusChange,
  { at, calls = NO_CALLS }: { at: number; calls?: StatusCalls },
): Promise<ApplicationRow> {
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
  await endWhatWaits(tx, application, change, at)
  await recordAction(tx, application, change, { action: 'status', detail: to, at, confirmedBy })
  // Whoever begins to work on what nobody takes care of has taken it; the entry of the status says so.
  if (to === AT_WORK && change.by.via !== 'api') {
    const who = change.as ?? change.by.name
    await changeAssignee(tx, { application: id, from: '', to: who, who, at })
  }
  if (note !== '') await recordAction(tx, application, change, { action: 'note', detail: note, at })
  if (change.notify) await mailStatus(tx, application, change, at)
  await tellBilling(tx, application, change, at, calls)
  return application
}

/**
 * What waits of the applicant's is not passed over by closing: a request to withdraw never, a correction and a question
 * that has no answer yet only where the person was asked.
 */
async function refuseToPassOver(
  tx: Transaction,
  { id }: ApplicationRow,
  { to, by, despite, despiteQuestion }: StatusChange,
): Promise<void> {
  if (!isClosed(to) || to === 'withdrawn') return
  if (await waitsToWithdraw(tx, { application: id })) throw notAllowed(WITHDRAWAL_WAITS)
  const waiting = await waitsToCorrect(tx, { application: id })
  if (waiting && despite !== true && String(waiting.number) !== despite)
    throw new AppError('correction_waiting')
  // In the console alone: the billing system closes what is settled, whoever asked what.
  if (by.via !== 'console') return
  const messages = await messagesOf(tx, { application: id })
  const open = messages.findLast(({ kind, settled_at }) => kind === 'question' && !settled_at)
  if (open && open.id !== despiteQuestion) throw new AppError('question_open')
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
  await endWaiting(tx, { ...ended, state: 'lapsed', reason: '' })
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

/** To the former address, without a link; to nobody where mails to it come back. */
export async function mailFarewell(
  tx: Transaction,
  before: ApplicationRow,
  at: number,
): Promise<void> {
  const { id: application, email: recipient } = before
  if (await lastReturnedFrom(tx, { application, recipient })) return
  const mail = newStatusMail(before, 'staff', at)
  if (mail) await insertOutbox(tx, [mail])
}

/** Where it wants to know. */
async function tellBilling(
  tx: Transaction,
  { id }: ApplicationRow,
  { to }: StatusChange,
  at: number,
  { webhookUrl, events }: StatusCalls,
): Promise<void> {
  const event = to === 'withdrawn' ? 'application.withdrawn' : 'application.status_changed'
  if (webhookUrl === '' || !events.includes(event)) return
  await insertOutbox(tx, [newStatusCall(id, { event, webhookUrl }, at)])
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
