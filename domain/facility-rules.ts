/** Validation of facility rows: what is wrong with each, which of them count (specification 5, readings 6 to 9). */
import { type Catalogue, groupOf, mayLackNumber } from './catalogue.ts'
import {
  CELL_LABELS,
  cellName,
  FACILITY_LIMITS,
  type FacilityCell,
  type FacilityRow,
  isBlankRow,
  isEmpty,
} from './facilities.ts'
import type { RowRules } from './flows.ts'
import { messages } from './messages.ts'
import type { Problem } from './problem.ts'
import { isUnstorable } from './storable.ts'
import { hasOuterSpace, hasQuote, lengthOf, trimOuterSpace, withoutQuotes } from './text.ts'

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
