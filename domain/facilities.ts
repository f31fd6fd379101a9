/** A facility row: its cells, their names, limits and normalisation (specification 3 and 5, readings 6 to 8). */
import type { RowRules } from './flows.ts'
import { toFullWidthKana, toHalfWidthAlphanumerics, trimOuterSpace } from './text.ts'

export type FacilityCell = 'facilityName' | 'facilityNumber' | 'serviceKey'

/** A row as typed; `no` counts from 1. */
export type FacilityRow = { no: number } & Record<FacilityCell, string>

/** The words of each cell, in screen order. */
export const CELL_LABELS = {
  facilityName: '事業所名',
  facilityNumber: '事業所番号',
  serviceKey: 'サービス種類',
} as const satisfies Record<FacilityCell, string>

/** Screen order of the cells. */
export const FACILITY_CELLS = [
  'facilityName',
  'facilityNumber',
  'serviceKey',
] as const satisfies readonly FacilityCell[]

/** UTF-16 units. */
export const FACILITY_LIMITS = { facilityName: 255, facilityNumber: 32, serviceKey: 64 } as const

/** The name of a cell, the same as a form control and in an error's `fields`. */
export function cellName(no: number, cell: FacilityCell): string {
  return `facilities.${no}.${cell}`
}

/** One cell as it would be sent: kana full-width in a name, alphanumerics half-width in a number. */
export function normaliseCell(rules: RowRules, cell: FacilityCell, value: string): string {
  if (cell === 'facilityName') return toFullWidthKana(value)
  if (cell === 'serviceKey') return value
  const halfWidth = toHalfWidthAlphanumerics(value)
  return rules.number === 'lenient' ? trimOuterSpace(halfWidth) : halfWidth
}

export function normaliseRow(rules: RowRules, row: FacilityRow): FacilityRow {
  return {
    no: row.no,
    facilityName: normaliseCell(rules, 'facilityName', row.facilityName),
    facilityNumber: normaliseCell(rules, 'facilityNumber', row.facilityNumber),
    serviceKey: row.serviceKey,
  }
}

/** White space alone is not an entry. */
export function isBlankRow(row: FacilityRow): boolean {
  return isEmpty(row.facilityName) && isEmpty(row.facilityNumber) && row.serviceKey === ''
}

export function isEmpty(text: string): boolean {
  return trimOuterSpace(text) === ''
}
