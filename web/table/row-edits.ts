/** What inserting, deleting, repairing and undoing make of the rows: rows in, rows out, always numbered from 1. Pure. */
import { FACILITY_CELLS, type FacilityRow, isBlankRow } from '#domain/facilities.ts'

export function blankRow(no: number): FacilityRow {
  return { no, facilityName: '', facilityNumber: '', serviceKey: '' }
}

/** The rows with one put in at its number, those from there on moving down; null where `max` rows are in use. */
export function withRow(
  rows: readonly FacilityRow[],
  row: FacilityRow,
  max: number,
): FacilityRow[] | null {
  const isFull = rows.length >= max
  if (isFull && !rows.slice(-1).every(isBlankRow)) return null
  const rest = isFull ? rows.slice(0, -1) : rows
  const at = row.no - 1
  return numbered([...rest.slice(0, at), row, ...rest.slice(at)])
}

/** The rows without one, those below moving up. */
export function withoutRow(rows: readonly FacilityRow[], no: number): FacilityRow[] {
  return numbered(rows.filter((row) => row.no !== no))
}

/** The service of a row in every row in use below that has none. */
export function withServiceBelow(rows: readonly FacilityRow[], no: number): FacilityRow[] {
  const key = rows[no - 1]?.serviceKey ?? ''
  return rows.map((row) =>
    row.no > no && row.serviceKey === '' && !isBlankRow(row) ? { ...row, serviceKey: key } : row,
  )
}

/** At least so many rows, the further ones blank. */
export function atLeast(rows: readonly FacilityRow[], count: number): FacilityRow[] {
  const missing = Math.max(0, count - rows.length)
  return [...rows, ...Array.from({ length: missing }, (_, i) => blankRow(rows.length + i + 1))]
}

export function withNumbers(
  rows: readonly FacilityRow[],
  numbers: readonly Pick<FacilityRow, 'no' | 'facilityNumber'>[],
): FacilityRow[] {
  const byRow = new Map(numbers.map(({ no, facilityNumber }) => [no, facilityNumber]))
  return rows.map((row) => ({ ...row, facilityNumber: byRow.get(row.no) ?? row.facilityNumber }))
}

/**
 * Undoes what turned `before` into `after`: cells that still hold what was put there become what they
 * were, whatever was typed since stays; rows that came with it and are blank again go.
 */
export function reverted(
  now: readonly FacilityRow[],
  before: readonly FacilityRow[],
  after: readonly FacilityRow[],
): FacilityRow[] {
  const rows = atLeast(now, before.length).map((row, index) => {
    const was = before[index] ?? blankRow(row.no)
    const became = after[index] ?? blankRow(row.no)
    const cells = FACILITY_CELLS.map((cell) => [
      cell,
      row[cell] === became[cell] ? was[cell] : row[cell],
    ])
    return { ...row, ...Object.fromEntries(cells) }
  })
  return withoutBlankEnd(rows, before.length)
}

/** The rows without the blank ones at the end, but for the first `count`. */
export function withoutBlankEnd(rows: readonly FacilityRow[], count: number): FacilityRow[] {
  const inUse = rows.findLastIndex((row) => !isBlankRow(row)) + 1
  return rows.slice(0, Math.max(inUse, count))
}

function numbered(rows: readonly FacilityRow[]): FacilityRow[] {
  return rows.map((row, index) => ({ ...row, no: index + 1 }))
}
