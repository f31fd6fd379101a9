/** An applicant withdraws: at once while nobody has begun to work on it, later by a request that staff decide. */
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { WithdrawalCall } from '#contract/status-schemas.ts'
import { APPLICANT, isClosed } from '#domain/staff.ts'
import { newStaffNews, newStatusMail } from '../apply/new-rows.ts'
import type { Config } from '../config/settings.ts'
import { AppError } from '../errors.ts'
import { raiseVersion } from '../store/queries/feed.ts'
import { insertWithdrawal, waitsToWithdraw } from '../store/queries/messages.ts'
import { insertOutbox } from '../store/queries/public-calls.ts'
import { waitsToCorrect } from '../store/queries/revisions.ts'
import { addHistory, changeStatus } from '../store/queries/staff-changes.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { callsOf, endWhatWaits, type StatusCalls, tellBilling } from './after-change.ts'
import { type Answered, applicantCall } from './applicant-calls.ts'
import { assertShown, isWithdrawnAtOnce } from './conversation.ts'
import type { Way } from './gate.ts'
import type { Shown } from './look.ts'

/** Whom a change by the applicant is told to. */
export type ToldOf = StatusCalls & { staffMail: string }

export function toldOf(
  config: Pick<Config, 'STAFF_MAIL' | 'WEBHOOK_URL' | 'WEBHOOK_EVENTS'>,
): ToldOf {
  return { staffMail: config.STAFF_MAIL, ...callsOf(config) }
}

export type Withdraw = (call: WithdrawalCall & { key: string | null }) => Promise<Answered>

/** Throws `already_closed`, `proposal_changed`, and as `applicantCall`. */
export function withdrawal(way: Way, shown: Shown, told: ToldOf): Withdraw {
  return ({ proposal, ...call }) =>
    applicantCall(way, shown, { ...call, request: ['withdrawal'] }, async (tx, held, at) => {
      if (isClosed(held.staff_status)) throw new AppError('already_closed')
      const isNew = isWithdrawnAtOnce(held)
        ? await withdrawAtOnce(tx, held, { ...told, shownProposal: proposal }, at)
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
  if (await waitsToWithdraw(tx, { application })) return false
  await insertWithdrawal(tx, { id: randomUUIDv7(), application, at })
  const entry = { id: randomUUID(), application, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'withdrawal', detail: '' })
  return true
}

async function withdrawAtOnce(
  tx: Transaction,
  application: ApplicationRow,
  { shownProposal, ...told }: ToldOf & { shownProposal: number | null },
  at: number,
): Promise<true> {
  const { id } = application
  const to = 'withdrawn'
  const waiting = await waitsToCorrect(tx, { application: id })
  if (waiting) assertShown(waiting.number, shownProposal)
  await changeStatus(tx, { id, to, at })
  await endWhatWaits(tx, { application: id, to, by: APPLICANT, at })
  const entry = { id: randomUUID(), application: id, at, who: APPLICANT }
  await addHistory(tx, { ...entry, action: 'status', detail: to })
  await raiseVersion(tx, { application: id })
  const mail = newStatusMail(application, 'applicant', at)
  if (mail) await insertOutbox(tx, [mail])
  await tellBilling(tx, { application: id, event: 'application.withdrawn', at }, told)
  return true
}
