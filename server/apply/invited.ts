/** Invitations: a valid one marks its request as invited once; a used or invalid one is flagged. The answer is the same. */

import { AppError } from '../errors.ts'
import { addFlag } from '../store/queries/flags.ts'
import {
  findInvitationUse,
  spendInvitation,
  takeOverInvitation,
} from '../store/queries/invitations.ts'
import { markInvited, type Progress } from '../store/queries/public-calls.ts'
import type { Transaction } from '../store/statement.ts'
import type { ConsentCall } from './call-types.ts'

type Judged = Pick<ConsentCall, 'invitation'> & {
  invitations: 'optional' | 'required'
  at: number
}

/** Throws invitation_required where the setting asks for a valid one. */
export function requireInvitation({ invitation, invitations }: Judged): void {
  if (invitations === 'required' && invitation?.status !== 'valid')
    throw new AppError('invitation_required')
}

/** Sets the request's assurance or its flag. An invitation that another request was completed with does not count again. */
export async function judgeInvitation(
  tx: Transaction,
  { id }: Pick<Progress, 'id'>,
  { invitation, invitations, at }: Judged,
): Promise<void> {
  if (invitation === null) return
  if (invitation.status !== 'valid') {
    await addFlag(tx, { application: id, flag: 'bad_invitation', detail: invitation.status, at })
    return
  }
  const use = { id: invitation.id, application: id, at }
  if (await spendInvitation(tx, use)) return void (await markInvited(tx, { id }))
  const earlier = await findInvitationUse(tx, { id: invitation.id })
  if (earlier?.application === id) return
  // A closed tab or a lost reply: the invited customer starts over, and the pending request is superseded.
  if (await takeOverInvitation(tx, use)) return void (await markInvited(tx, { id }))
  if (invitations === 'required') throw new AppError('invitation_required')
  const detail = earlier?.reference ?? ''
  await addFlag(tx, { application: id, flag: 'invitation_reused', detail, at })
}
