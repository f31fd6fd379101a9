/** What people see of the outbox: lists, metrics, and sending again what was given up. */

import { IS_OUT_OF_QUEUE, IS_UNSENT } from './conditions.ts'
import { NEVER } from './outbox.ts'
import type { ApplicationRow, OutboxRow, OutboxState } from './schema.ts'
import { query, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** When the oldest thing that should be on its way was promised; undefined where everything is delivered or held. */
export async function oldestUndelivered(tx: Transaction): Promise<number | undefined> {
  return (await tx.first(oldest))?.created_at ?? undefined
}

export type HeldMail = { count: number; oldest: number | undefined }

/** Mails that wait because of a limit, and when the oldest of them was promised. */
export async function heldMail(tx: Transaction): Promise<HeldMail> {
  const row = await tx.first(waiting)
  return { count: row?.count ?? 0, oldest: row?.oldest ?? undefined }
}

/** Dead letters: what was refused, or given up, and waits for another try or for staff. */
export async function countFailed(tx: Transaction): Promise<number> {
  return (await tx.first(failed))?.count ?? 0
}

/** What to send again: one row, the rows of an application, or all dead letters. */
export type Retry = { now: number } & Partial<Record<'id' | 'application', string>>

/**
 * Makes rows due, their attempts counted from the start. What is being sent is left alone until its lease
 * has ended: another process may be at it. Gives the number of rows.
 */
export async function retry(tx: Transaction, { id, application, now }: Retry): Promise<number> {
  const isNamed = id !== undefined || application !== undefined
  return tx.run(
    query((db) => {
      const due = db
        .updateTable('outbox')
        .set((eb) => ({
          state: 'queued',
          attempts: 0,
          unknown_answers: 0,
          next_at: now,
          // Sent on behalf of staff: to the limits a sender of its own.
          source: eb.ref('id'),
        }))
        .where(IS_UNSENT)
        .where((eb) =>
          eb.or([
            eb('state', 'in', isNamed ? ['failed', 'held', 'queued'] : ['failed']),
            eb.and([eb('state', '=', 'sending'), eb('next_at', '<=', now)]),
          ]),
        )
      const ofOne = id === undefined ? due : due.where('id', '=', id)
      return application === undefined ? ofOne : ofOne.where('application', '=', application)
    }),
  )
}

export type OutboxEntry = OutboxRow & Pick<ApplicationRow, 'reference'>

export type OutboxFilter = {
  after: string | undefined
  /** Without one, everything that is not sent; `all` is everything. */
  state: OutboxState | 'all' | undefined
  limit: number
}

/** Rows in the order they were promised, after the last one of the page before. */
export async function outboxPage(
  tx: Transaction,
  { after, state, limit }: OutboxFilter,
): Promise<OutboxEntry[]> {
  return tx.all(
    query((db) => {
      const page = db
        .selectFrom('outbox')
        .innerJoin('applications', 'applications.id', 'outbox.application')
        .selectAll('outbox')
        .select('applications.reference')
        .where('outbox.id', '>', after ?? '')
        .orderBy('outbox.id')
        .limit(limit)
      if (state === 'all') return page
      return state === undefined
        ? page.where('outbox.state', '!=', 'sent')
        : page.where('outbox.state', '=', state)
    }),
  )
}

const oldest = statement((db) =>
  db
    .selectFrom('outbox')
    .select('created_at')
    .where(IS_UNSENT)
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('created_at')
    .limit(1),
)

const waiting = statement((db) =>
  db
    .selectFrom('outbox')
    .where(IS_OUT_OF_QUEUE)
    .where('state', '=', 'held')
    .where('next_at', '<', NEVER)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')]),
)

const failed = statement((db) =>
  db
    .selectFrom('outbox')
    .where(IS_OUT_OF_QUEUE)
    .where('state', '=', 'failed')
    .select((eb) => eb.fn.countAll<number>().as('count')),
)
