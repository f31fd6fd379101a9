/** Notes beside the rows while they are typed: what is doubtful; and the total so far. Nothing here blocks. */
import { GROUPS, mayLackNumber } from '#domain/catalogue.ts'
import {
  type FacilityRow,
  hasValidCheckDigit,
  isBlankRow,
  lostZero,
  NUMBER_DIGITS,
  normaliseRow,
  validRows,
} from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import { type Estimate, estimate, isOffered, type PriceList } from '#domain/prices.ts'
import { revealHidden } from '#domain/text.ts'
import { rowMessages } from '#sheets/messages.ts'

export type RowNote = {
  no: number
  kind: 'identical' | 'number'
  message: string
}

/** Yen a month for the rows that count so far, whatever is still wrong with the others. */
export function provisionalEstimate(
  rules: RowRules,
  list: PriceList,
  rows: readonly FacilityRow[],
): Estimate | null {
  const normalised = rows.map((row) => normaliseRow(rules, row))
  const counting = validRows(list.catalogue, normalised)
  return estimate(
    list,
    counting.filter((row) => isOffered(list, row.serviceKey)),
  )
}

/** Quiet notes beside the rows as typed, in the order of the rows. */
export function rowNotes(
  rules: RowRules,
  list: PriceList,
  rows: readonly FacilityRow[],
): RowNote[] {
  const normalised = rows.map((row) => normaliseRow(rules, row)).filter((row) => !isBlankRow(row))
  const twins = identicalNotes(normalised)
  return normalised.flatMap((row) => {
    const { no } = row
    const messages: [RowNote['kind'], string | null | undefined][] = [
      ['identical', twins.get(no)],
      ['number', isUnnumbered(rules, list, row) ? rowMessages.noNumber : numberDoubt(rules, row)],
    ]
    return messages.flatMap(([kind, message]) => (message ? [{ no, kind, message }] : []))
  })
}

/** Rows whose number lacks the leading zero that a spreadsheet dropped, with the number as it should be. */
export function lostZeroRepairs(
  rules: RowRules,
  rows: readonly FacilityRow[],
): { no: number; facilityNumber: string }[] {
  return rows.flatMap((row) => {
    const repaired = lostZero(normaliseRow(rules, row).facilityNumber)
    return repaired === null ? [] : [{ no: row.no, facilityNumber: repaired }]
  })
}

function identicalNotes(rows: readonly FacilityRow[]): ReadonlyMap<number, string> {
  const first = new Map<string, number>()
  const notes = new Map<number, string>()
  for (const { no, ...cells } of rows) {
    const key = JSON.stringify(Object.values(cells))
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, no)
    else notes.set(no, rowMessages.identical(earlier))
  }
  return notes
}

/** Charged by its number, which it lacks; the trial refuses such a row anyway. */
function isUnnumbered(rules: RowRules, list: PriceList, row: FacilityRow): boolean {
  if (rules.number === 'exact' || row.facilityNumber !== '') return false
  const [charge] = provisionalEstimate(rules, list, [row])?.rows ?? []
  return charge !== undefined && GROUPS[charge.group].per === 'number'
}

function numberDoubt(
  rules: RowRules,
  { facilityNumber: number, serviceKey }: FacilityRow,
): string | null {
  if (number === '' || hasValidCheckDigit(number)) return null
  const hidden = revealHidden(number).find((part) => part.hidden)
  if (hidden) return rowMessages.hiddenInNumber(hidden.text)
  const repaired = lostZero(number)
  if (repaired !== null) return rowMessages.lostZero(repaired)
  // Municipal numbers follow no common rule: nothing else is doubtful about them.
  if (mayLackNumber(serviceKey)) return null
  if (/^[0-9]{10}$/.test(number)) return rowMessages.doubtfulNumber
  // The trial refuses any other length with an error of its own.
  return rules.number === 'lenient' ? rowMessages.unusualLength(NUMBER_DIGITS) : null
}
