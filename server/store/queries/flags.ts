/** What staff should look at before they act; a flag is written once and never holds anything back. */
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { FlagName } from '#domain/staff.ts'
import { type FlagRow, IS_OF_TRIAL, IS_REQUEST, type Schema } from '../schema.ts'
import { readAll, type Transaction, write } from '../statement.ts'
import type { Progress } from './public-calls.ts'

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

type Contacts = Pick<Progress, 'id' | 'search_mail' | 'search_tel' | 'search_company'>
type DuplicateSearch = Contacts & {
  /** 1: of a new customer that pays, who may have tried before. */
  isContract: 0 | 1
  since: number
  at: number
}

/** Of `applications`: a trial of the same corporation, by the same mail address or telephone number. */
function isOwnTrial(p: Contacts) {
  return sql<boolean>`(flow = 'trial' and search_company = ${p.search_company}
    and (search_mail = ${p.search_mail} or search_tel = ${p.search_tel}))`
}

/**
 * Flags an application that shares mail, telephone or corporation with one begun since then, but for those it supersedes
 * and a contract's own trial; that one, if staff still have to do with it, is flagged too, and names this one.
 */
export async function flagDuplicates(
  tx: Transaction,
  p: DuplicateSearch & { reference: string },
): Promise<void> {
  await Promise.all([flagDuplicate(tx, p), flagNamed(tx, p), raiseVersionOfNamed(tx, p)])
}

const flagDuplicate = write((db, p: DuplicateSearch) => {
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
          // A flag of its own names that one.
          .where(sql<boolean>`not (${p.isContract} = 1 and coalesce(${isOwnTrial(p)}, false))`)
          .orderBy('created_at', 'desc')
          .limit(1)
          .as('latest'),
      )
      .selectAll()
  const others = latestBy('search_mail')
    .unionAll(latestBy('search_tel'))
    .unionAll(latestBy('search_company'))
  return insertFlags(
    db,
    db
      .selectFrom(others.as('others'))
      .select(flagOf(p.id, 'possible_duplicate', p.at))
      .orderBy('created_at', 'desc')
      .limit(1),
  )
})

type Naming = Pick<Progress, 'id' | 'reference'> & { at: number }

/** The application that the flag of a duplicate names; null where it has no such flag. */
const namedBy = (db: Kysely<Schema>, id: Expression<string> | string) =>
  db
    .selectFrom('flags')
    .select('detail')
    .where('application', '=', id)
    .where('flag', '=', 'possible_duplicate')

/**
 * The open application that the flag of a duplicate names. PostgreSQL plans this while its tables are small, and keeps the
 * plan: only the index of references fits an equation with one value. With IN it would walk through the table, and where
 * each column is told to be null, through the index of what is open.
 */
const openNamed = (db: Kysely<Schema>, { id }: Naming) =>
  db
    .selectFrom('applications')
    .where('reference', '=', namedBy(db, id))
    .where('state', '=', 'complete')
    .where(sql<boolean>`coalesce(closed_at, erased_at) is null`)

const flagNamed = write((db, p: Naming) =>
  insertFlags(db, openNamed(db, p).select(flagNaming('possible_duplicate', p))),
)

const raiseVersionOfNamed = write((db, p: Naming) =>
  raiseVersion(
    db,
    openNamed(db, p)
      .where(namedBy(db, sql.ref('applications.id')), '=', p.reference)
      .select('applications.id')
      .$asScalar(),
  ),
)

/** Flags a contract with the trial that it may have come from: the last one completed before. */
export const flagTrial = write((db, p: Contacts & { at: number }) => {
  // One look into each index, as above.
  const trialsBy = (column: 'search_mail' | 'search_tel') =>
    db
      .selectFrom('applications')
      .select(['reference', 'completed_at'])
      .where(column, '=', p[column])
      .where(isOwnTrial(p))
      // None but a complete one has such a time.
      .where('completed_at', '<=', p.at)
  return insertFlags(
    db,
    db
      .selectFrom(trialsBy('search_mail').unionAll(trialsBy('search_tel')).as('trials'))
      .select(flagOf(p.id, 'from_trial', p.at))
      .orderBy('completed_at', 'desc')
      .limit(1),
  )
})

/** That a contract and a trial may belong together is known of neither once one is erased; gives the contracts. */
export const dropTrialFlags = readAll((db, { id }: { id: string }) =>
  db
    .deleteFrom('flags')
    .where(IS_OF_TRIAL)
    .where('application', 'in', (row) =>
      // Two looks, each into its own index.
      row
        .selectFrom('flags as named')
        .select('named.application')
        .where(sql<boolean>`named.flag = 'from_trial'`)
        .where(
          'named.detail',
          '=',
          row.selectFrom('applications').select('reference').where('id', '=', id),
        )
        .unionAll(row.selectFrom('applications').select('id as application').where('id', '=', id)),
    )
    .returning('application'),
)

type RequestSearch = Pick<Progress, 'id' | 'flow' | 'customer'> & { at: number }

const latestOther = (db: Kysely<Schema>, p: RequestSearch) =>
  db
    .selectFrom('applications')
    .where('customer', '=', p.customer)
    .where(IS_REQUEST)
    .where('state', '=', 'complete')
    .where((row) => row.or([row('flow', '=', p.flow), row('closed_at', 'is', null)]))
    .where('id', '<>', p.id)
    .orderBy('completed_at', 'desc')
    .limit(1)

const flagLater = write((db, p: RequestSearch) =>
  insertFlags(db, latestOther(db, p).select(flagOf(p.id, 'later_request', p.at))),
)

const flagFurther = write((db, p: RequestSearch & { reference: string }) =>
  insertFlags(db, latestOther(db, p).select(flagNaming('further_request', p))),
)

const raiseVersionOfOther = write((db, p: RequestSearch) =>
  raiseVersion(db, latestOther(db, p).select('id').$asScalar()),
)

/** Inserts the rows that are selected. A flag that is already there stays as it is. */
const insertFlags = (db: Kysely<Schema>, rows: Expression<FlagRow>) =>
  db
    .insertInto('flags')
    .columns(['application', 'flag', 'detail', 'at'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing())

/** A flag is a change of the application that it is set on. */
const raiseVersion = (db: Kysely<Schema>, id: Expression<string | null>) =>
  db
    .updateTable('changes')
    .set((row) => ({ version: row('version', '+', 1), place: null }))
    .where('application', '=', id)

/** A row of `flags` for one application, about the application that is selected from. */
function flagOf(id: string, flag: FlagName, at: number) {
  return flagRow(flag, at, { application: asText(id), detail: sql.ref<string>('reference') })
}

/** A row of `flags` for each application that is selected from, about a given one. */
function flagNaming(flag: FlagName, { reference, at }: Naming) {
  return flagRow(flag, at, { application: sql.ref<string>('id'), detail: asText(reference) })
}

type Ends = Record<'application' | 'detail', RawBuilder<string>>

function flagRow(flag: FlagName, at: number, { application, detail }: Ends) {
  return [
    application.as('application'),
    asText(flag).as('flag'),
    detail.as('detail'),
    sql<number>`cast(${at} as bigint)`.as('at'),
  ] as const
}

/** PostgreSQL takes a bare parameter in a select list for text. */
function asText<Text extends string>(text: Text): RawBuilder<Text> {
  return sql<Text>`cast(${text} as text)`
}
