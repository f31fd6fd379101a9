/** Where the focus is while the page waits for an answer, and where it goes with it. */
import { useEffect, useEffectEvent, useRef } from 'react'
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

/** The same for one of several waits, each with its words; `goOn` moves the focus to what came of it. */
export function useFocusAfter<W extends string>(
  waiting: W | null,
  words: Readonly<Record<W, string>>,
  goOn: (waited: W) => void,
): void {
  useWaitingFocus(waiting && words[waiting])
  const waited = useRef<W>(null)
  const go = useEffectEvent(goOn)
  useEffect(() => {
    if (waiting === null && waited.current !== null) go(waited.current)
    waited.current = waiting
  }, [waiting])
}
