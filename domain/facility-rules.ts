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
import { hasOuterSpace, hasQuote, lengthOf } from './text.ts'

/** Characters of a facility number under the exact rule. */
const EXACT_NUMBER_LENGTH = 10

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
