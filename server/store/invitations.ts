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

const insertUsedInvitation = statement((db, p: { id: string; application: string; at: number }) =>
  db
    .insertInto('used_invitations')
    .values({ id: p.id, application: p.application, at: p.at })
    .onConflict((conflict) => conflict.doNothing()),
)

const invitationUse = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('used_invitations')
    .innerJoin('applications', 'applications.id', 'used_invitations.application')
    .select(['used_invitations.application', 'applications.reference'])
    .where('used_invitations.id', '=', id),
)
