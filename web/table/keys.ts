/** Keyboard and input events of the table: moving on, undo and redo, and the shortcut of what is typed to the form. */
import { type RefObject, useEffect } from 'react'
import { isComposing } from '#ui/composing.ts'
import { isCell } from '../form/controls.ts'
import { PROCEED_ID, rowOf } from './row-focus.ts'
import { mayBeOpen, moveByKey, type useEdits } from './use-edits.ts'
import { useTableEvent } from './use-table-event.ts'

type Edits = ReturnType<typeof useEdits>

export function useKeys(
  tableRef: RefObject<HTMLElement | null>,
  edits: Edits,
  lastKey: RefObject<KeyboardEvent | null>,
): void {
  useTableEvent(tableRef, 'keydown', (event) => {
    // The table does not change behind a dialog that is about it.
    if ((event.target as Element).closest('dialog')) return
    const step = historyStep(event)
    if (leadsOut(event)) return document.getElementById(PROCEED_ID)?.focus({ preventScroll: true })
    if (step === null) return moveByKey(event)
    // What was typed since is undone by the browser, in its own field.
    const isPossible = step === 'undo' ? edits.canUndo : edits.canRedo
    if (!edits.isFresh.current || !isPossible) return
    event.preventDefault()
    edits[step]()
  })
  useEffect(() => {
    // A person who has gone on since, or typed on, is not carried away.
    const key = lastKey.current
    if (key && key.target === document.activeElement) moveByKey(key)
  }, [lastKey])
}

/** Escape in a cell or on a row's menu button; not what ends a composition or closes a list. */
function leadsOut(event: KeyboardEvent): boolean {
  const { key, target } = event
  if (key !== 'Escape' || isComposing(event)) return false
  if (target instanceof HTMLSelectElement && mayBeOpen(target)) return false
  return rowOf(target) !== null
}

function historyStep({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null
  const letter = key.toLowerCase()
  if (letter === 'y') return 'redo'
  if (letter !== 'z') return null
  return shiftKey ? 'redo' : 'undo'
}

/** Typing in the table goes to the form directly: React would ask every component above the cell, twice, and write the control's attributes anew. */
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
