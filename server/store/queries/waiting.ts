/** What applicants wait for staff to deal with: counted, listed, and found among applications. */
import { sql } from 'kysely'
import { WAITING_NAMES, type Waiting } from '#domain/staff.ts'
import type { Schema } from '../schema.ts'
import { readFirst, readForAll, type Transaction } from '../statement.ts'
import { IS_UNSETTLED, IS_WAITING } from './messages.ts'
import { IS_RETURNED } from './returned-mails.ts'

/** Each kind's rows that wait; what belongs to it is known by their application and instant. */
const ROWS = {
  correction: { table: 'revisions', waits: IS_WAITING },
  withdrawal: { table: 'withdrawal_requests', waits: IS_WAITING },
  message: { table: 'messages', waits: IS_UNSETTLED },
  returned: { table: 'returned_mails', waits: IS_RETURNED },
} as const satisfies Record<Waiting, { table: keyof Schema; waits: unknown }>

/** `oldest` is of single requests and messages; epoch milliseconds. */
export type WaitingCount = { count: number; oldest: number | null }

/** Applications with something that waits, by kind. */
export async function countWaiting(tx: Transaction): Promise<Record<Waiting, WaitingCount>> {
  const counts = await Promise.all(
    WAITING_NAMES.map(async (kind) => [kind, await COUNTS[kind](tx)] as const),
  )
  const none: WaitingCount = { count: 0, oldest: null }
  return Object.fromEntries(counts.map(([kind, count]) => [kind, count ?? none])) as Record<
    Waiting,
    WaitingCount
  >
}

const countOf = (kind: Waiting) =>
  readFirst((db) =>
    db
      .selectFrom(ROWS[kind].table as 'messages')
      .where(ROWS[kind].waits)
      .select((row) => [
        row.fn.count<number>('application').distinct().as('count'),
        row.fn.min<number | null>('at').as('oldest'),
      ]),
  )

const COUNTS = eachKind(countOf)

/** What waits of some applications, the oldest of each kind. */
export async function waitingOf(
  tx: Transaction,
  applications: readonly string[],
): Promise<Map<string, { kind: Waiting; since: number }[]>> {
  const found = await Promise.all(
    WAITING_NAMES.map(async (kind) =>
      (await SINCE[kind](tx, applications)).map((row) => ({ kind, ...row })),
    ),
  )
  const byApplication = Map.groupBy(found.flat(), ({ application }) => application)
  return new Map(
    [...byApplication].map(([id, rows]) => [id, rows.map(({ kind, since }) => ({ kind, since }))]),
  )
}

const sinceOf = (kind: Waiting) =>
  readForAll((db, ids) =>
    db
      .selectFrom(ROWS[kind].table as 'messages')
      .where('application', 'in', ids)
      .where(ROWS[kind].waits)
      .groupBy('application')
      .select((row) => ['application', row.fn.min<number>('at').as('since')]),
  )

const SINCE = eachKind(sinceOf)

/** A condition on the applications of a list, which is called `a`. */
export function hasWaiting(kind: Waiting) {
  const { table, waits } = ROWS[kind]
  return sql<boolean>`exists (select 1 from ${sql.table(table)} where application = a.id and ${waits})`
}

/** The applications of what has waited since `before` or longer. */
export function waitingSince(kind: Waiting, before: number) {
  const { table, waits } = ROWS[kind]
  return sql`select application from ${sql.table(table)} where ${waits} and at <= ${before}`
}

function eachKind<T>(make: (kind: Waiting) => T): Record<Waiting, T> {
  return Object.fromEntries(WAITING_NAMES.map((kind) => [kind, make(kind)])) as Record<Waiting, T>
}
