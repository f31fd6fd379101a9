/** Invitations are good for one application each. */
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** False where the invitation was used before, by whatever application. */
export async function spendInvitation(
  tx: Transaction,
  use: { id: string; application: string; at: number },
): Promise<boolean> {
  return (await tx.run(insertUsedInvitation, use)) === 1
}

/** The application that used an invitation. */
export function findInvitationUse(
  tx: Transaction,
  id: string,
): Promise<{ application: string; reference: string } | undefined> {
  return tx.first(invitationUse, { id })
}

/** Takes the invitation from a request that was never completed, which gives way; false where its use stands. */
export async function takeOverInvitation(
  tx: Transaction,
  use: { id: string; application: string; at: number },
): Promise<boolean> {
  if ((await tx.run(supersedeUser, use)) === 0) return false
  await tx.run(changeUse, use)
  return true
}

const insertUsedInvitation = statement((db, p: { id: string; application: string; at: number }) =>
  db
    .insertInto('used_invitations')
    .values({ id: p.id, application: p.application, at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
)

const supersedeUser = statement((db, p: { id: string; application: string }) =>
  db
    .updateTable('applications')
    .set({ state: 'superseded', superseded_by: p.application })
    .where('id', '=', (eb) =>
      eb.selectFrom('used_invitations').select('application').where('id', '=', p.id),
    )
    .where('state', '=', 'pending'),
)

const changeUse = statement((db, p: { id: string; application: string; at: number }) =>
  db
    .updateTable('used_invitations')
    .set({ application: p.application, at: p.at })
    .where('id', '=', p.id),
)

const invitationUse = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('used_invitations')
    .innerJoin('applications', 'applications.id', 'used_invitations.application')
    .select(['used_invitations.application', 'applications.reference'])
    .where('used_invitations.id', '=', id),
)
