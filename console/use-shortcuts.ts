/** Hook: what the console's keys do on a page, and whether letters are on, which each browser keeps. */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isComposing } from '#ui/composing.ts'
import { type Shortcut, shortcutOf, takesKeys } from './shortcuts.ts'

type Handlers = Partial<Record<Shortcut, () => void>>

/** A key whose handler is missing is the browser's. */
export function useShortcuts(handlers: Handlers): void {
  const current = useRef(handlers)
  // Layout effects, which run before the rows can be seen: after them a quick key finds no listener, or the rows of before.
  useLayoutEffect(() => {
    current.current = handlers
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      const isInField = takesKeys(document.activeElement)
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event
      const pressed = { key, ctrlKey, metaKey, altKey, shiftKey, repeat }
      const keys = { ...pressed, isComposing: isComposing(event), isInField }
      const name = shortcutOf(keys, areLettersOn())
      const handler = name === null ? undefined : current.current[name]
      // Behind an open dialog the page waits.
      if (!handler || document.querySelector('dialog[open]')) return
      event.preventDefault()
      handler()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const KEY = 'letters'
const OFF = 'off'

/** A browser that keeps nothing has them on. */
export function areLettersOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF
  } catch {
    return true
  }
}

export function setLetters(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, OFF)
  } catch {
    // Then they stay as they are.
  }
  dispatchEvent(new Event('letters'))
}

export function useLetters(): boolean {
  return useSyncExternalStore((changed) => {
    addEventListener('letters', changed)
    return () => removeEventListener('letters', changed)
  }, areLettersOn)
}
