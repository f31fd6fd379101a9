/** Figures of completed applications, counted by the database. */
import { sql } from 'kysely'
import type { Flow } from '#domain/flows.ts'
import { ENDED_STATUSES, type StaffStatus } from '#domain/staff.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { IS_OF_TRIAL } from '../schema.ts'
import { readDynamic } from '../statement.ts'

/** The first instants of months, the oldest first, and the end of the last one. */
export type Months = { starts: readonly number[]; until: number }

/** Of what was completed in a month: how many have this status, and what they agreed to pay a month. */
export type MonthCount = {
  month: number
  flow: Flow
  staff_status: StaffStatus
  count: number
  amount: number | null
}

export const countMonths = readDynamic((db, { starts, until }: Months) =>
  completedIn(db, { starts, until })
    .groupBy(['month', 'flow', 'staff_status'])
    .select((eb) => [
      'month',
      'flow',
      'staff_status',
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('agreed_price').as('amount'),
    ]),
)

/** How many have so many facilities; erased ones are in kept-sums.ts, here and below. */
export type SizeCount = { month: number; flow: Flow; facilities: number; count: number }

export const countSizes = readDynamic((db, { starts, until }: Months) =>
  db
    .selectFrom(
      completedRows(db, { starts, until })
        .where('a.erased_at', 'is', null)
        // A join: PostgreSQL would run a correlated subquery once for each application.
        .leftJoin('facilities as f', 'f.application', 'a.id')
        .select((eb) => eb.fn.count<number>('f.no').as('facilities'))
        .groupBy('a.id')
        .as('each'),
    )
    .groupBy(['month', 'flow', 'facilities'])
    .select((eb) => ['month', 'flow', 'facilities', eb.fn.countAll<number>().as('count')]),
)

/** How the applicants of trials have heard of the product. */
export const countChances = readDynamic((db, { starts, until }: Months) =>
  completedIn(db, { starts, until })
    .where('flow', '=', 'trial')
    .where('erased_at', 'is', null)
    .groupBy(['month', 'chance'])
    .select((eb) => ['month', 'chance', eb.fn.countAll<number>().as('count')]),
)

/** Trials, and after how many whole days they became a contract that staff did not end; null where none did. */
export const countTrials = readDynamic((db, { starts, until }: Months) =>
  db
    .selectFrom(
      completedRows(db, { starts, until })
        .where('a.flow', '=', 'trial')
        .where('a.erased_at', 'is', null)
        .leftJoin('flags', (join) => join.onRef('flags.detail', '=', 'a.reference').on(IS_OF_TRIAL))
        .leftJoin('applications as c', (join) =>
          join
            .onRef('c.id', '=', 'flags.application')
            .on('c.staff_status', 'not in', ENDED_STATUSES),
        )
        .select(DAYS_TO_CONTRACT.as('days'))
        .groupBy('a.id')
        .as('each'),
    )
    .groupBy(['month', 'utm_campaign', 'days'])
    .select((eb) => [
      ...(['month', 'utm_campaign as campaign', 'days'] as const),
      eb.fn.countAll<number>().as('count'),
    ]),
)

/** From trial `a` to the first of its contracts `c`. */
const DAYS_TO_CONTRACT = sql<
  number | null
>`(min(c.completed_at) - a.completed_at) / ${sql.lit(DAY_MS)}`

type Db = Parameters<Parameters<typeof readDynamic>[0]>[0]

function completedIn(db: Db, months: Months) {
  return db.selectFrom(completedRows(db, months).as('each'))
}

function completedRows(db: Db, { starts, until }: Months) {
  const cases = starts.map(
    (start, month) => sql`when a.completed_at >= ${start} then ${sql.lit(month)}`,
  )
  const month = sql<number>`case ${sql.join(cases.toReversed(), sql` `)} end`
  return db
    .selectFrom('applications as a')
    .where('a.state', '=', 'complete')
    .where('a.completed_at', '>=', starts[0] ?? until)
    .where('a.completed_at', '<', until)
    .select(['a.flow', 'a.staff_status', 'a.agreed_price', 'a.erased_at'])
    .select(['a.chance', 'a.utm_campaign'])
    .select(month.as('month'))
}
