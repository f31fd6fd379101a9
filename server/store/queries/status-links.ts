/** The page of an applicant: the application that a link names, tries at its gate, and how its link is handed out and ended. */
import { sql } from 'kysely'
import type { ApplicantCallRow } from '../applicant-rows.ts'
import { readAll, readFirst, type Transaction, write, writeOne } from '../statement.ts'

/** Of exactly this receipt number, with the tries at its gate; nulls where nobody tried. */
export const findStanding = readFirst((db, { reference }: { reference: string }) =>
  db
    .selectFrom('applications')
    .leftJoin('status_links as s', 's.application', 'applications.id')
    .selectAll('applications')
    .select(['s.tried_in', 's.wrong_in_hour', 's.wrong'])
    .where('reference', '=', reference),
)

export type Standing = NonNullable<Awaited<ReturnType<typeof findStanding>>>

/** Each status that staff or the billing system gave, and when. */
export const statusesOf = readAll((db, { application }: { application: string }) =>
  db
    .selectFrom('history')
    .select(['detail', 'at'])
    .where('application', '=', application)
    .where('action', '=', 'status')
    .orderBy('at')
    .orderBy('id'),
)

type Try = { application: string; hour: number }

/**
 * Takes a try before the answer is compared, and counts it as wrong; false where there is none left, in this hour or at
 * all. However many come at once, to whatever process: no more are compared.
 */
export const takeTry = writeOne((db, p: Try & { anHour: number; inAll: number }) =>
  db
    .insertInto('status_links')
    .values({
      application: p.application,
      tried_in: p.hour,
      wrong_in_hour: 1,
      wrong: 1,
    })
    .onConflict((conflict) =>
      conflict
        .column('application')
        .doUpdateSet((row) => ({
          wrong: row('status_links.wrong', '+', 1),
          wrong_in_hour: sql<number>`case when status_links.tried_in = ${p.hour}
            then status_links.wrong_in_hour + 1 else 1 end`,
          tried_in: p.hour,
        }))
        .where('status_links.wrong', '<', p.inAll)
        .where((row) =>
          row.or([
            row('status_links.tried_in', '<>', p.hour),
            row('status_links.wrong_in_hour', '<', p.anHour),
          ]),
        ),
    ),
)

/** The answer was right: the try was none. */
export const giveTryBack = write((db, { application }: { application: string }) =>
  db
    .updateTable('status_links')
    .set((row) => ({
      wrong: row('wrong', '-', 1),
      wrong_in_hour: row('wrong_in_hour', '-', 1),
    }))
    .where('application', '=', application),
)

/** Whether a pass of the gate is in the history after `since`. One that lies in the future was recorded by a clock that was wrong. */
export async function hasPassed(
  tx: Transaction,
  wanted: { application: string; since: number; until: number },
): Promise<boolean> {
  return (await passIn(tx, wanted)) !== undefined
}

const passIn = readFirst((db, p: { application: string; since: number; until: number }) =>
  db
    .selectFrom('history')
    .select('id')
    .where('application', '=', p.application)
    .where('action', '=', 'gate')
    .where('at', '>', p.since)
    .where('at', '<=', p.until)
    .limit(1),
)

/** Mails with the link since an instant that staff asked for, and that did not fail: each was queued in the act that is in the history. */
export const countLinkMails = readFirst((db, p: { application: string; since: number }) =>
  db
    .selectFrom('outbox as o')
    .where('o.application', '=', p.application)
    .where('o.created_at', '>=', p.since)
    .where('o.kind', '=', 'mail_status')
    .where('o.state', '<>', 'failed')
    .where((row) => {
      const asked = row.selectFrom('history as h').select('h.at').where('h.action', '=', 'link')
      const returned = row.selectFrom('returned_mails as r').select('r.at')
      return row.and([
        row.exists(
          asked
            .whereRef('h.application', '=', 'o.application')
            .whereRef('h.at', '=', 'o.created_at'),
        ),
        row.not(row.exists(returned.whereRef('r.delivery', '=', 'o.id'))),
      ])
    })
    .select((row) => row.fn.countAll<number>().as('count')),
)

/** The link before ends; what was tried at its gate is forgotten with it. */
export async function endLink(tx: Transaction, application: string): Promise<void> {
  await raiseGeneration(tx, { application })
  await forgetTries(tx, { application })
}

const raiseGeneration = write((db, { application }: { application: string }) =>
  db
    .updateTable('applications')
    .set((row) => ({ link_generation: row('link_generation', '+', 1) }))
    .where('id', '=', application),
)

const forgetTries = write((db, { application }: { application: string }) =>
  db.deleteFrom('status_links').where('application', '=', application),
)

/** False where another request of this applicant's has the key. */
export const takeKey = writeOne((db, { application, key, request, at }: ApplicantCallRow) =>
  db
    .insertInto('applicant_calls')
    .values({ application, key, request, at })
    .onConflict((conflict) => conflict.doNothing()),
)

export const findCall = readFirst((db, p: { application: string; key: string }) =>
  db
    .selectFrom('applicant_calls')
    .select('request')
    .where('application', '=', p.application)
    .where('key', '=', p.key),
)

/** The tries at one application's gate. */
export const triesOf = readFirst((db, { application }: { application: string }) =>
  db.selectFrom('status_links').selectAll().where('application', '=', application),
)
