/** Listens at the element that holds the table for what happens anywhere in it. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

/** The listener of the last rendering is the one that is called. */
export function useTableEvent<T extends keyof HTMLElementEventMap>(
  tableRef: RefObject<HTMLElement | null>,
  type: T,
  listener: (event: HTMLElementEventMap[T]) => void,
): void {
  const listen = useEffectEvent(listener)
  useEffect(() => {
    const table = tableRef.current
    const onEvent = (event: HTMLElementEventMap[T]) => listen(event)
    table?.addEventListener(type, onEvent)
    return () => table?.removeEventListener(type, onEvent)
  }, [tableRef, type])
}
