/** The published facilities of a corporation as a paste's plan: taken below the last row in use, each as it is published. */
import { SERVICES } from './catalogue.ts'
import type { DirectoryFacility, PublishedFacilities } from './directory.ts'
import { FACILITY_CELLS, type FacilityCell, type FacilityRow, isBlankRow } from './facilities.ts'
import type {
  PasteCorrections,
  PastePlan,
  PasteTarget,
  PlannedRow,
  TakenRow,
} from './paste-plan.ts'
import { isOffered, type PriceList } from './price-lists.ts'
import type { Sheet } from './sheet.ts'
import { publishedMessages as say } from './table-messages.ts'

/** Why a published row is not taken unless a person ticks it; `not-offered` cannot be. */
export type PublishedState = 'new' | 'present' | 'branch' | 'not-offered'

/** What stands in the table already is known by number and service. */
export function publishedStates(
  list: PriceList,
  facilities: readonly DirectoryFacility[],
  rows: readonly FacilityRow[],
): PublishedState[] {
  const present = new Set(rows.map(({ facilityNumber, serviceKey }) => facilityNumber + serviceKey))
  return facilities.map(({ number, serviceKey, branch }) => {
    if (!isOffered(list, serviceKey)) return 'not-offered'
    if (present.has(number + serviceKey)) return 'present'
    return branch === undefined ? 'new' : 'branch'
  })
}

/** The corrections that a plan begins with: facilities that are not new are not ticked. */
export function firstCorrections({ list, rows }: PasteTarget, sheet: Sheet): PasteCorrections {
  if (!sheet.published) return {}
  const states = publishedStates(list, sheet.published.facilities, rows)
  const others = states.flatMap((state, index) => (state === 'new' ? [] : [String(index)]))
  return { leftOut: new Set(others) }
}

export function planPublished(
  { list, rows, rules }: PasteTarget,
  { facilities }: PublishedFacilities,
  { leftOut }: PasteCorrections,
): PastePlan {
  const states = publishedStates(list, facilities, rows)
  let no = rows.findLastIndex((row) => !isBlankRow(row)) + 2
  const offered = facilities.map((facility, index): PlannedRow => {
    const state = states[index] ?? 'new'
    const row = rowOf(facility, state, index)
    if (row.isRefused || leftOut?.has(row.key)) return row
    if (no > rules.max) return { ...row, isOver: true }
    no += 1
    return { ...row, no: no - 1 }
  })
  const taken = offered.filter((row): row is TakenRow => row.no !== null)
  const overflow = offered.flatMap(({ isOver }, index) => {
    const facility = facilities[index]
    return isOver && facility ? [lineOf(facility)] : []
  })
  return {
    table: NO_TABLE,
    layout: NO_LAYOUT,
    offered,
    rows: taken,
    skipped: [],
    overflow,
    lostZeros: 0,
    settled: 0,
    notices: noticesOf(states, taken.length, overflow.length),
  }
}

const NO_TABLE: PastePlan['table'] = { columns: [], lines: [], skipped: [] }
const NO_LAYOUT: PastePlan['layout'] = {
  columns: [],
  headings: [],
  shape: 'cells',
  looksLike: null,
  doubtful: [],
}

function rowOf(facility: DirectoryFacility, state: PublishedState, index: number): PlannedRow {
  const values = valuesOf(facility)
  const remark = say.remarks[state](facility.branch ?? '')
  return {
    key: String(index),
    no: null,
    line: index + 1,
    part: null,
    cells: Object.fromEntries(FACILITY_CELLS.map((cell) => [cell, publishedCell(values[cell])])),
    ...(remark !== '' && { remark }),
    ...(state === 'not-offered' && { isRefused: true }),
  }
}

function publishedCell(value: string): PlannedRow['cells'][FacilityCell] {
  const nothing = { note: null, candidates: [], numbers: [], replaces: '' }
  return { source: value, value, unclear: false, doubtful: false, ...nothing }
}

function valuesOf({ name, number, serviceKey }: DirectoryFacility): Record<FacilityCell, string> {
  return { facilityName: name, facilityNumber: number, serviceKey }
}

/** As an overflow keeps it. */
function lineOf(facility: DirectoryFacility): string[] {
  const texts = { ...valuesOf(facility), serviceKey: SERVICES[facility.serviceKey].name }
  return FACILITY_CELLS.map((cell) => texts[cell])
}

function noticesOf(states: readonly PublishedState[], fit: number, left: number): string[] {
  const count = (wanted: PublishedState) => states.filter((state) => state === wanted).length
  const others = (['present', 'branch', 'not-offered'] as const).filter((state) => count(state) > 0)
  const notices = [
    left > 0 && say.overLimit(fit, left),
    others.length > 0 && say.notTicked(others.map((state) => [state, count(state)])),
  ]
  return notices.filter((notice) => notice !== false)
}
