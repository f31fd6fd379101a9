/** Moving from row to row in one column, as in a spreadsheet; nothing is ever sent by it. */
import { cellName } from '#domain/facilities.ts'
import { placeOf } from './cells.ts'

/** Rows that a key leads down, negative for up; null where the key keeps its own meaning. */
export function stepOf(event: KeyboardEvent): number | null {
  // Enter that ends a composition does nothing else (reading 12); Safari tells it by the code alone.
  if (event.isComposing || event.keyCode === 229) return null
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
export function enter(id: string, block: ScrollLogicalPosition = 'nearest'): void {
  const element = document.getElementById(id)
  element?.focus()
  // What has the focus already is not scrolled to by that.
  element?.scrollIntoView({ block })
  if (element instanceof HTMLInputElement) element.select()
}
