/** Deliveries that people have to know of: given up, held, or failed at least once and not sent yet. */

import { sql } from 'kysely'
import { IS_UNSENT } from '../schema.ts'
import { readDynamic, readFirst } from '../statement.ts'

/** What is still in the queue for the first time is on its way. */
const IS_TROUBLED = sql<boolean>`(state in ('held', 'failed') or last_error is not null)`

/** In the order in which they were promised, after the last one of the page before. */
export const undeliveredPage = readDynamic((db, p: { after: string; limit: number }) =>
  db
    .selectFrom('outbox as o')
    .innerJoin('applications as a', 'a.id', 'o.application')
    .selectAll('o')
    .select(['a.reference', 'a.flow', 'a.customer', 'a.company_name'])
    .where(sql<boolean>`o.state <> 'sent'`)
    .where(sql<boolean>`(o.state in ('held', 'failed') or o.last_error is not null)`)
    .where('o.id', '>', p.after)
    .orderBy('o.id')
    .limit(p.limit),
)

export const countUndelivered = readFirst((db) =>
  db
    .selectFrom('outbox')
    .where(IS_UNSENT)
    .where(IS_TROUBLED)
    .select((eb) => eb.fn.countAll<number>().as('count')),
)
