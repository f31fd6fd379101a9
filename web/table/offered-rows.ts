/** Facilities on their way from where they are chosen to the table, whose code may still be loading. */
import type { DirectoryFacility } from '#domain/directory.ts'

type Taker = (facilities: readonly DirectoryFacility[]) => void

let taker: Taker | undefined
let waiting: readonly DirectoryFacility[] | undefined

/** Wakes the table as a focus in it would. */
export function offerRows(table: Element, facilities: readonly DirectoryFacility[]): void {
  if (taker) taker(facilities)
  else {
    waiting = facilities
    table.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  }
}

/** The table takes what comes, and what came before it was there; gives the end of that. */
export function takeOffered(take: Taker): () => void {
  taker = take
  if (waiting) take(waiting)
  waiting = undefined
  return () => {
    taker = undefined
  }
}
