/** The published facilities of a corporation as a paste's plan: taken below the last row in use, each as it is published. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { DirectoryFacility, NumberedFacility, PublishedFacilities } from '#domain/directory.ts'
import { askedNumber, type DirectoryExcerpt, isSameName } from '#domain/directory-notes.ts'
import {
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
  isBlankRow,
} from '#domain/facilities.ts'
import { isOffered, type PriceList } from '#domain/prices.ts'
import { directoryMessages, publishedMessages } from './messages.ts'
import type {
  PasteCorrections,
  PastePlan,
  PasteTarget,
  PlannedRow,
  TakenRow,
} from './paste-plan.ts'
import { type PastedCell, type PasteRules, pastedCell } from './recognise/cells.ts'
import type { ReadCells } from './recognise/rows.ts'
import { matchService } from './recognise/services.ts'

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
export function firstCorrections({
  target: { list, rows },
  published,
}: {
  target: PasteTarget
  published?: PublishedFacilities | undefined
}): PasteCorrections {
  if (!published) return {}
  const states = publishedStates(list, published.facilities, rows)
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
    lost: [],
    skipped: [],
    overflow,
    lostZeros: 0,
    fromDirectory: 0,
    ...noticesOf(states, taken.length, overflow.length),
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
  const note = publishedMessages.notes[state](facility.branch ?? '')
  return {
    key: String(index),
    no: null,
    line: index + 1,
    part: null,
    cells: Object.fromEntries(FACILITY_CELLS.map((cell) => [cell, publishedCell(values[cell])])),
    ...(note !== '' && { note }),
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

function noticesOf(states: readonly PublishedState[], fit: number, left: number) {
  const count = (wanted: PublishedState) => states.filter((state) => state === wanted).length
  const others = (['present', 'branch', 'not-offered'] as const).filter((state) => count(state) > 0)
  const notices = [
    left > 0 && publishedMessages.overLimit(fit, left),
    others.length > 0 && publishedMessages.notTicked(others.map((state) => [state, count(state)])),
  ]
  const said = notices.filter((notice) => notice !== false)
  return { notices: said, weighty: said.length }
}

/*
 * Cells of a pasted line that are filled in or corrected from the directory, each with a note. Where two readings are possible
 * nothing is.
 */

/** Every number of a pasted row that may be in the directory. */
export function numbersToAsk({ facilityNumber: cell }: ReadCells): string[] {
  if (!cell) return []
  return [cell.value, ...cell.numbers].flatMap((text) => askedNumber(text) ?? [])
}

/** The row's cells, filled in and corrected from the directory; `texts` are all cells of its line. */
export function cellsFromDirectory(
  rules: PasteRules,
  cells: ReadCells,
  texts: readonly string[],
  excerpt: DirectoryExcerpt,
): ReadCells {
  const number = numberFromDirectory(cells, excerpt)
  const numbered = number ? { ...cells, facilityNumber: number } : cells
  const published = excerpt.facilities.get(numbered.facilityNumber?.value ?? '') ?? []
  const name = nameFromDirectory(rules, numbered, texts, published)
  const named = name ? { ...numbered, facilityName: name } : numbered
  const service = serviceFromDirectory(rules, named, published)
  return service ? { ...named, serviceKey: service } : named
}

/** A lost zero, or the one of several numbers that is published for what the row says. */
function numberFromDirectory(
  cells: ReadCells,
  { facilities }: DirectoryExcerpt,
): PastedCell | undefined {
  const { facilityNumber: cell, facilityName: name, serviceKey: service } = cells
  if (!cell) return undefined
  const publishedOf = (number: string) => facilities.get(number) ?? []
  const whole = askedNumber(cell.value) ?? cell.value
  if (whole !== cell.value && publishedOf(whole).length > 0)
    return changed(cell, whole, directoryMessages.zero(cell.value, whole))
  if (!(cell.unclear || cell.doubtful)) return undefined
  const having = (fits: (facility: NumberedFacility) => boolean) =>
    cell.numbers.filter((number) => publishedOf(number).some(fits))
  const fitting = having(({ serviceKey }) => !service?.value || serviceKey === service.value)
  const named = having((facility) => isSameName(facility.name, name?.value ?? ''))
  const chosen = fitting.length === 1 ? fitting : fitting.filter((number) => named.includes(number))
  const [only] = chosen
  return only && chosen.length === 1
    ? changed(cell, only, directoryMessages.number(cell.source, only))
    : undefined
}

/** A blank name, or the published one that stands in another cell of the line. */
function nameFromDirectory(
  rules: PasteRules,
  { facilityName: cell, serviceKey: service }: ReadCells,
  texts: readonly string[],
  published: readonly NumberedFacility[],
): PastedCell | undefined {
  const ofService = published.filter(({ serviceKey }) => serviceKey === service?.value)
  const names = distinct((ofService.length > 0 ? ofService : published).map(({ name }) => name))
  const typed = cell?.value ?? ''
  if (names.some((name) => isSameName(name, typed))) return undefined
  const elsewhere = texts.find((text) => names.some((name) => isSameName(name, text)))
  if (elsewhere !== undefined) {
    const read = pastedCell(rules, 'facilityName', elsewhere)
    return changed(cell ?? read, read.value, directoryMessages.nameElsewhere(typed, read.value))
  }
  const [only] = names
  // A name that was carried on from the line above is not written in this one.
  if ((cell?.source ?? '') !== '' || only === undefined || names.length > 1) return undefined
  return changed(cell ?? pastedCell(rules, 'facilityName', ''), only, directoryMessages.name(only))
}

/** A service that is missing or was not read, where one alone is published; of several they are said. */
function serviceFromDirectory(
  rules: PasteRules,
  { facilityName: name, serviceKey: cell }: ReadCells,
  published: readonly NumberedFacility[],
): PastedCell | undefined {
  if (cell?.value || isNotOffered(rules, cell)) return undefined
  const ofName = published.filter((facility) => isSameName(facility.name, name?.value ?? ''))
  const services = distinct((ofName.length > 0 ? ofName : published).map((one) => one.serviceKey))
  const offered = services.filter((key) => isOffered(rules.list, key))
  const candidates = offered.filter((key) => cell?.candidates.includes(key))
  const possible = candidates.length > 0 ? candidates : offered
  const before = cell ?? pastedCell(rules, 'serviceKey', '')
  const [only] = possible
  if (only && possible.length === 1) {
    const found = changed(
      before,
      only,
      directoryMessages.service(before.source.trim(), nameOf(only)),
    )
    // A text that means none of our services may be one that is not published, such as a municipal one.
    return { ...found, doubtful: before.source !== '' && candidates.length === 0 }
  }
  if (possible.length === 0 || !cell) return undefined
  const note = directoryMessages.services(possible.map(nameOf))
  return { ...cell, candidates: possible, note: cell.note ? `${cell.note}${note}` : note }
}

function isNotOffered({ list }: PasteRules, cell: PastedCell | undefined): boolean {
  return cell !== undefined && matchService(list, cell.source)?.kind === 'not-offered'
}

function changed(cell: PastedCell, value: string, note: string): PastedCell {
  return { ...cell, value, note, unclear: false, doubtful: false, isFromDirectory: true }
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

function nameOf(key: ServiceKey): string {
  return SERVICES[key].name
}

/** How many cells of the rows have their value from the directory. */
export function countFromDirectory(
  rows: readonly { cells: Partial<Record<FacilityCell, PastedCell>> }[],
) {
  return rows
    .flatMap(({ cells }) => Object.values(cells))
    .filter(({ isFromDirectory }) => isFromDirectory).length
}
