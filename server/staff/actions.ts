/** What every action of staff on an application consists of, within a transaction: its one row, history and audit trail. */
import { randomUUID } from 'node:crypto'
import type { Seen } from '#domain/presses.ts'
import type { STAFF_ACTIONS } from '#domain/staff.ts'
import { AppError } from '../errors.ts'
import { touch } from '../store/queries/assignees-and-views.ts'
import { held } from '../store/queries/held.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import type { ApplicationRow } from '../store/schema.ts'
import type { Transaction } from '../store/statement.ts'
import { type Actor, addAudit } from './audit.ts'

/** `by` acts on the application of a reference; an empty note is not recorded. */
export type Entry = {
  reference: string
  by: Actor
  /** The name in the history where it is not the actor's: the command line takes one. */
  as?: string | undefined
  note: string
  press?: Press | undefined
}

/**
 * Of the console: its key, what is asked for under it, without secrets, and what the person saw. The command line has
 * none.
 */
export type Press = { key: string; request: string; seen: Seen }

type Action = {
  action: Exclude<keyof typeof STAFF_ACTIONS, OfApplicant>
  detail: string
  at: number
  confirmedBy?: string
}
type OfApplicant = 'gate' | 'correction' | 'withdrawal' | 'message'

/** In the history and the audit trail. */
export async function recordAction(
  tx: Transaction,
  { id, reference }: Pick<ApplicationRow, 'id' | 'reference'>,
  { by, as }: Pick<Entry, 'by' | 'as'>,
  { action, detail, at, confirmedBy = '' }: Action,
): Promise<void> {
  const row = { id: randomUUID(), application: id, at, who: as ?? by.name, action, detail }
  await addHistory(tx, { ...row, confirmed_by: confirmedBy })
  await touch(tx, { application: id, who: row.who, at })
  // What a note says and who confirmed stay with the application, and are erased with it.
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

/**
 * Locks the one application of a reference for a task of `alone`, and gives it as it is by then. Throws AppError
 * `not_found`, and `action_refused` where it is erased: what would be written now nobody would erase again.
 */
export async function heldApplication(tx: Transaction, name: string): Promise<ApplicationRow> {
  const application = await heldAnyway(tx, name)
  refuseErased(application)
  return application
}

/** As heldApplication, also of one that is erased: what is left of it is erased once more. */
export async function heldAnyway(tx: Transaction, name: string): Promise<ApplicationRow> {
  const { reference } = await onlyApplication(tx, name)
  return (await held(tx, { reference })) ?? onlyApplication(tx, name)
}

export function refuseErased({ erased_at }: ApplicationRow): void {
  if (erased_at !== null) throw notAllowed('個人情報を消去したため、この操作はできません。')
}

export function refuseIncomplete({ state }: ApplicationRow): void {
  if (state !== 'complete')
    throw notAllowed('お申し込みが完了していないため、この操作はできません。')
}

export function notAllowed(sentence: string): AppError {
  return new AppError('action_refused', { sentence })
}
