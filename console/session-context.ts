/** The logged-in user for every page, and what a page tells of the session's end. */
import { createContext, useContext } from 'react'
import type { SessionReply } from '#contract/console-answers.ts'
import { hasPermission, type Permission } from '#domain/roles.ts'
import { type Drafts, NO_DRAFTS } from './drafts.ts'

export type SessionState = {
  user: SessionReply
  drafts: Drafts
  /** The server knows no session any more: the page stays as it is until somebody is logged in again. */
  isLost: boolean
  /** Called by whoever was answered 401. */
  lose(): void
  /** Ended by the person: nothing of theirs stays. */
  endSession(): void
}

export const SessionContext = createContext<SessionState>({
  user: {
    who: '',
    role: 'reader',
    canLogOut: false,
    hasPassword: false,
    remaining: null,
    build: '',
  },
  drafts: NO_DRAFTS,
  isLost: false,
  lose: () => {},
  endSession: () => {},
})

/** Whether the user's role shows a part of a page. The server decides again on every request. */
export function usePermission(permission: Permission): boolean {
  return hasPermission(useContext(SessionContext).user.role, permission)
}
