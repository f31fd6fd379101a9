/** The question before a page is left that holds something unrecorded: asked for links and keys of the console, and by the browser for its own. */
import { createContext, type RefObject, useContext, useEffect } from 'react'

/** Takes over a change of the page and says so; `go` makes it later. */
export type Guard = (go: () => void) => boolean

export const GuardContext = createContext<RefObject<Guard | null>>({ current: null })

/** While `guard` is not null, it is asked first; a tab that is closed asks in the browser's words. */
export function useGuard(guard: Guard | null): void {
  const current = useContext(GuardContext)
  useEffect(() => {
    current.current = guard
    return () => {
      current.current = null
    }
  })
  const isGuarded = guard !== null
  useEffect(() => {
    if (!isGuarded) return
    const question = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', question)
    return () => removeEventListener('beforeunload', question)
  }, [isGuarded])
}
