/** How staff took up applications, from the history alone. */
import { sql } from 'kysely'

import { APPLICANT, REACTIONS } from '#domain/staff.ts'
import { readForAll, type Transaction } from '../statement.ts'

/** `begunAt`: of the first entry by a person of the staff, null before it. `confirmedBy` is empty where nobody is named. */
export type Handling = { begunAt: number | null; confirmedBy: string }
export const NOT_HANDLED: Handling = { begunAt: null, confirmedBy: '' }

/** By application; of one that nobody has taken up there is none. */
export async function handlingOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<Map<string, Handling>> {
  const [begun, confirmed] = await Promise.all([firstReactions(tx, ids), confirmations(tx, ids)])
  const handled = new Map<string, Handling>(
    begun.map(({ application, at }) => [application, { begunAt: at, confirmedBy: '' }]),
  )
  // In the order of time: who was named last counts.
  for (const { application, confirmed_by: confirmedBy } of confirmed) {
    const { begunAt } = handled.get(application) ?? NOT_HANDLED
    handled.set(application, { begunAt, confirmedBy })
  }
  return handled
}

/**
 * Of the history `h`: an entry by which a person of the staff took an application up. Looks leave none; an applicant's own
 * withdrawal and what the billing system does are no reaction of a person.
 */
export const IS_REACTION = sql<boolean>`h.action in (${sql.join(REACTIONS.map((action) => sql.lit(action)))})
  and h.who <> ${sql.lit(APPLICANT)} and h.who not in (select name from api_tokens)`

const firstReactions = readForAll((db, ids) =>
  db
    .selectFrom('history as h')
    .where('h.application', 'in', ids)
    .where(IS_REACTION)
    .groupBy('h.application')
    .select((eb) => ['h.application', eb.fn.min<number>('h.at').as('at')]),
)

const confirmations = readForAll((db, ids) =>
  db
    .selectFrom('history')
    .where('application', 'in', ids)
    .where('confirmed_by', '<>', '')
    .select(['application', 'confirmed_by'])
    .orderBy('at'),
)
