/** An applicant withdraws: at once while nobody has begun to work on it, later by a request that staff decide. */
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { WithdrawalCall } from '#contract/status-schemas.ts'
import { isClosed, type WebhookEvent } from '#domain/staff.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../errors.ts'
import { insertOutbox } from '../store/queries/applications.ts'
import { insertWithdrawal, waitsToWithdraw } from '../store/queries/conversation.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { decideRevision } from '../store/queries/revisions.ts'
import { addHistory, changeStatus, runsOlderProcess } from '../store/queries/staff-changes.ts'
import type { ApplicationRow } from '../store/schema.ts'
import { Conflict } from '../store/session.ts'
import type { Transaction } from '../store/statement.ts'
import { type Answered, applicantCall } from './applicant-calls.ts'
import { APPLICANT, type Way } from './gate.ts'
import { newStaffNews, newStatusCall, newStatusMail } from './new-rows.ts'
import type { Shown } from './status.ts'

/** Whom a change by the applicant is told to. */
export type ToldOf = {
  staffMail: string
  webhookUrl: string
  /** What the billing system wants to be told of. */
  events: readonly WebhookEvent[]
}

export function toldOf(
  config: Pick<Config, 'STAFF_MAIL' | 'WEBHOOK_URL' | 'WEBHOOK_EVENTS'>,
): ToldOf {
  const { STAFF_MAIL: staffMail, WEBHOOK_URL: webhookUrl, WEBHOOK_EVENTS: events } = config
  return { staffMail, webhookUrl, events }
}

export type Withdraw = (call: WithdrawalCall & { key: string | null }) => Promise<Answered>

/** Throws `already_closed`, and as `applicantCall`. */
export function withdrawal(way: Way, shown: Shown, told: ToldOf): Withdraw {
  return (call) =>
    applicantCall(way, shown, { ...call, request: ['withdrawal'] }, async (tx, held, at) => {
      if (isClosed(held.staff_status)) throw new AppError('already_closed')
      // While a process works that does not know a withdrawn application, staff withdraw it later.
      const isAtOnce = held.staff_status === 'received' && !(await runsOlderProcess(tx))
      const isNew = isAtOnce
        ? await withdrawAtOnce(tx, held, told, at)
        : await requestWithdrawal(tx, held, at)
      if (isNew) await insertOutbox(tx, [newStaffNews(held.id, told.staffMail, at)])
    })
}

/** False where a request waits already, which nobody is told of again. */
async function requestWithdrawal(
  tx: Transaction,
  { id: application }: ApplicationRow,
  at: number,
): Promise<boolean> {
  if (!(await insertWithdrawal(tx, { id: randomUUIDv7(), application, at }))) {
    if (await waitsToWithdraw(tx, { application })) return false
    // Closed or erased since it was looked at.
    throw new Conflict()
  }
  const entry = { id: randomUUID(), application, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'withdrawal', detail: '' })
  return true
}

async function withdrawAtOnce(
  tx: Transaction,
  application: ApplicationRow,
  { webhookUrl, events }: ToldOf,
  at: number,
): Promise<true> {
  const { id } = application
  const to = 'withdrawn'
  if (!(await changeStatus(tx, { id, from: 'received', to, closedAt: at }))) throw new Conflict()
  await decideRevision(tx, { application: id, state: 'lapsed', reason: '', by: APPLICANT, at })
  const entry = { id: randomUUID(), application: id, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'status', detail: to })
  await raiseVersion(tx, { application: id })
  const mail = newStatusMail(application, at)
  if (mail) await insertOutbox(tx, [mail])
  const event = 'application.withdrawn'
  if (webhookUrl !== '' && events.includes(event))
    await insertOutbox(tx, [newStatusCall(id, { event, webhookUrl }, at)])
  return true
}
