/** Queries of the outbox: what is due, who sends it, how much an address has had, what came of it. */
import { sql } from 'kysely'
import { IS_UNSENT } from './conditions.ts'
import type { OutboxKind, OutboxRow } from './schema.ts'
import { query, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** A time that never comes: rows that are only sent when staff say so. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** Whether anything of this kind is due; a look that writes nothing. */
export async function isDue(tx: Transaction, kind: OutboxKind, now: number): Promise<boolean> {
  return (await tx.first(nextDue, { kind, now })) !== undefined
}

/** What is due first and, unless `holdOf` says that it must wait, taken until `leaseUntil`. */
export async function claim<H extends { until: number }>(
  tx: Transaction,
  kind: OutboxKind,
  { now, leaseUntil }: { now: number; leaseUntil: number },
  holdOf: (row: OutboxRow) => Promise<H | undefined>,
): Promise<{ row: OutboxRow } | { held: H } | undefined> {
  const row = await tx.first(nextDue, { kind, now })
  if (!row) return undefined
  const held = await holdOf(row)
  // Another process may have taken it since: the conditions are tested again where the row is locked.
  const { id } = row
  if (held) return (await tx.run(hold, { id, now, until: held.until })) > 0 ? { held } : undefined
  return (await tx.run(take, { id, now, leaseUntil })) > 0 ? { row } : undefined
}

/** Instants at which an address, in whatever case, was written to since then, latest first, `limit` of them at most. */
export async function sentTo(
  tx: Transaction,
  { recipient, since, limit }: { recipient: string; since: number; limit: number },
): Promise<number[]> {
  const rows = await tx.all(recentTo, { recipient: recipient.toLowerCase(), since, limit })
  return rows.map(({ sent_at }) => sent_at ?? 0)
}

/** When the mail before the last `limit` was sent, if that was since then: the hour is full until it has left it. */
export async function fullSince(
  tx: Transaction,
  { since, limit }: { since: number; limit: number },
): Promise<number | undefined> {
  const row = await tx.first(nthLatest, { since, skip: limit - 1 })
  return row?.sent_at ?? undefined
}

/** When the oldest thing that should be on its way was promised; undefined where everything is delivered or held. */
export async function oldestUndelivered(tx: Transaction): Promise<number | undefined> {
  return (await tx.first(oldest))?.created_at ?? undefined
}

/** How many were refused and wait for another try or for staff. */
export async function countFailed(tx: Transaction): Promise<number> {
  return (await tx.first(failed))?.count ?? 0
}

export async function markSent(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.run(sent, { id, at })
}

/** Due again at `nextAt`; a mail that was refused is `failed` meanwhile, and visible as that. */
export async function markUnsent(
  tx: Transaction,
  outcome: { id: string; state: 'queued' | 'failed'; nextAt: number; reason: string },
): Promise<void> {
  await tx.run(unsent, outcome)
}

/** Makes everything due that waits because an attempt found nobody there. Gives the number of rows. */
export async function hasten(tx: Transaction, kind: OutboxKind, now: number): Promise<number> {
  return tx.run(hastened, { kind, now })
}

/** Makes one row due, or all that were refused. Gives the number of rows. */
export async function retry(
  tx: Transaction,
  { id, now }: { id: string | undefined; now: number },
): Promise<number> {
  return tx.run(
    query((db) => {
      const due = db.updateTable('outbox').set({ state: 'queued', attempts: 0, next_at: now })
      return id === undefined
        ? due.where('state', '=', 'failed')
        : due.where('id', '=', id).where('state', 'in', ['failed', 'held', 'queued'])
    }),
  )
}

export type OutboxEntry = OutboxRow & { reference: string }

/** Rows in the order they were promised, after the last one of the page before. */
export async function outboxPage(
  tx: Transaction,
  { after, unsentOnly, limit }: { after: string | undefined; unsentOnly: boolean; limit: number },
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
      return unsentOnly ? page.where('outbox.state', '!=', 'sent') : page
    }),
  )
}

const nextDue = statement((db, { kind, now }: { kind: OutboxKind; now: number }) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', kind)
    .where(IS_UNSENT)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1),
)

const oldest = statement((db) =>
  db
    .selectFrom('outbox')
    .select('created_at')
    .where(IS_UNSENT)
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('created_at')
    .limit(1),
)

const failed = statement((db) =>
  db
    .selectFrom('outbox')
    .where(IS_UNSENT)
    .where('state', '=', 'failed')
    .select((eb) => eb.fn.countAll<number>().as('count')),
)

const take = statement(
  (db, { id, now, leaseUntil }: { id: string; now: number; leaseUntil: number }) =>
    db
      .updateTable('outbox')
      .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), next_at: leaseUntil }))
      .where('id', '=', id)
      .where('state', '!=', 'sent')
      .where('next_at', '<=', now),
)

const hold = statement((db, { id, now, until }: { id: string; now: number; until: number }) =>
  db
    .updateTable('outbox')
    .set({ state: 'held', next_at: until })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .where('next_at', '<=', now),
)

const sent = statement((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: at, last_error: null })
    .where('id', '=', id),
)

type Unsent = { id: string; state: 'queued' | 'failed'; nextAt: number; reason: string }
const unsent = statement((db, { id, state, nextAt, reason }: Unsent) =>
  db
    .updateTable('outbox')
    .set({ state, next_at: nextAt, last_error: reason })
    .where('id', '=', id)
    .where('state', '!=', 'sent'),
)

const hastened = statement((db, { kind, now }: { kind: OutboxKind; now: number }) =>
  db
    .updateTable('outbox')
    .set({ next_at: now })
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .where('attempts', '>', 0)
    .where('next_at', '>', now),
)

const recentTo = statement(
  (db, { recipient, since, limit }: { recipient: string; since: number; limit: number }) =>
    db
      .selectFrom('outbox')
      .select('sent_at')
      .where(sql`lower(recipient)`, '=', recipient)
      .where('sent_at', '>', since)
      .orderBy('sent_at', 'desc')
      .limit(limit),
)

const nthLatest = statement((db, { since, skip }: { since: number; skip: number }) =>
  db
    .selectFrom('outbox')
    .select('sent_at')
    .where('kind', '!=', 'webhook')
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .offset(skip),
)
