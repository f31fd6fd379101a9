/** What applicants wait for staff to deal with: counted, listed, and found among applications. */
import { sql } from 'kysely'
import { WAITING_NAMES, type Waiting } from '#domain/staff.ts'
import type { Schema } from '../schema.ts'
import { readFirst, readForAll, type Transaction } from '../statement.ts'
import { IS_UNSETTLED, IS_WAITING } from './conversation.ts'

/** Each kind's rows that wait; what belongs to it is known by their application and instant. */
const ROWS = {
  correction: { table: 'revisions', waits: IS_WAITING },
  withdrawal: { table: 'withdrawal_requests', waits: IS_WAITING },
  message: { table: 'messages', waits: IS_UNSETTLED },
} as const satisfies Record<Waiting, { table: keyof Schema; waits: unknown }>

/** `oldest` and `late` (those since `before`, or earlier) are of single requests and messages; epoch milliseconds. */
export type WaitingCount = { count: number; oldest: number | null; late: number }

/** Applications with something that waits, by kind. */
export async function countWaiting(
  tx: Transaction,
  { before }: { before: number },
): Promise<Record<Waiting, WaitingCount>> {
  const counts = await Promise.all(
    WAITING_NAMES.map(async (kind) => [kind, await COUNTS[kind](tx, { before })] as const),
  )
  const none: WaitingCount = { count: 0, oldest: null, late: 0 }
  return Object.fromEntries(counts.map(([kind, count]) => [kind, count ?? none])) as Record<
    Waiting,
    WaitingCount
  >
}

const countOf = (kind: Waiting) =>
  readFirst((db, p: { before: number }) =>
    db
      .selectFrom(ROWS[kind].table as 'messages')
      .where(ROWS[kind].waits)
      .select((row) => [
        row.fn.count<number>('application').distinct().as('count'),
        row.fn.min<number | null>('at').as('oldest'),
        sql<number>`coalesce(sum(case when at <= ${p.before} then 1 else 0 end), 0)`.as('late'),
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

function eachKind<T>(make: (kind: Waiting) => T): Record<Waiting, T> {
  return Object.fromEntries(WAITING_NAMES.map((kind) => [kind, make(kind)])) as Record<Waiting, T>
}
