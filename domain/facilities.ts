/** Facility rows: their cells, names, limits, normalisation and validation, and the check digit of a number (specification 3 and 5, readings 6 to 9). */

import { type Catalogue, groupOf, mayLackNumber } from './catalogue.ts'
import type { RowRules } from './flows.ts'
import { messages, type Problem } from './messages.ts'
import {
  hasOuterSpace,
  hasQuote,
  isUnstorable,
  lengthOf,
  toFullWidthKana,
  toHalfWidthAlphanumerics,
  trimOuterSpace,
  withoutQuotes,
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

/** Characters of a facility number under the exact rule. */
const EXACT_NUMBER_LENGTH = 10

const TEXT_CELLS = ['facilityName', 'facilityNumber'] as const

/** The rows that count: name, service and a number within the limit. Meant for normalised rows. */
export function validRows(catalogue: Catalogue, rows: readonly FacilityRow[]): FacilityRow[] {
  return rows.filter(
    (row) =>
      !isEmpty(row.facilityName) &&
      groupOf(catalogue, row.serviceKey) !== undefined &&
      TEXT_CELLS.every((cell) => textFaults(cell, row[cell]).length === 0),
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
  for (const cell of TEXT_CELLS)
    for (const message of textFaults(cell, row[cell])) say(cell, message)
  if (rules.number === 'exact' && hasName)
    for (const message of exactNumberFaults(facilityNumber, serviceKey))
      say('facilityNumber', message)
  return problems
}

/** White space around a number is judged by the rules of the flow, whatever its characters. */
function textFaults(cell: (typeof TEXT_CELLS)[number], text: string): string[] {
  const limit = FACILITY_LIMITS[cell]
  const stored = cell === 'facilityNumber' ? trimOuterSpace(text) : text
  const faults: string[] = []
  if (isUnstorable(stored)) faults.push(messages.unstorable(CELL_LABELS[cell]))
  if (lengthOf(text) > limit) faults.push(messages.tooLong(CELL_LABELS[cell], limit))
  return faults
}

/** The two rules of an exact number, each with its own message (specification 5); over the limit, that message says it. */
function exactNumberFaults(facilityNumber: string, serviceKey: string): string[] {
  const length = lengthOf(facilityNumber)
  if (length > FACILITY_LIMITS.facilityNumber) return []
  const isDecorated = hasOuterSpace(facilityNumber) || hasQuote(facilityNumber)
  // A decoration is one fault, not two: it may be what makes the number too long, or what fills it up.
  const bareLength = lengthOf(trimOuterSpace(withoutQuotes(facilityNumber)))
  const isWrongLength =
    !mayLackNumber(serviceKey) && ![length, bareLength].includes(EXACT_NUMBER_LENGTH)
  return [
    ...(isDecorated ? [messages.numberDecorated] : []),
    ...(isWrongLength ? [messages.numberLength(EXACT_NUMBER_LENGTH)] : []),
  ]
}

/**
 * Digits of a facility number: prefecture 2, kind 1, district 2, serial 4, check digit 1. Of 29,673 published ones 99.84%
 * carry the right check digit, so a wrong one is worth a quiet word and never an error.
 */
export const NUMBER_DIGITS = 10

const WEIGHTS = [2, 1, 2, 1, 2, 1, 2, 1, 2]
const PREFECTURES = 47

/** Whether ten half-width digits begin with a prefecture and end with the check digit of the first nine. */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^[0-9]{10}$/.test(number)) return false
  const prefecture = Number(number.slice(0, 2))
  if (prefecture < 1 || prefecture > PREFECTURES) return false
  const digits = Array.from(number, Number)
  const sum = WEIGHTS.reduce((total, weight, index) => {
    const product = weight * (digits[index] ?? 0)
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return (10 - (sum % 10)) % 10 === digits[NUMBER_DIGITS - 1]
}

/** The number with the leading zero that a spreadsheet dropped (prefectures 01 to 09); null when it dropped none. */
export function lostZero(number: string): string | null {
  return hasValidCheckDigit(`0${number}`) ? `0${number}` : null
}
