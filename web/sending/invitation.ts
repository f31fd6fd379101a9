/** The invitation of the link by which a procedure of an existing customer was opened. */
import { useMemo } from 'react'
import { INVITATION, INVITATION_LEEWAY_SECONDS } from '#contract/apply.ts'
import { currentFragment, useFragment } from '../fragment.ts'
import * as site from '../site.ts'

/** As it is sent; null where there is none. */
export function currentInvitation(): string | null {
  return invitationOf(currentFragment())
}

/** Why nothing can be begun by this link; `unusable`: it has ended, or is no whole one. */
export type Uninvited = 'missing' | 'unusable'

/**
 * Null where it may be begun, as far as a page can tell: whether an invitation is genuine and unused, the server says.
 * Judged when the link is opened: what ends while somebody types takes no form away.
 */
export function useUninvited(): Uninvited | null {
  const fragment = useFragment()
  return useMemo(
    () =>
      site.needsInvitation && fragment !== undefined ? uninvitedBy(fragment, Date.now()) : null,
    [fragment],
  )
}

/** At an instant in epoch milliseconds. */
export function uninvitedBy(fragment: string | null, now: number): Uninvited | null {
  const token = invitationOf(fragment)
  if (token === null) return 'missing'
  const [, , expires] = INVITATION.exec(token) ?? []
  return now <= (Number(expires) + INVITATION_LEEWAY_SECONDS) * 1000 ? null : 'unusable'
}

export function invitationOf(fragment: string | null): string | null {
  const token = new URLSearchParams(fragment ?? '').get('inv')
  return token !== null && /^[\x21-\x7e]{1,512}$/.test(token) ? token : null
}
