/** Where the focus is while the page waits for an answer. */
import { useEffect } from 'react'
import { SENDING_ID } from './frame-places.ts'

/**
 * While `words` say what is waited for, the focus is in an element named by them that outlives what was pressed, and no caret stays in
 * a field that goes with it: Orca would follow the caret to the next page without a word.
 */
export function useWaitingFocus(words: string | null): void {
  useEffect(() => {
    const place = document.getElementById(SENDING_ID)
    if (words === null || !place) return
    // Not by the property, which Firefox has since 119.
    place.setAttribute('aria-label', words)
    getSelection()?.removeAllRanges()
    place.focus({ preventScroll: true })
    return () => place.removeAttribute('aria-label')
  }, [words])
}
