/** The cells of the table as they stand on the page: finding them, reading their rows, writing rows into them. */
import {
  cellName,
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
} from '#domain/facilities.ts'
import { choose } from './late-options.ts'

export type CellControl = HTMLInputElement | HTMLSelectElement
export type Place = { no: number; cell: FacilityCell }

/** A cell's control; null where the table has no such row. */
export function controlAt({ no, cell }: Place): CellControl | null {
  const control = document.getElementById(cellName(no, cell))
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement
    ? control
    : null
}

/** Where a control stands, by its name; null for anything but a cell. */
export function placeOf(name: string): Place | null {
  const [, no, last] = /^facilities\.(\d+)\.(\w+)$/.exec(name) ?? []
  const cell = FACILITY_CELLS.find((known) => known === last)
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
  first?.dispatchEvent(new Event('input', { bubbles: true }))
}
