/** Roving focus of the rows: one tab stop for all row menus; and on a phone, the cards that stay open. */

import { type RefObject, useEffect, useRef } from 'react'
import type { TextControl } from '#ui/write-control.ts'
import { useTableEvent } from './use-table-event.ts'

export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.facilities [role="row"]') : null
}

export function useRowFocus(tableRef: RefObject<HTMLElement | null>): void {
  /** The last thing that was done with a hand was a Tab: whoever only passes by is not stopped at each menu. */
  const isPassing = useRef(false)
  /** The row that was in use when the focus came into it. */
  const entered = useRef<HTMLElement>(null)
  useTableEvent(tableRef, 'focusin', ({ target, relatedTarget }) => {
    const row = rowOf(target)
    if (!row) return
    keepOpen(row)
    if (rowOf(relatedTarget) !== row) entered.current = isBlank(row) ? null : row
    if (entered.current === row && !isPassing.current) offerMenu(row)
  })
  useTableEvent(tableRef, 'pointerdown', () => {
    isPassing.current = false
  })
  useTableEvent(tableRef, 'keydown', (event) => {
    isPassing.current = event.key === 'Tab' || (event.key === 'Shift' && isPassing.current)
    const row = rowOf(event.target)
    if (row && row === entered.current && !isPassing.current) offerMenu(row)
    moveAlongMenus(event)
  })
  useEffect(() => {
    // The focus was there before this code.
    keepOpen(document.activeElement)
  }, [])
}

/**
 * On a phone the sheet folds a row that is blank, and one with a name and a service, while it has not the focus. One that was
 * touched, or has said a remark, stays open, so that nothing moves under a finger when a remark goes.
 */
export function keepOpen(inside: Element | null): void {
  rowOf(inside)?.setAttribute('data-open', '')
}

function isBlank(row: HTMLElement): boolean {
  const controls = row.querySelectorAll<TextControl>('input, select')
  return Array.from(controls).every(({ value }) => value === '')
}

const MENU_BUTTON = '.row-button > button'

/**
 * The buttons of the row menus are one tab stop (roving tabindex): that of the row which was in use when it was entered,
 * and is worked in. Neither filling blank rows nor going through a hundred by Tab stops at each menu.
 */
function offerMenu(row: HTMLElement): void {
  const button = row.querySelector<HTMLElement>(MENU_BUTTON)
  if (!button) return
  const stop = row.parentElement?.querySelector<HTMLElement>(`${MENU_BUTTON}[tabindex="0"]`)
  if (stop) stop.tabIndex = -1
  button.tabIndex = 0
}

/** Up and down from one row's menu button to another's, Home and End to the first and the last. */
function moveAlongMenus(event: KeyboardEvent): void {
  const { target, key } = event
  const row = target instanceof Element && target.matches(MENU_BUTTON) ? rowOf(target) : null
  const rows = row?.parentElement?.children
  if (!row || !rows) return
  const places: Record<string, Element | null | undefined> = {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: rows[0],
    End: rows[rows.length - 1],
  }
  const to = places[key]?.querySelector<HTMLElement>(MENU_BUTTON)
  if (!to) return
  event.preventDefault()
  // Of a folded row it is not drawn.
  keepOpen(to)
  to.focus()
}

/** Ids of what has the focus after a change of the table, besides its cells. */

/** The bar under the table: where the focus goes when the button that had it is gone. */
export const BAR_ID = 'table-bar'

export function focusBar(): void {
  document.getElementById(BAR_ID)?.focus({ preventScroll: true })
}

/** The way on from the bar, where Escape leads from any cell. */
export const PROCEED_ID = 'table-proceed'

/** The button that opens a row's menu. */
export const rowButtonId = (no: number) => `row-${no}-menu`
