/** What can be said of rows while they are typed: how each is charged, what is doubtful. Nothing here blocks. */
import { GROUPS, mayLackNumber } from './catalogue.ts'
import { type Estimate, estimate, type RowCharge } from './estimate.ts'
import { type FacilityRow, isBlankRow, normaliseRow } from './facilities.ts'
import { hasValidCheckDigit, lostZero, NUMBER_DIGITS } from './facility-number.ts'
import { validRows } from './facility-rules.ts'
import type { RowRules } from './flows.ts'
import { isOffered, type PriceList } from './price-lists.ts'
import { rowMessages } from './table-messages.ts'

export type RowNote = {
  no: number
  kind: 'charge' | 'identical' | 'number'
  message: string
}

/** Yen a month for the rows that count so far, whatever is still wrong with the others. */
export function provisionalEstimate(
  rules: RowRules,
  list: PriceList,
  rows: readonly FacilityRow[],
): Estimate | null {
  return estimate(list, countingRows(rules, list, rows))
}

/** Quiet notes beside the rows as typed, in the order of the rows. */
export function rowNotes(
  rules: RowRules,
  list: PriceList,
  rows: readonly FacilityRow[],
): RowNote[] {
  const normalised = rows.map((row) => normaliseRow(rules, row)).filter((row) => !isBlankRow(row))
  const charges = chargeNotes(rules, list, countingRows(rules, list, rows))
  const twins = identicalNotes(normalised)
  return normalised.flatMap(({ no, facilityNumber, serviceKey }) => {
    const said: [RowNote['kind'], string | null | undefined][] = [
      ['charge', charges.get(no)],
      ['identical', twins.get(no)],
      ['number', numberDoubt(rules, facilityNumber, serviceKey)],
    ]
    return said.flatMap(([kind, message]) => (message ? [{ no, kind, message }] : []))
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

function countingRows(rules: RowRules, list: PriceList, rows: readonly FacilityRow[]) {
  const normalised = rows.map((row) => normaliseRow(rules, row))
  return validRows(list.catalogue, normalised).filter((row) => isOffered(list, row.serviceKey))
}

function chargeNotes(
  rules: RowRules,
  list: PriceList,
  rows: readonly FacilityRow[],
): ReadonlyMap<number, string> {
  const charges = estimate(list, rows)?.rows ?? []
  // Without a number the trial refuses a row anyway.
  const unnumbered = rows.filter((row) => rules.number === 'lenient' && row.facilityNumber === '')
  const without = new Set(unnumbered.map(({ no }) => no))
  const notes = charges.map((charge): [number, string | null] => {
    const others = charges.filter(({ by, no }) => by === charge.by && no !== charge.no)
    return [charge.no, chargeNote(list, charge, others, without.has(charge.no))]
  })
  return new Map(notes.filter((note): note is [number, string] => note[1] !== null))
}

function chargeNote(
  list: PriceList,
  { no, group, by }: RowCharge,
  others: readonly RowCharge[],
  isWithoutNumber: boolean,
): string | null {
  const { name, per } = GROUPS[group]
  const yen = list.prices[group] ?? 0
  const nos = others.map((other) => other.no)
  if (per === 'corporation') {
    if (others.length === 0) return null
    return by === no ? rowMessages.carriesGroup(name, yen, nos) : rowMessages.sharesGroup(name, by)
  }
  if (others.length === 0) return isWithoutNumber ? rowMessages.noNumber : null
  if (by === no)
    return isWithoutNumber
      ? rowMessages.carriesNoNumber(yen, nos)
      : rowMessages.carriesNumber(yen, nos)
  return isWithoutNumber ? rowMessages.sharesNoNumber(by) : rowMessages.sharesNumber(by)
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

function numberDoubt(rules: RowRules, number: string, serviceKey: string): string | null {
  if (number === '' || hasValidCheckDigit(number)) return null
  const repaired = lostZero(number)
  if (repaired !== null) return rowMessages.lostZero(repaired)
  // Municipal numbers follow no common rule: nothing else is doubtful about them.
  if (mayLackNumber(serviceKey)) return null
  if (/^[0-9]{10}$/.test(number)) return rowMessages.doubtfulNumber
  // The trial refuses any other length with an error of its own.
  return rules.number === 'lenient' ? rowMessages.unusualLength(NUMBER_DIGITS) : null
}
