/** What staff should look at before they act; a flag is written once and never holds anything back. */
import { type Kysely, sql } from 'kysely'
import type { FlagName } from '#domain/staff.ts'
import { type FlagRow, IS_REQUEST, type Schema } from '../schema.ts'
import { type Transaction, write } from '../statement.ts'
import type { Progress } from './applications.ts'

/**
 * Flags a request whose number has asked for the same before, or has another one open, and names the latest of them;
 * that one is flagged too, and names this one.
 */
export async function flagOtherRequests(
  tx: Transaction,
  { id, flow, customer, reference }: Pick<Progress, 'id' | 'flow' | 'customer' | 'reference'>,
  at: number,
): Promise<void> {
  await flagLater(tx, { id, flow, customer, at })
  await flagFurther(tx, { id, flow, customer, reference, at })
  await raiseVersionOfOther(tx, { id, flow, customer, at })
}

/** A flag that is already there stays as it is. */
export const addFlag = write((db, { application, flag, detail, at }: FlagRow) =>
  db
    .insertInto('flags')
    .values({ application, flag, detail, at })
    .onConflict((conflict) => conflict.doNothing()),
)

type DuplicateSearch = Pick<Progress, 'id' | 'search_mail' | 'search_tel' | 'search_company'> & {
  since: number
  at: number
}

/** Flags an application that shares mail, telephone or corporation with one begun since then, but for those it supersedes. */
export const flagDuplicate = write((db, p: DuplicateSearch) => {
  // One look into each index, in its own order: joined by OR, a planner may choose to walk through all of time.
  const latestBy = (column: 'search_mail' | 'search_tel' | 'search_company') =>
    db
      .selectFrom(
        db
          .selectFrom('applications')
          .select(['reference', 'created_at'])
          .where(column, '=', p[column])
          .where('created_at', '>=', p.since)
          .where('state', '<>', 'superseded')
          .where('id', '<>', p.id)
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('latest'),
      )
      .selectAll()
  const others = latestBy('search_mail')
    .unionAll(latestBy('search_tel'))
    .unionAll(latestBy('search_company'))
  return db
    .insertInto('flags')
    .columns(['application', 'flag', 'detail', 'at'])
    .expression(
      db
        .selectFrom(others.as('others'))
        .select(flagOf(p.id, 'possible_duplicate', p.at))
        .orderBy('created_at', 'desc')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
})

type RequestSearch = Pick<Progress, 'id' | 'flow' | 'customer'> & { at: number }

const latestOther = (db: Kysely<Schema>, p: RequestSearch) =>
  db
    .selectFrom('applications')
    .where('customer', '=', p.customer)
    .where(IS_REQUEST)
    .where('state', '=', 'complete')
    .where((row) =>
      row.or([row('flow', '=', p.flow), row('staff_status', 'in', ['received', 'in_progress'])]),
    )
    .where('id', '<>', p.id)
    .orderBy('completed_at', 'desc')
    .limit(1)

const flagLater = write((db, p: RequestSearch) =>
  db
    .insertInto('flags')
    .columns(['application', 'flag', 'detail', 'at'])
    .expression(latestOther(db, p).select(flagOf(p.id, 'later_request', p.at)))
    .onConflict((conflict) => conflict.doNothing()),
)

const flagFurther = write((db, p: RequestSearch & { reference: string }) =>
  db
    .insertInto('flags')
    .columns(['application', 'flag', 'detail', 'at'])
    .expression(
      latestOther(db, p).select([
        sql.ref<string>('id').as('application'),
        sql<FlagName>`cast(${'further_request'} as text)`.as('flag'),
        sql<string>`cast(${p.reference} as text)`.as('detail'),
        sql<number>`cast(${p.at} as bigint)`.as('at'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing()),
)

/** The flag is a change of the other request too. */
const raiseVersionOfOther = write((db, p: RequestSearch) =>
  db
    .updateTable('changes')
    .set((row) => ({ version: row('version', '+', 1), place: null }))
    .where('application', 'in', latestOther(db, p).select('id')),
)

/** A row of `flags` for one application, about the application that is selected from. */
function flagOf(id: string, flag: FlagName, at: number) {
  // PostgreSQL takes a bare parameter in a select list for text.
  return [
    sql<string>`cast(${id} as text)`.as('application'),
    sql<FlagName>`cast(${flag} as text)`.as('flag'),
    sql.ref<string>('reference').as('detail'),
    sql<number>`cast(${at} as bigint)`.as('at'),
  ] as const
}
