/** Messages between an applicant and staff, and requests to withdraw: what was said, and what still waits. */
import { sql } from 'kysely'
import type { MessageRow, WithdrawalRow } from '../applicant-rows.ts'
import { readAll, readFirst, readForAll, write, writeOne } from '../statement.ts'

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

/** False where the day has its message, or the question its answer. */
export const insertMessage = writeOne((db, row: MessageRow) =>
  db
    .insertInto('messages')
    .values(Object.fromEntries(MESSAGE_COLUMNS.map((name) => [name, row[name]])) as MessageRow)
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

export const insertWithdrawal = write(
  (db, { id, application, at }: Pick<WithdrawalRow, 'id' | 'application' | 'at'>) =>
    db.insertInto('withdrawal_requests').values({
      ...{ id, application, at },
      ...{ state: 'waiting', decided_at: null, decided_by: null, sentence: '' },
    }),
)

type Decision = Of &
  Pick<WithdrawalRow, 'sentence'> & {
    state: 'confirmed' | 'refused'
    by: string
    at: number
  }

/** Ends the request that waits, if one does. */
export const decideWithdrawal = write((db, p: Decision) =>
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

/** What an applicant wrote and nobody has settled. */
export const waitsToBeRead = readFirst((db, { application }: Of) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('application', '=', application)
    .where(IS_UNSETTLED)
    .limit(1),
)
