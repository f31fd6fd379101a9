/** Figures of open applications and of the last weeks, counted by the database. */
import { sql } from 'kysely'
import type { Turn } from '#domain/figures.ts'
import type { Flow } from '#domain/flows.ts'
import { ASKED_NAMES, WAITING_NAMES } from '#domain/staff.ts'
import type { ApplicationRow } from '../schema.ts'
import { readAll, readDynamic, readFirst } from '../statement.ts'
import { IS_REACTION } from './handling.ts'
import { hasWaiting, waitingSince } from './waiting.ts'

/** Of applications `a`: complete, not closed by staff, and there is something left to work on. */
export const IS_OPEN = sql<boolean>`a.closed_at is null and a.erased_at is null and a.state = 'complete'`

const WAITS_FOR_STAFF = sql.join(ASKED_NAMES.map(hasWaiting), sql` or `)

/** Nobody of the staff has taken application `a` up. */
const IS_UNTOUCHED = sql<boolean>`not exists (select 1 from history h where h.application = a.id and ${IS_REACTION})`

/** Whom an open application `a` waits for. */
const TURN = sql<Turn>`case
  when ${IS_UNTOUCHED} then 'nobody'
  when not (${WAITS_FOR_STAFF}) and exists (select 1 from messages m
    where m.application = a.id and m.kind = 'question' and m.settled_at is null) then 'applicant'
  else 'us' end`

/** Open applications by the number of their age group, by whom they wait for, and by their person. `starts`: the first instants of the age groups, newest first. */
export const countOpen = readDynamic((db, { starts }: { starts: readonly number[] }) => {
  const cases = starts.map((start, age) => sql`when a.created_at >= ${start} then ${sql.lit(age)}`)
  const age = sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.length)} end`
  const each = db
    .selectFrom('applications as a')
    .leftJoin('work as w', 'w.application', 'a.id')
    .where(IS_OPEN)
    .select([age.as('age'), TURN.as('turn'), sql<string>`coalesce(w.assignee, '')`.as('assignee')])
  return db
    .selectFrom(each.as('each'))
    .groupBy(['age', 'turn', 'assignee'])
    .select((eb) => ['age', 'turn', 'assignee', eb.fn.countAll<number>().as('count')])
})

export const oldestOpen = readAll((db, { limit }: { limit: number }) =>
  db
    .selectFrom('applications as a')
    .leftJoin('work as w', 'w.application', 'a.id')
    .where(IS_OPEN)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(limit)
    .select(['a.reference', 'a.flow', 'a.created_at', TURN.as('turn')])
    .select(sql<string>`coalesce(w.assignee, '')`.as('assignee')),
)

/** Instants of an application that was completed or closed since then; `begun_at` of the first reaction since then. */
export type Course = {
  flow: Flow
  completed_at: number
  closed_at: number | null
  begun_at: number | null
}

export const coursesSince = readAll((db, { since }: { since: number }) =>
  db
    .selectFrom('applications as a')
    // A join: PostgreSQL would run a correlated subquery once for each application.
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('history as h')
          .where(IS_REACTION)
          .where('h.at', '>=', since)
          .groupBy('h.application')
          .select((row) => ['h.application', row.fn.min('h.at').as('begun_at')])
          .as('begun'),
      (join) => join.onRef('begun.application', '=', 'a.id'),
    )
    .where('a.state', '=', 'complete')
    .where((eb) => eb.or([eb('a.completed_at', '>=', since), eb('a.closed_at', '>=', since)]))
    .select(['a.flow', sql<number>`a.completed_at`.as('completed_at'), 'a.closed_at'])
    .select('begun.begun_at'),
)

/** A condition on the applications of a list, which is called `a`: it is open, and waits for somebody. */
export function waitsFor(turn: Turn) {
  return sql<boolean>`(${IS_OPEN} and ${TURN} = ${turn})`
}

const UNTOUCHED = sql<Pick<ApplicationRow, 'id' | 'completed_at'>>`(select a.id, a.completed_at
  from applications as a where ${IS_OPEN} and ${IS_UNTOUCHED})`

/**
 * What has waited since `before` or longer: something of an applicant's or a mail that came back, or the whole of it. The
 * statement has a table `untouched`.
 */
function lateIds(before: number) {
  const waiting = sql.join(
    WAITING_NAMES.map((kind) => waitingSince(kind, before)),
    sql` union `,
  )
  return sql`${waiting} union select id from untouched where completed_at <= ${before}`
}

/** A condition on the applications of a list, which is called `a`. */
export function isLate(before: number) {
  return sql<boolean>`a.id in (with untouched as ${UNTOUCHED} ${lateIds(before)})`
}

/** Applications that have waited too long; those that nobody has taken up, and since when the oldest. */
export const countDesk = readFirst((db, p: { before: number }) =>
  db
    .with('untouched', () => UNTOUCHED)
    .selectNoFrom([
      sql<number>`(select count(*) from (${lateIds(p.before)}) as late)`.as('late'),
      sql<number>`(select count(*) from untouched)`.as('untouched'),
      sql<number | null>`(select min(completed_at) from untouched)`.as('oldest'),
    ]),
)

/** Open applications that wait for their applicant's answer, and those that a person takes care of. */
export const countTurns = readFirst((db, p: { who: string }) =>
  db
    .selectFrom('applications as a')
    .leftJoin('work as w', 'w.application', 'a.id')
    .where(IS_OPEN)
    .select([
      sql<number>`coalesce(sum(case when ${TURN} = 'applicant' then 1 else 0 end), 0)`.as('asked'),
      sql<number>`coalesce(sum(case when w.assignee = ${p.who} then 1 else 0 end), 0)`.as('own'),
    ]),
)
