/** Typing in the table tells the form directly: React would ask every component above the cell, twice, and write the control's attributes anew. */
import type { RefObject } from 'react'
import { isCell } from '../form/form.ts'
import { useTableEvent } from './use-table-event.ts'

export function useShortcut(
  tableRef: RefObject<HTMLElement | null>,
  onInput: (event: Event) => void,
): void {
  useTableEvent(tableRef, 'input', (event) => {
    if (!isCell((event.target as HTMLInputElement).name)) return
    event.stopPropagation()
    onInput(event)
  })
}
