/** Facilities on their way from the directory to the table, whose code may still be loading. */
import type { PublishedFacilities } from '#domain/directory.ts'
import type { RowOffer } from '#domain/directory-notes.ts'

type Taker = (published: PublishedFacilities) => void

let taker: Taker | undefined
let waiting: PublishedFacilities | undefined

/** Wakes the table as a focus in it would. */
export function offerRows(table: Element, published: PublishedFacilities): void {
  if (taker) taker(published)
  else {
    waiting = published
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

let filler: ((offer: RowOffer) => void) | undefined

/** A row is filled only where the table's code shows what is said of it. */
export function fillOffered(offer: RowOffer): void {
  filler?.(offer)
}

export function takeFilling(fill: (offer: RowOffer) => void): () => void {
  filler = fill
  return () => {
    filler = undefined
  }
}
