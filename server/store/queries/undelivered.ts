/** Deliveries that people have to know of: given up, held, failed at least once and not sent yet, or returned. */

import { type SqlBool, sql } from 'kysely'
import { CLOSED_STATUSES, deliveryKinds, isWebhook } from '#domain/staff.ts'
import type { OutboxRow, ReturnedMailRow } from '../schema.ts'
import { readAll, readDynamic, type Transaction, writeDynamic } from '../statement.ts'

/** In the place of a sending: no sending has this number. */
const GIVEN_UP = -1

/**
 * What is still in the queue for the first time is on its way. What staff have called the applicant about is dealt with,
 * however often it is tried again, and what went to a former address is nobody's.
 */
const TROUBLED = sql<string>`
  select u.id from outbox u where u.state <> 'sent'
    and (u.state in ('held', 'failed') or u.last_error is not null)
    and not exists (select 1 from returned_mails s where s.delivery = u.id
      and (s.state = 'settled' or s.sending = ${sql.lit(GIVEN_UP)}))
  union select delivery from returned_mails where state = 'open'`

const TO_APPLICANT = deliveryKinds(({ to }) => to === 'applicant')

/** Of the outbox: a mail to an applicant's address that is not on file any more. */
export const IS_TO_FORMER = sql<boolean>`(outbox.kind in (${sql.join(TO_APPLICANT.map((kind) => sql.lit(kind)))})
  and outbox.recipient <> (select f.email from applications f where f.id = outbox.application))`

/** A mail that staff have to deal with, by all of its notices: it came back, or it does not go out by itself. */
export function isUndelivered(
  { kind, state }: Pick<OutboxRow, 'kind' | 'state'>,
  notices: readonly Pick<ReturnedMailRow, 'sending' | 'state'>[],
): boolean {
  if (isWebhook(kind)) return false
  if (notices.some((notice) => notice.state === 'open')) return true
  const isOver = notices.some((notice) => notice.state === 'settled' || notice.sending === GIVEN_UP)
  return !isOver && (state === 'failed' || state === 'held')
}

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

type Named = { application: string; deliveries: readonly string[] }
type Ended = Named & { state: 'settled' | 'past'; by: string | null; at: number }

/** Staff have called the applicant about these mails. Gives how many of them had not arrived. */
export function settleUndelivered(
  tx: Transaction,
  { by, ...named }: Named & { by: string; at: number },
): Promise<number> {
  return end(tx, { ...named, state: 'settled', by })
}

/** Mails to an address that is not on file any more: nobody has to deal with them. */
export async function passUndelivered(
  tx: Transaction,
  { application, recipient, at }: { application: string; recipient: string; at: number },
): Promise<void> {
  const mails = await mailsTo(tx, { application, recipient })
  const deliveries = mails.map(({ id }) => id)
  if (deliveries.length > 0) await end(tx, { application, deliveries, state: 'past', by: null, at })
}

const mailsTo = readAll(
  (db, { application, recipient }: { application: string; recipient: string }) =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('application', '=', application)
      .where('recipient', '=', recipient)
      .where('kind', 'in', TO_APPLICANT),
)

async function end(tx: Transaction, ended: Ended): Promise<number> {
  const given = await endGivenUp(tx, ended)
  return given + (await endReturned(tx, ended))
}

const endReturned = writeDynamic((db, p: Ended) =>
  db
    .updateTable('returned_mails')
    .set(
      p.state === 'settled'
        ? { state: p.state, settled_at: p.at, settled_by: p.by }
        : { state: p.state },
    )
    .where('application', '=', p.application)
    .where('delivery', 'in', p.deliveries)
    .where('state', '=', 'open'),
)

/** Mails that the relay did not take have no notice: what became of them is kept in the place of one. */
const endGivenUp = writeDynamic((db, p: Ended) =>
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
          sql<Ended['state']>`cast(${p.state} as text)`.as('state'),
          sql<number | null>`cast(${p.state === 'settled' ? p.at : null} as bigint)`.as(
            'settled_at',
          ),
          sql<string | null>`cast(${p.by} as text)`.as('settled_by'),
        ])
        .where('o.application', '=', p.application)
        .where('o.id', 'in', p.deliveries)
        .where(
          'o.kind',
          'in',
          deliveryKinds(({ to }) => to !== 'billing'),
        )
        .where('o.state', '<>', 'sent')
        .where((row) =>
          row.or([
            // One to a former address may fail later.
            row(row.val(p.state), '=', 'past'),
            row('o.state', 'in', ['held', 'failed']),
            row('o.last_error', 'is not', null),
          ]),
        ),
    )
    .onConflict((conflict) => conflict.doNothing()),
)
