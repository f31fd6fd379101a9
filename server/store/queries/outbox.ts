/**
 * Queries of the outbox. Delivery: which rows are due, who holds their lease, how much a mailbox has had, what came of an
 * attempt. People: lists, metrics, and sending again what was given up.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { deliveryKinds } from '#domain/staff.ts'
import {
  type ApplicationRow,
  IS_OUT_OF_QUEUE,
  IS_STATUS_MAIL,
  IS_TO_APPLICANT,
  IS_UNSENT,
  type OutboxKind,
  type OutboxRow,
  type OutboxState,
  type Schema,
} from '../schema.ts'
import {
  type Dialect,
  readAll,
  readDynamic,
  readFirst,
  type Transaction,
  write,
  writeDynamic,
  writeOne,
} from '../statement.ts'
import { IS_TO_FORMER } from './undelivered.ts'

/** A time that never comes: rows that are only sent when staff say so. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** Epoch milliseconds by PostgreSQL's clock, which several processes share; SQLite has one process, whose clock is `now`. */
export async function databaseClock(tx: Transaction, now: number): Promise<number> {
  return (await clockOf(tx, { now }))?.now ?? now
}

const clockOf = readFirst((db, { now }: { now: number }, dialect) => {
  const time =
    dialect === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : sql<number>`${now}`
  return db.selectNoFrom(time.as('now'))
})

export type Due = {
  kind: OutboxKind
  now: number
  limit: number
  /** Destinations from which nothing is taken at present. */
  blocked: readonly string[]
}

/** What is due first. On PostgreSQL rows that another process is claiming are left out instead of waited for. */
export async function dueRows(tx: Transaction, due: Due): Promise<OutboxRow[]> {
  return due.blocked.length === 0 ? dueUnblocked(tx, due) : dueElsewhere(tx, due)
}

/** Whether anything of this kind is due; a read that takes no lock. */
export async function isDue(tx: Transaction, due: Omit<Due, 'limit'>): Promise<boolean> {
  return (await firstDue(tx, due)).length > 0
}

/** False where the row is not free any more: it was sent, or somebody's lease lasts. */
export const takeLease = writeOne((db, p: { id: string; now: number; leaseUntil: number }) =>
  db
    .updateTable('outbox')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1), next_at: p.leaseUntil }))
    .where('id', '=', p.id)
    .where(IS_UNSENT)
    .where('next_at', '<=', p.now),
)

/** A claimed row: `attempts` is the fencing token that the lease was taken under. */
export type Lease = { id: string; attempts: number }

/** False where the lease has passed to another process. */
export const renewLease = writeOne((db, { id, attempts, until }: Lease & { until: number }) =>
  db
    .updateTable('outbox')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts),
)

/** Lets a row wait until an instant, or for staff with NEVER; the reason is what `outbox list` shows. */
export const hold = write((db, p: { id: string; until: number; reason: string }) =>
  db
    .updateTable('outbox')
    .set({ state: 'held', next_at: p.until, last_error: p.reason })
    .where('id', '=', p.id)
    .where('state', 'in', ['queued', 'held', 'failed']),
)

/** Mails about the status that wait for an address; what the relay has refused stays refused. */
export const holdNews = write((db, p: { application: string; recipient: string; reason: string }) =>
  db
    .updateTable('outbox')
    .set({ state: 'held', next_at: NEVER, last_error: p.reason })
    .where('application', '=', p.application)
    .where('recipient', '=', p.recipient)
    .where(IS_STATUS_MAIL)
    .where('state', 'in', ['queued', 'held']),
)

/** What an applicant's mailbox has had, and what of it is under way (`sent_at` null). */
export type MailHistory = Pick<OutboxRow, 'id' | 'kind' | 'source' | 'state' | 'sent_at'>

/** Acknowledgements and mails about the status to a mailbox that were sent since then, are being sent, or wait because of a limit. */
export async function mailHistory(
  tx: Transaction,
  { mailbox, since }: { mailbox: string; since: number },
): Promise<MailHistory[]> {
  const found = [TO_APPLICANTS, STATUS_MAILS].flatMap(({ sentToMailbox, unsentToMailbox }) => [
    sentToMailbox(tx, { mailbox, since }),
    unsentToMailbox(tx, { mailbox }),
  ])
  return (await Promise.all(found)).flat()
}

