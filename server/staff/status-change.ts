/** Changing the status of an application within a transaction: what may follow what, what of the applicant's still waits, and whether applicant and billing system are told. */
import {
  isClosed,
  mayFollow,
  needsConfirmation,
  STAFF_STATUSES,
  type StaffStatus,
  type WebhookEvent,
} from '#domain/staff.ts'
import { newStatusCall, newStatusMail } from '../applications/new-rows.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../errors.ts'
import { insertOutbox } from '../store/queries/applications.ts'
import { decideWithdrawal, waitsToWithdraw } from '../store/queries/conversation.ts'
import { decideRevision, waitsToCorrect } from '../store/queries/revisions.ts'
import {
  changeStatus,
  closeStatus,
  holdInStatus,
  lastStatusChange,
  runsOlderProcess,
} from '../store/queries/staff-changes.ts'
import { changeAssignee } from '../store/queries/work.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { type Entry, notAllowed, onlyApplication, recordAction } from './actions.ts'
import { isoTime } from './application-fields.ts'

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

/** To nobody where the application has no mail address. */
export async function mailStatus(
  tx: Transaction,
  application: ApplicationRow,
  by: Pick<Entry, 'by' | 'as'>,
  at: number,
): Promise<void> {
  const mail = newStatusMail(application, at)
  if (mail === null) return
  await insertOutbox(tx, [mail])
  await recordAction(tx, application, by, { action: 'notify', detail: '', at })
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
