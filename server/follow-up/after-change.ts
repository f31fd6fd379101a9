/** What follows from a change of a complete application, in its transaction, whoever made it: what waits ends with a close, a former address gets no link and its mails are nobody's, the billing system is told. */
import { isClosed, type StaffStatus, type WebhookEvent } from '#domain/staff.ts'
import { newStatusCall, newStatusMail } from '../apply/new-rows.ts'
import type { Config } from '../config/settings.ts'
import { decideWithdrawal } from '../store/queries/messages.ts'
import { holdNews } from '../store/queries/outbox.ts'
import { insertOutbox } from '../store/queries/public-calls.ts'
import { lastReturnedFrom } from '../store/queries/returned-mails.ts'
import { endWaiting } from '../store/queries/revisions.ts'
import { endLink } from '../store/queries/status-links.ts'
import { passUndelivered } from '../store/queries/undelivered.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'

/** What the billing system wants to be told of, and where. */
export type StatusCalls = { webhookUrl: string; events: readonly WebhookEvent[] }
export const NO_CALLS: StatusCalls = { webhookUrl: '', events: [] }

export function callsOf(config: Pick<Config, 'WEBHOOK_URL' | 'WEBHOOK_EVENTS'>): StatusCalls {
  return { webhookUrl: config.WEBHOOK_URL, events: config.WEBHOOK_EVENTS }
}

/** Where it wants to know of this. */
export async function tellBilling(
  tx: Transaction,
  { application, event, at }: { application: string; event: WebhookEvent; at: number },
  { webhookUrl, events }: StatusCalls,
): Promise<void> {
  if (webhookUrl === '' || !events.includes(event)) return
  await insertOutbox(tx, [newStatusCall(application, { event, webhookUrl }, at)])
}

/** By a close: a request to withdraw is confirmed where it is followed, and a correction lapses. */
export async function endWhatWaits(
  tx: Transaction,
  { application, to, by, at }: { application: string; to: StaffStatus; by: string; at: number },
): Promise<void> {
  if (!isClosed(to)) return
  const ended = { application, by, at } as const
  if (to === 'withdrawn') await decideWithdrawal(tx, { ...ended, state: 'confirmed', sentence: '' })
  await endWaiting(tx, { ...ended, state: 'lapsed', reason: '' })
}

/** After another mail address or telephone counts; `before` has the former ones. */
export async function leaveContacts(
  tx: Transaction,
  before: ApplicationRow,
  now: Pick<ApplicationRow, 'email' | 'tel'>,
  at: number,
): Promise<void> {
  const { id: application, email: recipient, tel } = before
  if (now.email === recipient && now.tel === tel) return
  await endLink(tx, application)
  if (now.email === recipient) return
  await mailFarewell(tx, before, at)
  await passUndelivered(tx, { application, recipient, at })
}

/** To the former address, without a link, and nothing else about the status; to nobody where mails to it come back. */
async function mailFarewell(tx: Transaction, before: ApplicationRow, at: number): Promise<void> {
  const { id: application, email: recipient } = before
  // What still waits for it would go out in the same words.
  await holdNews(tx, { application, recipient, reason: FORMER })
  if (await lastReturnedFrom(tx, { application, recipient })) return
  const mail = newStatusMail(before, 'staff', at)
  if (mail) await insertOutbox(tx, [mail])
}

const FORMER = 'メールアドレスが変更されたため、以前のあて先には送りません'
