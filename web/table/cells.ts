/** The cells of the table as they stand on the page: finding them, reading their rows, writing rows into them. */

import {
  cellName,
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
} from '#domain/facilities.ts'
import { dispatchInput, type TextControl, textControl } from '#ui/write-control.ts'
import { fillOptions, firstSelect, withoutOptions } from './service-options.tsx'

export type Place = { no: number; cell: FacilityCell }

/** A cell's control; null where the table has no such row. */
export function controlAt({ no, cell }: Place): TextControl | null {
  return textControl(document.getElementById(cellName(no, cell)))
}

/** Where a control stands, by its name; null for anything but a cell. */
export function placeOf(name: string): Place | null {
  const [, no, last] = /^facilities\.(\d+)\.(\w+)$/.exec(name) ?? []
  const cell = FACILITY_CELLS.find((each) => each === last)
  return cell ? { no: Number(no), cell } : null
}

/** Every row on the screen, blank ones included, as typed. */
export function rowsOnScreen(): FacilityRow[] {
  const rows: FacilityRow[] = []
  for (let no = 1; controlAt({ no, cell: 'facilityName' }); no += 1) {
    const text = (cell: FacilityCell) => controlAt({ no, cell })?.value ?? ''
    rows.push({
      no,
      facilityName: text('facilityName'),
      facilityNumber: text('facilityNumber'),
      serviceKey: text('serviceKey'),
    })
  }
  return rows
}

/** The services that the page offers. */
export function servicesOnScreen(): Set<string> {
  const select = document.getElementById(cellName(1, 'serviceKey'))
  const options = select instanceof HTMLSelectElement ? [...select.options] : []
  return new Set(options.map(({ value }) => value))
}

/** Fills the cells, which must be on the screen, and tells the form once, as typing would. */
export function writeRows(rows: readonly FacilityRow[]): void {
  for (const row of rows)
    for (const cell of FACILITY_CELLS) {
      const control = controlAt({ no: row.no, cell })
      if (!control || control.value === row[cell]) continue
      if (control instanceof HTMLSelectElement) choose(control, row[cell])
      else control.value = row[cell]
    }
  const first = controlAt({ no: 1, cell: 'facilityName' })
  if (first) dispatchInput(first)
}

/** Selects of rows that came by the hundred: they get their other options when the rows have been seen. */
let unfinished: HTMLSelectElement[] = []

/** Rows that `work` adds to the screen: each select has but the blank option until finishOptions. */
export function withLateOptions(work: () => void): void {
  finishOptions()
  unfinished = withoutOptions(work)
  for (const select of unfinished) offer(select, '')
  // Once painted: whatever a person or a script does before has only what stands there.
  requestAnimationFrame(() => setTimeout(finishOptions))
}

/** Chooses an option, which an unfinished select may have to be given first. */
function choose(select: HTMLSelectElement, value: string): void {
  if (unfinished.includes(select)) offer(select, value)
  select.value = value
}

function finishOptions(): void {
  for (const select of unfinished) {
    const { value } = select
    select.replaceChildren()
    fillOptions(select)
    select.value = value
  }
  unfinished = []
}

function offer(select: HTMLSelectElement, value: string): void {
  const option = firstSelect()?.querySelector(`option[value="${value}"]`)
  if (option) select.append(option.cloneNode(true))
}

/** What a person brings to the table. */
export type TableInput =
  /** A clipboard's content or dragged cells, and the name of the control they were brought to. */
  | { kind: 'cells'; text: string; html: string; into: string }
  | { kind: 'file'; file: File }
  /** The wish to choose a file. */
  | { kind: 'choose' }
