/** What the pages need of the session: that it is over. */
import { createContext } from 'react'

export const SessionContext = createContext<{ endSession(): void }>({ endSession: () => {} })
