/** Lets any page end the session when the server answers 401. */
import { createContext } from 'react'

export const SessionContext = createContext<{ endSession(): void }>({ endSession: () => {} })
