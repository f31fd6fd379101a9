import { useEffect, useRef } from 'react'

/**
 * Returns what does a thing that moves parts of the page, the latest only, and not while a pointer is down: a press that
 * leaves a field would else find its button gone from under it before the release.
 */
export function useAfterPress(): (work: () => void) => void {
  const waiting = useRef<(() => void) | null>(null)
  const isDown = useRef(false)
  const soon = () =>
    setTimeout(() => {
      if (isDown.current) return
      waiting.current?.()
      waiting.current = null
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `soon` holds nothing but the two places.
  useEffect(() => {
    const follow = ({ type }: Event) => {
      isDown.current = type === 'pointerdown'
      if (waiting.current) soon()
    }
    for (const type of POINTER_EVENTS) document.addEventListener(type, follow, true)
    return () => {
      for (const type of POINTER_EVENTS) document.removeEventListener(type, follow, true)
    }
  }, [])
  return (work) => {
    waiting.current = work
    soon()
  }
}

const POINTER_EVENTS = ['pointerdown', 'pointerup', 'pointercancel'] as const
