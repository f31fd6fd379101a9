/** What a press has done, in one sentence. */
import { useEffect, useRef } from 'react'
import { catchFocus } from '#ui/focus.ts'
import { Status } from '#ui/status.tsx'

/**
 * Where what was pressed goes with the answer, the sentence takes the focus and is brought into the window: else the focus
 * would be lost, and the sentence stand above the window's edge.
 */
export function Done({ children }: { children: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (children === '') return
    const { activeElement: pressed, body } = document
    const observer = new MutationObserver(follow)
    function follow() {
      if (pressed !== null && pressed !== body && pressed.isConnected) return
      observer.disconnect()
      catchFocus(place.current)
    }
    // It may go later than the sentence comes, with what is read anew.
    observer.observe(body, { childList: true, subtree: true })
    follow()
    return () => observer.disconnect()
  }, [children])
  return (
    <div ref={place} tabIndex={-1}>
      <Status className="done">{children}</Status>
    </div>
  )
}
