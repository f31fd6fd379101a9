/** What every action of staff on an application consists of, within a transaction: its one row, history and audit trail. */
import { randomUUID } from 'node:crypto'
import type { STAFF_ACTIONS } from '#domain/staff.ts'
import { AppError } from '../errors.ts'
import { addHistory } from '../store/queries/staff-changes.ts'
import { findApplications } from '../store/queries/stored-applications.ts'
import { touch } from '../store/queries/work.ts'
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

export function notAllowed(sentence: string): AppError {
  return new AppError('action_refused', { sentence })
}
