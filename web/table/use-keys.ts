/** Keys while the table is in use: moving on, and undoing. */
import { type RefObject, useEffect } from 'react'
import { moveByKey } from './movement.ts'
import type { useEdits } from './use-edits.ts'
import { useTableEvent } from './use-table-event.ts'

export function useKeys(
  tableRef: RefObject<HTMLElement | null>,
  edits: ReturnType<typeof useEdits>,
  lastKey: RefObject<KeyboardEvent | null>,
): void {
  useTableEvent(tableRef, 'keydown', (event) => {
    // The table does not change behind a question that is asked about it.
    if ((event.target as Element).closest('dialog')) return
    const isUndo =
      (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (isUndo && edits.isFresh.current && edits.said?.undo) {
      event.preventDefault()
      edits.undo()
    } else moveByKey(event)
  })
  useEffect(() => {
    // A person who has gone on since, or typed on, is not carried away.
    const key = lastKey.current
    if (key && key.target === document.activeElement) moveByKey(key)
  }, [lastKey])
}