/** When mails of the same budget were sent since then, and how many are being sent; `limit` instants at most, latest first. */
export async function recentMails(
  tx: Transaction,
  { kind, since, limit }: { kind: OutboxKind; since: number; limit: number },
): Promise<{ sentAt: number[]; underWay: number }> {
  const { sentSince, countSending } = AFTERWARDS.includes(kind) ? STATUS_MAILS : TO_APPLICANTS
  const [rows, sending] = await Promise.all([sentSince(tx, { since, limit }), countSending(tx)])
  return { sentAt: rows.map(({ sent_at }) => sent_at ?? 0), underWay: sending?.count ?? 0 }
}

/** Whoever holds the lease now: what was delivered was delivered. */
export const markSent = write((db, { id, at }: { id: string; at: number }) =>
  db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: at, last_error: null })
    .where('id', '=', id),
)

export type Unsent = Lease & {
  state: 'queued' | 'sending' | 'failed'
  nextAt: number
  reason: string
  /** The pause that it waits after a failure of its own. */
  backoffBy: number
  unknownBy: 0 | 1
}

/** Due again at `nextAt`, unless another process has taken the row over meanwhile. */
export const markUnsent = write((db, p: Unsent) =>
  db
    .updateTable('outbox')
    .set((eb) => ({
      state: p.state,
      next_at: p.nextAt,
      last_error: p.reason,
      backoff_ms: eb('backoff_ms', '+', p.backoffBy),
      unknown_answers: eb('unknown_answers', '+', p.unknownBy),
    }))
    .where('id', '=', p.id)
    .where('state', '=', 'sending')
    .where('attempts', '=', p.attempts),
)

/**
 * Makes due what was written under a clock that was wrong: what waits further ahead than anything here sets, and what
 * was never tried, which is due from the beginning.
 */
export const repairDueTimes = write((db, p: { kind: OutboxKind; now: number; latest: number }) =>
  db
    .updateTable('outbox')
    .set({ next_at: p.now })
    .where('kind', '=', p.kind)
    .where(IS_UNSENT)
    .where('next_at', '>', p.now)
    .where('next_at', '<', NEVER)
    .where((eb) =>
      eb.or([
        eb('next_at', '>', p.latest),
        eb.and([eb('state', '=', 'queued'), eb('attempts', '=', 0)]),
      ]),
    ),
)

function dueQuery(db: Kysely<Schema>, { kind, now, limit }: Omit<Due, 'blocked'>) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', kind)
    .where(IS_UNSENT)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
}

/** Two processes on one PostgreSQL share the work: each locks other rows. SQLite has one writer. */
function lockedOn(dialect: Dialect, rows: ReturnType<typeof dueQuery>) {
  return dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows
}

const dueUnblocked = readAll((db, due: Omit<Due, 'blocked'>, dialect) =>
  lockedOn(dialect, dueQuery(db, due)),
)

const dueElsewhere = readDynamic((db, due: Due, dialect) =>
  lockedOn(dialect, dueQuery(db, due)).where('destination', 'not in', due.blocked),
)

const firstDue = readDynamic((db, due: Omit<Due, 'limit'>) => {
  const first = dueQuery(db, { ...due, limit: 1 })
  return due.blocked.length === 0 ? first : first.where('destination', 'not in', due.blocked)
})

const HISTORY = ['id', 'kind', 'source', 'state', 'sent_at'] as const

