/** Typing in the table tells the form directly: React would ask every component above the cell, twice, and write the control's attributes anew. */
import { type RefObject, useEffect, useRef } from 'react'
import { isCell } from '../form.ts'

export function useShortcut(
  room: RefObject<HTMLElement | null>,
  onInput: (event: Event) => void,
): void {
  const current = useRef(onInput)
  current.current = onInput
  useEffect(() => {
    const table = room.current
    const listen = (event: Event) => {
      if (!isCell((event.target as HTMLInputElement).name)) return
      event.stopPropagation()
      current.current(event)
    }
    table?.addEventListener('input', listen)
    return () => table?.removeEventListener('input', listen)
  }, [room])
}
