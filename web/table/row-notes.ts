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
import { hiddenIn, withoutHidden } from '#domain/hidden-characters.ts'
import { type Estimate, estimate, isOffered, type PriceList } from '#domain/prices.ts'
import { HYPHENS } from '#domain/text.ts'
import { rowMessages } from '#sheets/messages.ts'

export type RowNote = {
  no: number
  kind: 'identical' | 'blank' | 'hidden' | 'signs' | 'zero' | 'length' | 'doubtful'
  message: string
}

/** Where a remark of one kind is read: in one row of those that have it. */
type Place = {
  no: number
  /** How many other rows have it. */
  others: number
  /** The row after this one, the first after the last. */
  next: number
}

/** Of each kind the row that says it: the first from its anchor on, which is where a person was led last. */
export function placesOf<K extends string>(
  notes: Iterable<{ no: number; kind: K }>,
  anchors: ReadonlyMap<string, number>,
): ReadonlyMap<K, Place> {
  const byKind = new Map<K, number[]>()
  for (const { no, kind } of notes) byKind.set(kind, [...(byKind.get(kind) ?? []), no])
  for (const nos of byKind.values()) nos.sort((one, other) => one - other)
  return new Map(
    [...byKind].map(([kind, nos]) => {
      const at = Math.max(
        0,
        nos.findIndex((no) => no >= (anchors.get(kind) ?? 1)),
      )
      const [no = 0, next = 0] = [nos[at], nos[(at + 1) % nos.length]]
      return [kind, { no, others: nos.length - 1, next }]
    }),
  )
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
    const identical = twins.get(no)
    const doubt: Doubt | null = isUnnumbered(rules, list, row)
      ? ['blank', rowMessages.noNumber]
      : numberDoubt(rules, row)
    return [identical ? (['identical', identical] as const) : null, doubt].flatMap((one) =>
      one ? [{ no, kind: one[0], message: one[1] }] : [],
    )
  })
}

type NumberRepair = Pick<FacilityRow, 'no' | 'facilityNumber'>

/** What a press mends of numbers: the zero that a spreadsheet dropped, signs that nobody sees or needs. */
export type Repair = 'zero' | 'signs'

/** By kind the rows that can be mended, with their numbers as they should be. */
export function numberRepairs(
  rules: RowRules,
  rows: readonly FacilityRow[],
): Record<Repair, NumberRepair[]> {
  const repairsBy = (repaired: (row: FacilityRow) => string | null) =>
    rows.flatMap((row) => {
      const facilityNumber = repaired(normaliseRow(rules, row))
      return facilityNumber === null ? [] : [{ no: row.no, facilityNumber }]
    })
  return {
    zero: repairsBy(({ facilityNumber }) => lostZero(facilityNumber)),
    signs: repairsBy((row) => {
      const visible = withoutHidden(row.facilityNumber)
      const bare = withoutSigns({ ...row, facilityNumber: visible }) ?? visible
      return bare === row.facilityNumber ? null : bare
    }),
  }
}

const SIGNS = new RegExp(`[${HYPHENS}\\s.・]`, 'g')

/** The number that hyphens and blanks part, which others are charged beside; null where that is another kind of number. */
function withoutSigns({ facilityNumber, serviceKey }: FacilityRow): string | null {
  const bare = facilityNumber.replace(SIGNS, '')
  if (bare === facilityNumber) return null
  const isKnown = hasValidCheckDigit(bare) || lostZero(bare) !== null
  // Municipal numbers may have a hyphen of their own.
  const isUsual = !mayLackNumber(serviceKey) && TEN_DIGITS.test(bare)
  return isKnown || isUsual ? bare : null
}

const TEN_DIGITS = new RegExp(`^[0-9]{${NUMBER_DIGITS}}$`)

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

type Doubt = readonly [kind: RowNote['kind'], message: string]

function numberDoubt(rules: RowRules, row: FacilityRow): Doubt | null {
  const { facilityNumber: number, serviceKey } = row
  if (number === '' || hasValidCheckDigit(number)) return null
  const hidden = hiddenIn(number)
  if (hidden !== undefined) return ['hidden', rowMessages.hiddenInNumber(hidden)]
  const bare = withoutSigns(row)
  if (bare !== null) return ['signs', rowMessages.signsInNumber(bare)]
  const repaired = lostZero(number)
  if (repaired !== null) return ['zero', rowMessages.lostZero(repaired)]
  // Municipal numbers follow no common rule: nothing else is doubtful about them.
  if (mayLackNumber(serviceKey)) return null
  if (TEN_DIGITS.test(number)) return ['doubtful', rowMessages.doubtfulNumber]
  // The trial refuses any other length with an error of its own.
  return rules.number === 'lenient' ? ['length', rowMessages.unusualLength(NUMBER_DIGITS)] : null
}
