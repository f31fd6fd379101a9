/** What happens anywhere in the table, heard at the table itself. */
import { type RefObject, useEffect, useRef } from 'react'

/** `tableRef` holds the table; the listener of the last rendering is the one that is called. */
export function useTableEvent<T extends keyof HTMLElementEventMap>(
  tableRef: RefObject<HTMLElement | null>,
  type: T,
  listener: (event: HTMLElementEventMap[T]) => void,
): void {
  const current = useRef(listener)
  current.current = listener
  useEffect(() => {
    const table = tableRef.current
    const listen = (event: HTMLElementEventMap[T]) => current.current(event)
    table?.addEventListener(type, listen)
    return () => table?.removeEventListener(type, listen)
  }, [tableRef, type])
}
