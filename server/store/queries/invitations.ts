/** Invitations are good for one application each. */

import { readFirst, type Transaction, write, writeOne } from '../statement.ts'

/** Takes the invitation from a request that was never completed, which gives way; false where its use stands. */
export async function takeOverInvitation(
  tx: Transaction,
  use: { id: string; application: string; at: number },
): Promise<boolean> {
  if (!(await supersedeUser(tx, use))) return false
  await changeUse(tx, use)
  return true
}

/** False where the invitation was used before, by whatever application. */
export const spendInvitation = writeOne((db, p: { id: string; application: string; at: number }) =>
  db
    .insertInto('used_invitations')
    .values({ id: p.id, application: p.application, at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
)

const supersedeUser = writeOne((db, p: { id: string; application: string }) =>
  db
    .updateTable('applications')
    .set((row) => ({
      state: 'superseded' as const,
      superseded_by: row
        .selectFrom('applications as a')
        .select('a.reference')
        .where('a.id', '=', p.application),
    }))
    .where('id', '=', (eb) =>
      eb.selectFrom('used_invitations').select('application').where('id', '=', p.id),
    )
    .where('state', '=', 'pending'),
)

const changeUse = write((db, p: { id: string; application: string; at: number }) =>
  db
    .updateTable('used_invitations')
    .set({ application: p.application, at: p.at })
    .where('id', '=', p.id),
)

/** The application that used an invitation. */
export const findInvitationUse = readFirst((db, { id }: { id: string }) =>
  db
    .selectFrom('used_invitations')
    .innerJoin('applications', 'applications.id', 'used_invitations.application')
    .select(['used_invitations.application', 'applications.reference'])
    .where('used_invitations.id', '=', id),
)
