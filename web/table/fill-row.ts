/** Facilities of the directory on their way to the table: one for a row, whose further services come into rows below, or a corporation's for a preview. */
import type { PublishedFacilities } from '#domain/directory.ts'
import type { RowOffer } from '#domain/directory-notes.ts'
import { cellName, type FacilityRow, isEmpty } from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { way } from '../way.ts'
import { rowsOnScreen } from './cells.ts'
import { atLeast, reverted, withoutBlankEnd, withoutRow, withRow } from './row-edits.ts'
import type { useEdits } from './use-edits.ts'

type Rows = readonly FacilityRow[]

export function fillRow(
  { max }: RowRules,
  { apply }: Pick<ReturnType<typeof useEdits>, 'apply'>,
  offer: RowOffer,
): void {
  way.marks.add('directory')
  const before = rowsOnScreen()
  const filled = withOffer(before, offer)
  const rows = withFurtherRows(filled, offer, max)
  const added = rows.slice(offer.no, offer.no + Math.max(0, offer.services.length - 1))
  apply({
    rows: withoutBlankEnd(rows, before.length),
    sentence: `${offer.no}行目に、公表されている内容を入れました。`,
    focus: cellName(offer.no, 'facilityNumber'),
    undo: (now) => atLeast(reverted(withoutRows(now, added), before, filled), before.length),
    redo: (now) => withFurtherRows(withOffer(now, offer), offer, max),
  })
}

export function withOffer(rows: Rows, { no, name, services: [service] }: RowOffer): FacilityRow[] {
  return rows.map((row) => {
    if (row.no !== no) return row
    const facilityName = isEmpty(row.facilityName) ? name : row.facilityName
    return { ...row, facilityName, serviceKey: row.serviceKey || service || '' }
  })
}

/** As many as the table has room for. */
export function withFurtherRows(
  rows: Rows,
  { no, name, number, services }: RowOffer,
  max: number,
): FacilityRow[] {
  return services.slice(1).reduce<FacilityRow[]>(
    (done, serviceKey, index) => {
      const row = { no: no + index + 1, facilityName: name, facilityNumber: number, serviceKey }
      return withRow(done, row, max) ?? done
    },
    [...rows],
  )
}

/** Those that were added, as long as they are as they were. */
function withoutRows(rows: Rows, added: Rows): FacilityRow[] {
  return added.reduceRight<FacilityRow[]>(
    (left, row) => {
      const isSame = JSON.stringify(left[row.no - 1]) === JSON.stringify(row)
      return isSame ? withoutRow(left, row.no) : left
    },
    [...rows],
  )
}

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

/** A row is filled only where the table's code is loaded, which shows the notes on it. */
export function fillOffered(offer: RowOffer): void {
  filler?.(offer)
}

export function takeFilling(fill: (offer: RowOffer) => void): () => void {
  filler = fill
  return () => {
    filler = undefined
  }
}
