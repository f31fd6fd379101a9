/** A facility row: how it is normalised, what is wrong with it, which rows count (specification 5, readings 6 to 9). */
import { type Catalogue, groupOf, mayLackNumber } from './catalogue.ts'
import type { RowRules } from './flows.ts'
import { messages } from './messages.ts'
import type { Problem } from './problem.ts'
import {
  hasOuterSpace,
  hasQuote,
  lengthOf,
  toFullWidthKana,
  toHalfWidthAlphanumerics,
  trimOuterSpace,
} from './text.ts'

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

/** Characters of a facility number under the exact rule. */
const EXACT_NUMBER_LENGTH = 10

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

/** The rows that count: name, service and a number within the limit. Meant for normalised rows. */
export function validRows(catalogue: Catalogue, rows: readonly FacilityRow[]): FacilityRow[] {
  return rows.filter(
    (row) =>
      !isEmpty(row.facilityName) &&
      groupOf(catalogue, row.serviceKey) !== undefined &&
      lengthOf(row.facilityName) <= FACILITY_LIMITS.facilityName &&
      lengthOf(row.facilityNumber) <= FACILITY_LIMITS.facilityNumber,
  )
}

/** Everything wrong with the rows, in screen order; the last entry says so when no row counts at all. */
export function validateRows(
  rules: RowRules,
  catalogue: Catalogue,
  rows: readonly FacilityRow[],
): Problem[] {
  const problems = rows.flatMap((row) => problemsOfRow(rules, catalogue, row))
  if (problems.length > 0 || validRows(catalogue, rows).length > 0) return problems
  return [{ field: cellName(rows[0]?.no ?? 1, 'facilityName'), message: messages.noRow }]
}

function problemsOfRow(rules: RowRules, catalogue: Catalogue, row: FacilityRow): Problem[] {
  if (isBlankRow(row)) return []
  const { no, facilityName, facilityNumber, serviceKey } = row
  const problems: Problem[] = []
  const say = (cell: FacilityCell, message: string) =>
    problems.push({ field: cellName(no, cell), message: messages.inRow(no, message) })

  const hasName = !isEmpty(facilityName)
  const hasService = groupOf(catalogue, serviceKey) !== undefined
  if (!hasName || !hasService) {
    say(hasName ? 'serviceKey' : 'facilityName', messages.halfRow)
    const [problem] = problems
    if (problem && !hasName && !hasService) problem.also = cellName(no, 'serviceKey')
  }
  if (lengthOf(facilityName) > FACILITY_LIMITS.facilityName)
    say('facilityName', messages.tooLong(CELL_LABELS.facilityName, FACILITY_LIMITS.facilityName))
  if (lengthOf(facilityNumber) > FACILITY_LIMITS.facilityNumber)
    say(
      'facilityNumber',
      messages.tooLong(CELL_LABELS.facilityNumber, FACILITY_LIMITS.facilityNumber),
    )
  else if (rules.number === 'exact' && hasName) {
    if (hasOuterSpace(facilityNumber) || hasQuote(facilityNumber))
      say('facilityNumber', messages.numberDecorated)
    else if (!mayLackNumber(serviceKey) && lengthOf(facilityNumber) !== EXACT_NUMBER_LENGTH)
      say('facilityNumber', messages.numberLength(EXACT_NUMBER_LENGTH))
  }
  return problems
}

function isEmpty(text: string): boolean {
  return trimOuterSpace(text) === ''
}
