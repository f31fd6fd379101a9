/** Messages between an applicant and staff, and requests to withdraw: what was said, and what still waits. */
import { sql } from 'kysely'
import { CLOSED_STATUSES } from '#domain/staff.ts'
import type { MessageRow, WithdrawalRow } from '../applicant-rows.ts'
import { readAll, readFirst, readForAll, writeOne } from '../statement.ts'

type Of = { application: string }

/** Oldest first. */
export const messagesOf = readAll((db, { application }: Of) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('application', '=', application)
    .orderBy('at')
    .orderBy('id'),
)

/** Without their words, oldest first. */
export const messagesOfAll = readForAll((db, ids) =>
  db
    .selectFrom('messages')
    .select(['application', 'kind', 'settled_at'])
    .where('application', 'in', ids)
    .orderBy('at')
    .orderBy('id'),
)

/** Oldest first: the last of an application counts. */
export const withdrawalsOfAll = readForAll((db, ids) =>
  db
    .selectFrom('withdrawal_requests')
    .select(['application', 'state'])
    .where('application', 'in', ids)
    .orderBy('at')
    .orderBy('id'),
)

/** `last`, where it is not null: the newest message must be this one; empty for none. */
type Inserted = MessageRow & { last: string | null }

/** False where the day has its message, the question its answer, another message came first, or the application was erased. */
export const insertMessage = writeOne((db, p: Inserted) =>
  db
    .insertInto('messages')
    .columns(MESSAGE_COLUMNS)
    .expression(
      db
        .selectFrom('applications as a')
        .where('a.id', '=', p.application)
        .where('a.erased_at', 'is', null)
        .where(
          sql<boolean>`(cast(${p.last} as text) is null or cast(${p.last} as text) = coalesce(
            (select m.id from messages m where m.application = a.id order by m.at desc, m.id desc limit 1), ''))`,
        )
        .select(MESSAGE_COLUMNS.map((name) => castOf(name, p[name]))),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

const MESSAGE_COLUMNS = [
  'id',
  'application',
  'kind',
  'at',
  'who',
  'text',
  'question',
  'day',
  'settled_at',
  'settled_by',
] as const satisfies (keyof MessageRow)[]

function castOf(name: (typeof MESSAGE_COLUMNS)[number], value: string | number | null) {
  const type = sql.raw(name === 'at' || name === 'settled_at' ? 'bigint' : 'text')
  return sql<never>`cast(${value} as ${type})`.as(name)
}

type Settlement = Of & { id: string; by: string; at: number }

/** False where it is not there, or somebody has dealt with it already. */
export const settleMessage = writeOne((db, { application, id, by, at }: Settlement) =>
  db
    .updateTable('messages')
    .set({ settled_at: at, settled_by: by })
    .where('id', '=', id)
    .where('application', '=', application)
    .where('settled_at', 'is', null),
)

/** The last one, however it ended. */
export const lastWithdrawal = readFirst((db, { application }: Of) =>
  db
    .selectFrom('withdrawal_requests')
    .selectAll()
    .where('application', '=', application)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** False where one waits already, or the application was closed or erased. */
export const insertWithdrawal = writeOne(
  (db, p: Pick<WithdrawalRow, 'id' | 'application' | 'at'>) =>
    db
      .insertInto('withdrawal_requests')
      .columns(['id', 'application', 'at', 'state', 'sentence'])
      .expression(
        db
          .selectFrom('applications as a')
          .where('a.id', '=', p.application)
          .where('a.erased_at', 'is', null)
          .where('a.staff_status', 'not in', CLOSED_STATUSES)
          .select([
            sql<string>`cast(${p.id} as text)`.as('id'),
            'a.id as application',
            sql<number>`cast(${p.at} as bigint)`.as('at'),
            sql<'waiting'>`'waiting'`.as('state'),
            sql<string>`''`.as('sentence'),
          ]),
      )
      .onConflict((conflict) => conflict.doNothing()),
)

type Decision = Of &
  Pick<WithdrawalRow, 'sentence'> & {
    state: 'confirmed' | 'refused'
    by: string
    at: number
  }

/** False where none waits. */
export const decideWithdrawal = writeOne((db, p: Decision) =>
  db
    .updateTable('withdrawal_requests')
    .set({ state: p.state, decided_at: p.at, decided_by: p.by, sentence: p.sentence })
    .where('application', '=', p.application)
    .where('state', '=', 'waiting'),
)

export const waitsToWithdraw = readFirst((db, { application }: Of) =>
  db
    .selectFrom('withdrawal_requests')
    .select('id')
    .where('application', '=', application)
    .where(IS_WAITING),
)

// Conditions that an index carries, in its very words.
export const IS_WAITING = sql<boolean>`state = 'waiting'`
export const IS_UNSETTLED = sql<boolean>`settled_at is null and kind in ('answer', 'message')`
