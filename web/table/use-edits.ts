/** Changes of the whole table: carried out in one step, said in one sentence, undone in one press. */
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FacilityRow } from '#domain/facilities.ts'
import { rowsOnScreen, writeRows } from './cells.ts'
import { withLateOptions } from './late-options.ts'
import { enter } from './movement.ts'
import { atLeast } from './row-edits.ts'
import { useTableEvent } from './use-table-event.ts'

/** The bar below the table: the focus goes there when the button that had it is gone. */
export const BAR_ID = 'table-bar'

export type Edit = {
  /** The rows as they shall stand. */
  rows: FacilityRow[]
  sentence: string
  /** Id of what has the focus afterwards, and after an undo. */
  focus: string
  /** The rows without this change, made of what stands on the screen by then; null where there is no tableRef. */
  undo?: (now: FacilityRow[]) => FacilityRow[] | null
}

/** What was done last, in a sentence; with `undo` where that can be undone. */
export type Said = Omit<Edit, 'rows'> | { sentence: string; undo?: undefined }

type Options = {
  /** Holds the table. */
  tableRef: RefObject<HTMLElement | null>
  /** Rows that always stand on the screen. */
  initial: number
  setRowCount: (count: number) => void
  onEdited: () => void
}

export function useEdits({ tableRef, initial, setRowCount, onEdited }: Options) {
  const [said, setSaid] = useState<Said | null>(null)
  /** Nothing was typed since: a sentence is still news, and Ctrl+Z means the change. */
  const isFresh = useRef(false)

  const tell = (next: Said) => {
    setSaid(next)
    isFresh.current = true
  }
  const show = (next: FacilityRow[]) => {
    const rows = atLeast(next, initial)
    withLateOptions(() => flushSync(() => setRowCount(rows.length)))
    writeRows(rows)
    onEdited()
  }
  const apply = ({ rows, ...done }: Edit) => {
    show(rows)
    // Before the focus goes there, which must not end up behind it.
    flushSync(() => tell(done))
    bringTo(done.focus)
  }
  const undo = () => {
    if (!said?.undo) return
    const rows = said.undo(rowsOnScreen())
    if (!rows) return tell({ sentence: '空いている行がないため、元に戻せません。' })
    show(rows)
    tell({ sentence: '元に戻しました。' })
    bringTo(said.focus)
  }

  useTableEvent(tableRef, 'input', (event) => {
    if (!event.isTrusted || !isFresh.current) return
    isFresh.current = false
    setSaid((before) => (before?.undo ? before : null))
  })

  return { said, say: (sentence: string) => tell({ sentence }), apply, undo, isFresh }
}

/** A row comes to the middle of the screen; the bar is where it was pressed, and a browser that scrolls to what sticks carries the table away. */
function bringTo(id: string): void {
  if (id === BAR_ID) document.getElementById(id)?.focus({ preventScroll: true })
  else enter(id, 'center')
}
