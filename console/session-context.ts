/** The logged-in user for every page, and how a page ends the session when the server answers 401. */
import { createContext, useContext } from 'react'
import type { SessionReply } from '#contract/console.ts'
import { hasPermission, type Permission } from '#domain/roles.ts'

export type SessionState = { user: SessionReply; endSession(): void }

export const SessionContext = createContext<SessionState>({
  user: { who: '', role: 'reader', canLogOut: false, hasPassword: false, remaining: null },
  endSession: () => {},
})

/** Whether the user's role shows a part of a page. The server decides again on every request. */
export function usePermission(permission: Permission): boolean {
  return hasPermission(useContext(SessionContext).user.role, permission)
}