/** What limits ask of the mails of one budget: `isOne` those to a mailbox, `kinds` all that an hour counts. */
function budgetOf(isOne: RawBuilder<boolean>, kinds: readonly OutboxKind[]) {
  return {
    sentToMailbox: readAll((db, p: { mailbox: string; since: number }) =>
      db
        .selectFrom('outbox')
        .select(HISTORY)
        .where(isOne)
        .where('mailbox', '=', p.mailbox)
        .where('sent_at', '>', p.since),
    ),
    unsentToMailbox: readAll((db, p: { mailbox: string }) =>
      db
        .selectFrom('outbox')
        .select(HISTORY)
        .where(IS_OUT_OF_QUEUE)
        .where('state', 'in', ['sending', 'held'])
        .where('mailbox', '=', p.mailbox)
        .where(isOne)
        .where('next_at', '<', NEVER),
    ),
    sentSince: readAll((db, p: { since: number; limit: number }) =>
      db
        .selectFrom('outbox')
        .select('sent_at')
        .where('kind', 'in', kinds)
        .where('sent_at', '>', p.since)
        .orderBy('sent_at', 'desc')
        .limit(p.limit),
    ),
    countSending: readFirst((db) =>
      db
        .selectFrom('outbox')
        .where(IS_OUT_OF_QUEUE)
        .where('state', '=', 'sending')
        .where('kind', 'in', kinds)
        .select((eb) => eb.fn.countAll<number>().as('count')),
    ),
  }
}

const mails = (isOfCompletion: boolean) =>
  deliveryKinds((row) => row.to !== 'billing' && row.isOfCompletion === isOfCompletion)
const TO_APPLICANTS = budgetOf(IS_TO_APPLICANT, mails(true))
/** Mails of what happens after an application: they never take an acknowledgement's place. */
const AFTERWARDS: readonly OutboxKind[] = mails(false)
const STATUS_MAILS = budgetOf(IS_STATUS_MAIL, AFTERWARDS)

/** When the oldest thing that should be on its way was promised; undefined where everything is delivered or held. */
export async function oldestUndelivered(tx: Transaction): Promise<number | undefined> {
  return (await oldest(tx))?.created_at ?? undefined
}

export type HeldMail = { count: number; oldest: number | undefined }

/** Mails that wait because of a limit, and when the oldest of them was promised. */
export async function heldMail(tx: Transaction): Promise<HeldMail> {
  const row = await waiting(tx)
  return { count: row?.count ?? 0, oldest: row?.oldest ?? undefined }
}

/** Dead letters: what was refused, or given up, and waits for another try or for staff; to former addresses nobody tries again. */
export async function countFailed(tx: Transaction): Promise<number> {
  return (await failed(tx))?.count ?? 0
}

/** What to send again: one row, the rows of an application, or all dead letters but those to former addresses. */
export type Retry = { now: number; id?: string | undefined; application?: string }

/**
 * Makes rows due, their back-off counted from the start. What is being sent is left alone until its lease
 * has ended: another process may be at it. Gives the number of rows.
 */
export const retry = writeDynamic((db, { id, application, now }: Retry) => {
  const isNamed = id !== undefined || application !== undefined
  const due = db
    .updateTable('outbox')
    .set((eb) => ({
      state: 'queued',
      unknown_answers: 0,
      backoff_ms: 0,
      // It is on its way again, as for the first time.
      last_error: null,
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
  // A former address may be a stranger's: only whoever names the mail or its application sends it again.
  if (!isNamed) return due.where((eb) => eb.not(IS_TO_FORMER))
  const ofOne = id === undefined ? due : due.where('id', '=', id)
  return application === undefined ? ofOne : ofOne.where('application', '=', application)
})

export type OutboxEntry = OutboxRow & Pick<ApplicationRow, 'reference'>

export type OutboxFilter = {
  after: string | undefined
  /** Without one, everything that is not sent; `all` is everything. */
  state: OutboxState | 'all' | undefined
  limit: number
}

/** Rows in the order they were promised, after the last one of the page before. */
export const outboxPage = readDynamic((db, { after, state, limit }: OutboxFilter) => {
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
})

const oldest = readFirst((db) =>
  db
    .selectFrom('outbox')
    .select('created_at')
    .where(IS_UNSENT)
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('created_at')
    .limit(1),
)

const waiting = readFirst((db) =>
  db
    .selectFrom('outbox')
    .where(IS_OUT_OF_QUEUE)
    .where('state', '=', 'held')
    .where('next_at', '<', NEVER)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')]),
)

const failed = readFirst((db) =>
  db
    .selectFrom('outbox')
    .where(IS_OUT_OF_QUEUE)
    .where('state', '=', 'failed')
    .where((eb) => eb.not(IS_TO_FORMER))
    .select((eb) => eb.fn.countAll<number>().as('count')),
)
