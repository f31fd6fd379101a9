/** Deliveries that people have to know of: given up, held, failed at least once and not sent yet, or returned. */

import { type SqlBool, sql } from 'kysely'
import { CLOSED_STATUSES } from '#domain/staff.ts'
import { readAll, readDynamic, type Transaction, writeDynamic } from '../statement.ts'

/**
 * What is still in the queue for the first time is on its way. What staff have called the applicant about is dealt with,
 * however often it is tried again.
 */
const TROUBLED = sql<string>`
  select u.id from outbox u where u.state <> 'sent'
    and (u.state in ('held', 'failed') or u.last_error is not null)
    and not exists (select 1 from returned_mails s where s.delivery = u.id and s.state = 'settled')
  union select delivery from returned_mails where state = 'open'`

type Page = { after: string; closed: boolean; limit: number }

/** In the order in which they were promised, after the last one of the page before. */
export const undeliveredPage = readDynamic((db, p: Page) =>
  db
    .selectFrom('outbox as o')
    .innerJoin('applications as a', 'a.id', 'o.application')
    .selectAll('o')
    .select(['a.reference', 'a.flow', 'a.customer', 'a.company_name', 'a.tel'])
    .where(sql<SqlBool>`o.id in (${TROUBLED})`)
    .where('a.staff_status', p.closed ? 'in' : 'not in', CLOSED_STATUSES)
    .where('o.id', '>', p.after)
    .orderBy('o.id')
    .limit(p.limit),
)

/** Of open applications, and of closed ones. */
export async function countUndelivered(tx: Transaction): Promise<{ open: number; closed: number }> {
  const counts = { open: 0, closed: 0 }
  const closed: readonly string[] = CLOSED_STATUSES
  for (const { staff_status, count } of await byStatus(tx))
    counts[closed.includes(staff_status) ? 'closed' : 'open'] += count
  return counts
}

const byStatus = readAll((db) =>
  db
    .selectFrom('outbox as o')
    .innerJoin('applications as a', 'a.id', 'o.application')
    .where(sql<SqlBool>`o.id in (${TROUBLED})`)
    .groupBy('a.staff_status')
    .select((eb) => ['a.staff_status', eb.fn.countAll<number>().as('count')]),
)

/** Staff have called the applicant about the mails of an application that did not arrive. Gives how many that were. */
export async function settleUndelivered(
  tx: Transaction,
  settled: { application: string; by: string; at: number },
): Promise<number> {
  const given = await settleGivenUp(tx, settled)
  return given + (await settleReturned(tx, settled))
}

type Settled = { application: string; by: string; at: number }

const settleReturned = writeDynamic((db, p: Settled) =>
  db
    .updateTable('returned_mails')
    .set({ state: 'settled', settled_at: p.at, settled_by: p.by })
    .where('application', '=', p.application)
    .where('state', '=', 'open'),
)

/** Mails that the relay did not take have no notice: what staff did is kept in the place of one. */
const settleGivenUp = writeDynamic((db, p: Settled) =>
  db
    .insertInto('returned_mails')
    .columns([
      'delivery',
      'sending',
      'application',
      'at',
      'code',
      'state',
      'settled_at',
      'settled_by',
    ])
    .expression((eb) =>
      eb
        .selectFrom('outbox as o')
        .select((row) => [
          'o.id',
          row.lit(GIVEN_UP).as('sending'),
          'o.application',
          sql<number>`cast(${p.at} as bigint)`.as('at'),
          row.val('').as('code'),
          sql<'settled'>`'settled'`.as('state'),
          sql<number>`cast(${p.at} as bigint)`.as('settled_at'),
          sql<string>`cast(${p.by} as text)`.as('settled_by'),
        ])
        .where('o.application', '=', p.application)
        .where('o.kind', 'in', ['mail_applicant', 'mail_status', 'mail_staff', 'mail_staff_news'])
        .where(
          sql<SqlBool>`o.state <> 'sent' and (o.state in ('held', 'failed') or o.last_error is not null)`,
        ),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** In the place of a sending: no sending has this number. */
const GIVEN_UP = -1
