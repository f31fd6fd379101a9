/** Edits of the whole table, each in one step with its sentence, undo and redo; and moving from row to row by keys. */
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cellName, type FacilityRow } from '#domain/facilities.ts'
import { isComposing } from '#ui/composing.ts'
import { placeOf, rowsOnScreen, withLateOptions, writeRows } from './cells.ts'
import { atLeast } from './row-edits.ts'
import { BAR_ID, focusBar } from './row-focus.ts'
import { useTableEvent } from './use-table-event.ts'

/** The rows as a step makes them of what stands on the screen by then; null where it cannot be. */
type RowsStep = (now: FacilityRow[]) => FacilityRow[] | null

export type Edit = {
  /** The rows as they shall stand. */
  rows: FacilityRow[]
  sentence: string
  /** Id of what has the focus afterwards, and after an undo. */
  focus: string
  undo: RowsStep
  redo: RowsStep
}

type Step = Omit<Edit, 'rows'>
type History = { past: Step[]; future: Step[] }

/** A sentence on what was done last, for the live region; an object, so that the same sentence twice is two. */
export type Announcement = { sentence: string }

const HISTORY_STEPS = {
  undo: {
    from: 'past',
    others: 'future',
    done: '元に戻しました。',
    impossible: '空いている行がないため、元に戻せません。',
  },
  redo: {
    from: 'future',
    others: 'past',
    done: 'やり直しました。',
    impossible: '空いている行がないため、やり直せません。',
  },
} as const

type Options = {
  /** Holds the table. */
  tableRef: RefObject<HTMLElement | null>
  /** Rows that always stand on the screen. */
  initial: number
  setRowCount: (count: number) => void
  onEdited: () => void
}

/** Steps that can be undone. */
const MOST_STEPS = 50

export function useEdits({ tableRef, initial, setRowCount, onEdited }: Options) {
  const { announcement, announce, isFresh } = useAnnouncement(tableRef)
  const [history, setHistory] = useState<History>({ past: [], future: [] })
  const show = (next: FacilityRow[]) => {
    const rows = atLeast(next, initial)
    withLateOptions(() => flushSync(() => setRowCount(rows.length)))
    writeRows(rows)
    onEdited()
  }
  const finish = (sentence: string, history: History, focus: string) => {
    // Before the focus goes there, which must not end up behind the bar.
    flushSync(() => {
      announce(sentence)
      setHistory(history)
    })
    bringTo(focus)
  }
  const apply = ({ rows, ...step }: Edit) => {
    show(rows)
    const past = [...history.past, step].slice(-MOST_STEPS)
    finish(step.sentence, { past, future: [] }, step.focus)
  }
  const take = (direction: 'undo' | 'redo') => {
    const { from, others, done, impossible } = HISTORY_STEPS[direction]
    const step = history[from].at(-1)
    if (!step) return
    const rows = step[direction](rowsOnScreen())
    if (!rows) return announce(impossible)
    show(rows)
    const next = { [from]: history[from].slice(0, -1), [others]: [...history[others], step] }
    finish(done, { ...history, ...next }, step.focus)
  }

  return {
    announcement,
    announce,
    apply,
    undo: () => take('undo'),
    redo: () => take('redo'),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isFresh,
  }
}

/** What was done last, until something is typed. */
function useAnnouncement(tableRef: Options['tableRef']) {
  const [announcement, setAnnouncement] = useState<Announcement | null>(null)
  /** Nothing was typed since: a sentence is still news, and Ctrl+Z means the change. */
  const isFresh = useRef(false)
  const announce = (sentence: string) => {
    setAnnouncement({ sentence })
    isFresh.current = true
  }
  useTableEvent(tableRef, 'input', (event) => {
    if (!event.isTrusted || !isFresh.current) return
    isFresh.current = false
    setAnnouncement(null)
  })
  return { announcement, announce, isFresh }
}

/** A row comes to the middle of the screen; the bar is where it was pressed, and a browser that scrolls to what sticks carries the table away. */
function bringTo(id: string): void {
  if (id === BAR_ID) focusBar()
  else enter(id, 'center')
}

/** Rows that a key leads down, negative for up; null where the key keeps its own meaning. */
export function stepOf(event: KeyboardEvent): number | null {
  // Enter that ends a composition does nothing else (reading 12).
  if (isComposing(event)) return null
  if (event.ctrlKey || event.altKey || event.metaKey) return null
  const isSelect = event.target instanceof HTMLSelectElement
  if (event.key === 'Enter' && !(isSelect && mayBeOpen(event.target)))
    return event.shiftKey ? -1 : 1
  // In a select the arrows choose.
  if (event.shiftKey || isSelect) return null
  if (event.key === 'ArrowDown') return 1
  return event.key === 'ArrowUp' ? -1 : null
}

/** In an open list Enter chooses; Firefox tells the page of it too. */
export function mayBeOpen(select: Element): boolean {
  return !CSS.supports('selector(:open)') || select.matches(':open')
}

/** Takes a key of the table; it leads no further than the first and the last row. */
export function moveByKey(event: KeyboardEvent): void {
  const place = placeOf((event.target as HTMLInputElement).name ?? '')
  const step = place && stepOf(event)
  if (!place || step === null) return
  event.preventDefault()
  enter(cellName(place.no + step, place.cell))
}

/** Focuses the element of this id, its text selected as Tab does; nothing where there is none. */
function enter(id: string, block: ScrollLogicalPosition = 'nearest'): void {
  const element = document.getElementById(id)
  element?.focus()
  // What has the focus already is not scrolled to by that.
  element?.scrollIntoView({ block })
  if (element instanceof HTMLInputElement) element.select()
}
