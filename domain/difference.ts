/** What two versions of an application differ in: fields that changed, rows that were kept, changed, added or removed. */
import { type Applicant, type ApplicantField, applicantFieldsOf } from './applicant.ts'
import { FACILITY_CELLS, type FacilityCell, type FacilityRow } from './facilities.ts'
import type { FlowWithApplicant } from './flows.ts'

/** One version: texts by field name, in screen order, and the rows in their order. */
export type Version<F extends string = string> = {
  fields: Readonly<Record<F, string>>
  rows: readonly FacilityRow[]
}

export function versionOf(
  flow: FlowWithApplicant,
  applicant: Readonly<Applicant>,
  rows: readonly FacilityRow[],
): Version<ApplicantField> {
  const fields = applicantFieldsOf(flow).map((field) => [field, applicant[field]])
  return { fields: Object.fromEntries(fields), rows }
}

export type FieldDifference<F extends string = string> = { name: F; before: string; after: string }

/** A row of the one version, of the other, or of both; `no` is the one that it has there. */
export type RowDifference =
  | { kind: 'kept'; before: FacilityRow; after: FacilityRow }
  /** `cells`: those whose text changed, in screen order. */
  | { kind: 'changed'; before: FacilityRow; after: FacilityRow; cells: readonly FacilityCell[] }
  | { kind: 'added'; after: FacilityRow }
  | { kind: 'removed'; before: FacilityRow }

export type Difference<F extends string = string> = {
  /** Those that changed alone. */
  fields: FieldDifference<F>[]
  /** All rows, in the order of the second version; a removed one follows the row that it followed in the first. */
  rows: RowDifference[]
}

export function differenceOf<F extends string>(
  before: Version<F>,
  after: Version<F>,
): Difference<F> {
  const names = Object.keys({ ...before.fields, ...after.fields }) as F[]
  const fields = names.map((name) => ({
    name,
    before: before.fields[name] ?? '',
    after: after.fields[name] ?? '',
  }))
  return {
    fields: fields.filter((field) => field.before !== field.after),
    rows: rowsOf(before.rows, after.rows),
  }
}

/** Whether the second version is the first: the same texts, and the rows in the same order. */
export function isUnchanged({ fields, rows }: Difference): boolean {
  return (
    fields.length === 0 &&
    rows.every((row, index) => row.kind === 'kept' && isInOrder(rows[index - 1], row))
  )
}

function isInOrder(last: RowDifference | undefined, { before }: { before: FacilityRow }): boolean {
  return last?.kind !== 'kept' || last.before.no < before.no
}

/**
 * Whether the price that was agreed to stays: numbers and services are the same, row by row. Names decide on no price;
 * the order does, because the last row of a number decides on its group (reading 2).
 */
export function isPricedAlike(
  before: readonly FacilityRow[],
  after: readonly FacilityRow[],
): boolean {
  const priced = (rows: readonly FacilityRow[]) => rows.map((row) => keyOf(PRICED, row)).join()
  return priced(before) === priced(after)
}

const PRICED = ['facilityNumber', 'serviceKey'] as const satisfies readonly FacilityCell[]

/** By which cells a row is found again, one after the other: all of them, its number and service, any other two. */
const MARKS: readonly (readonly FacilityCell[])[] = [
  FACILITY_CELLS,
  PRICED,
  ['facilityName', 'facilityNumber'],
  ['facilityName', 'serviceKey'],
]

function rowsOf(before: readonly FacilityRow[], after: readonly FacilityRow[]): RowDifference[] {
  const origins = originsOf(before, after)
  const found = new Set(origins)
  const rows: RowDifference[] = []
  const addRemoved = (first: number) => {
    for (const [index, row] of before.slice(first).entries()) {
      if (found.has(first + index)) return
      rows.push({ kind: 'removed', before: row })
    }
  }
  addRemoved(0)
  after.forEach((row, index) => {
    const origin = origins[index]
    rows.push(differenceOfRow(origin === undefined ? undefined : before[origin], row))
    if (origin !== undefined) addRemoved(origin + 1)
  })
  return rows
}

function differenceOfRow(before: FacilityRow | undefined, after: FacilityRow): RowDifference {
  if (before === undefined) return { kind: 'added', after }
  const cells = FACILITY_CELLS.filter((cell) => before[cell] !== after[cell])
  return cells.length === 0
    ? { kind: 'kept', before, after }
    : { kind: 'changed', before, after, cells }
}

/** For each row of the second version the index of what it was in the first. */
function originsOf(
  before: readonly FacilityRow[],
  after: readonly FacilityRow[],
): readonly (number | undefined)[] {
  const origins: (number | undefined)[] = after.map(() => undefined)
  const found = new Set<number>()
  const pair = (index: number, origin: number | undefined) => {
    if (origins[index] !== undefined || origin === undefined || found.has(origin)) return
    origins[index] = origin
    found.add(origin)
  }
  for (const cells of MARKS) {
    const open = new Map<string, number[]>()
    for (const [index, row] of before.entries())
      if (!found.has(index))
        open.set(keyOf(cells, row), [...(open.get(keyOf(cells, row)) ?? []), index])
    for (const [index, row] of after.entries())
      if (origins[index] === undefined) pair(index, open.get(keyOf(cells, row))?.shift())
  }
  // At last by its place: it follows the row that it followed before.
  for (const index of after.keys()) {
    const last = index === 0 ? -1 : origins[index - 1]
    if (last !== undefined && last + 1 < before.length) pair(index, last + 1)
  }
  return origins
}

function keyOf(cells: readonly FacilityCell[], row: FacilityRow | undefined): string {
  return JSON.stringify(cells.map((cell) => row?.[cell]))
}
