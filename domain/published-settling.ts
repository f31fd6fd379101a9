/** What the directory settles of a pasted line that left something open; each with a note, and nothing where two readings are possible. */
import { SERVICES, type ServiceKey } from './catalogue.ts'
import type { NumberedFacility } from './directory.ts'
import type { FacilityCell } from './facilities.ts'
import { askedNumber, isSameName, type KnownNumbers } from './known-numbers.ts'
import { type PastedCell, type PasteRules, pastedCell } from './paste-cells.ts'
import type { ReadCells } from './paste-rows.ts'
import { isOffered } from './price-lists.ts'
import { matchService } from './service-names.ts'
import { settlingMessages as say } from './table-messages.ts'

/** Every number of a pasted row that the directory may know. */
export function numbersToAsk({ facilityNumber: cell }: ReadCells): string[] {
  if (!cell) return []
  return [cell.value, ...cell.numbers].flatMap((text) => askedNumber(text) ?? [])
}

/** The row's cells with what is settled; `texts` are all cells of its line. */
export function settled(
  rules: PasteRules,
  cells: ReadCells,
  texts: readonly string[],
  known: KnownNumbers,
): ReadCells {
  const number = settledNumber(cells, known)
  const numbered = number ? { ...cells, facilityNumber: number } : cells
  const published = known.facilities.get(numbered.facilityNumber?.value ?? '') ?? []
  const name = settledName(rules, numbered, texts, published)
  const named = name ? { ...numbered, facilityName: name } : numbered
  const service = settledService(rules, named, published)
  return service ? { ...named, serviceKey: service } : named
}

/** A lost zero, or the one of several numbers that is published for what the row says. */
function settledNumber(cells: ReadCells, { facilities }: KnownNumbers): PastedCell | undefined {
  const { facilityNumber: cell, facilityName: name, serviceKey: service } = cells
  if (!cell) return undefined
  const publishedOf = (number: string) => facilities.get(number) ?? []
  const whole = askedNumber(cell.value) ?? cell.value
  if (whole !== cell.value && publishedOf(whole).length > 0)
    return changed(cell, whole, say.zero(cell.value, whole))
  if (!(cell.unclear || cell.doubtful)) return undefined
  const having = (fits: (facility: NumberedFacility) => boolean) =>
    cell.numbers.filter((number) => publishedOf(number).some(fits))
  const fitting = having(({ serviceKey }) => !service?.value || serviceKey === service.value)
  const named = having((facility) => isSameName(facility.name, name?.value ?? ''))
  const chosen = fitting.length === 1 ? fitting : fitting.filter((number) => named.includes(number))
  const [only] = chosen
  return only && chosen.length === 1
    ? changed(cell, only, say.number(cell.source, only))
    : undefined
}

/** A blank name, or the published one that stands in another cell of the line. */
function settledName(
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
    return changed(cell ?? read, read.value, say.nameElsewhere(typed, read.value))
  }
  const [only] = names
  // A name that was carried on from the line above is not written in this one.
  if ((cell?.source ?? '') !== '' || only === undefined || names.length > 1) return undefined
  return changed(cell ?? pastedCell(rules, 'facilityName', ''), only, say.name(only))
}

/** A service that is missing or was not read, where one alone is published; of several they are said. */
function settledService(
  rules: PasteRules,
  { facilityName: name, serviceKey: cell }: ReadCells,
  published: readonly NumberedFacility[],
): PastedCell | undefined {
  if (cell?.value || isNotOffered(rules, cell)) return undefined
  const ofName = published.filter((facility) => isSameName(facility.name, name?.value ?? ''))
  const services = distinct((ofName.length > 0 ? ofName : published).map((one) => one.serviceKey))
  const offered = services.filter((key) => isOffered(rules.list, key))
  const meant = offered.filter((key) => cell?.candidates.includes(key))
  const possible = meant.length > 0 ? meant : offered
  const before = cell ?? pastedCell(rules, 'serviceKey', '')
  const [only] = possible
  if (only && possible.length === 1) {
    const found = changed(before, only, say.service(before.source.trim(), nameOf(only)))
    // A text that means none of our services may be one that is not published, such as a municipal one.
    return { ...found, doubtful: before.source !== '' && meant.length === 0 }
  }
  if (possible.length === 0 || !cell) return undefined
  const note = say.services(possible.map(nameOf))
  return { ...cell, candidates: possible, note: cell.note ? `${cell.note}${note}` : note }
}

function isNotOffered({ list }: PasteRules, cell: PastedCell | undefined): boolean {
  return cell !== undefined && matchService(list, cell.source)?.kind === 'not-offered'
}

function changed(cell: PastedCell, value: string, note: string): PastedCell {
  return { ...cell, value, note, unclear: false, doubtful: false, isSettled: true }
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

function nameOf(key: ServiceKey): string {
  return SERVICES[key].name
}

/** How many cells of the rows were settled. */
export function countSettled(
  rows: readonly { cells: Partial<Record<FacilityCell, PastedCell>> }[],
) {
  return rows.flatMap(({ cells }) => Object.values(cells)).filter(({ isSettled }) => isSettled)
    .length
}
