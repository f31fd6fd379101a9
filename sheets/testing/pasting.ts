/** For tests: pasting into a table of ten rows. */
import type { FacilityCell, FacilityRow } from '#domain/facilities.ts'
import { hasValidCheckDigit } from '#domain/facilities.ts'
import { FLOWS } from '#domain/flows.ts'
import { priceListAt } from '#domain/prices.ts'
import type { PasteCorrections, PasteTarget } from '../paste-plan.ts'
import { planPaste as plan, rowsAfter } from '../plan.ts'
import type { Grid } from '../sheet.ts'
import { list } from './drawn-sheet.ts'

export const planPaste = (target: PasteTarget, grid: Grid, corrections?: PasteCorrections) =>
  plan(target, { grid }, corrections)

export const blank = (no: number): FacilityRow => ({
  no,
  facilityName: '',
  facilityNumber: '',
  serviceKey: '',
})
export const ten = Array.from({ length: 10 }, (_, index) => blank(index + 1))

export const at = (
  no: number,
  cell: FacilityCell,
  rows: readonly FacilityRow[] = ten,
): PasteTarget => ({ list, rules: FLOWS.entry.rows, rows, focus: { no, cell } })
export const top = at(1, 'facilityName')
/** The same for the trial. */
export const ofTrial = (target: PasteTarget): PasteTarget => ({
  ...target,
  list: priceListAt('trial', 0),
  rules: FLOWS.trial.rows,
})

/** The rows of the table after a paste, blank ones left out, as name, number, service. */
export const pasted = (target: PasteTarget, grid: Grid) =>
  rowsAfter(planPaste(target, grid), target.rows)
    .map((row) => [row.no, row.facilityName, row.facilityNumber, row.serviceKey])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''))

/** A number of a prefecture with the right check digit. */
export function numberOf(prefecture: number, serial: number): string {
  const head = `${prefecture}`.padStart(2, '0') + `1${serial}`.padEnd(7, '0')
  return Array.from('0123456789', (digit) => head + digit).find(hasValidCheckDigit) ?? ''
}

export const [HIMAWARI, TSUBAME, SUZURAN] = [
  numberOf(13, 100001),
  numberOf(13, 100002),
  numberOf(1, 100003),
]
