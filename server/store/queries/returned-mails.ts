/** Mails that came back: each sending once, and which of them staff have to deal with. */
import { sql } from 'kysely'
import { CLOSED_STATUSES } from '#domain/staff.ts'
import type { ReturnedMailRow } from '../schema.ts'
import { readFirst, readForAll, writeOne } from '../statement.ts'

/** A delivery that a notice may name, with the receipt number of its application. */
export const deliveryOf = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('outbox')
    .innerJoin('applications', 'applications.id', 'outbox.application')
    .select(['outbox.id', 'outbox.kind', 'outbox.recipient', 'outbox.attempts', 'reference'])
    .where('outbox.id', '=', id),
)

type NewNotice = Omit<ReturnedMailRow, 'settled_at' | 'settled_by'>

/** False where the notice of this sending is there already. */
export const addReturned = writeOne((db, row: NewNotice) =>
  db
    .insertInto('returned_mails')
    .values({
      ...{ delivery: row.delivery, sending: row.sending, application: row.application },
      ...{ at: row.at, code: row.code, state: row.state, settled_at: null, settled_by: null },
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** In the order of their notices, of applications. */
export const returnedOf = readForAll((db, ids) =>
  db.selectFrom('returned_mails').selectAll().where('application', 'in', ids).orderBy('at'),
)

/** A mail to this address that came back or was given up, whether or not staff have called about it. */
export const lastReturnedFrom = readFirst((db, p: { application: string; recipient: string }) =>
  db
    .selectFrom('outbox as o')
    .leftJoin('returned_mails as r', 'r.delivery', 'o.id')
    .select('o.id')
    .where('o.application', '=', p.application)
    .where('o.recipient', '=', p.recipient)
    .where((row) => row.or([row('r.state', '<>', 'past'), row('o.state', '=', 'failed')]))
    .limit(1),
)

const closed = sql.join(CLOSED_STATUSES.map((status) => sql.lit(status)))

/** Of returned_mails: staff have to deal with it. Nobody waits for a mail of what is closed. */
export const IS_RETURNED = sql<boolean>`(state = 'open' and exists (select 1 from applications w
  where w.id = returned_mails.application and w.staff_status not in (${closed})))`

/** Notices that came in since an instant. */
export const countReturned = readFirst((db, { since }: { since: number }) =>
  db
    .selectFrom('returned_mails')
    .where('at', '>=', since)
    .where('sending', '>=', 0)
    .select((row) => row.fn.countAll<number>().as('count')),
)
