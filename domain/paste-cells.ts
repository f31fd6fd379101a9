/** One pasted cell: what it becomes in the table, and what is said of it. */
import { mayLackNumber, SERVICES, type ServiceKey } from './catalogue.ts'
import { type FacilityCell, normaliseCell } from './facilities.ts'
import { lostZero } from './facility-number.ts'
import type { RowRules } from './flows.ts'
import { readPastedNumber } from './pasted-number.ts'
import type { PriceList } from './pricing.ts'
import { matchService } from './service-names.ts'
import { pasteMessages } from './table-messages.ts'

export type PastedCell = {
  /** The text of the spreadsheet. */
  source: string
  /** What the table will hold; empty where the text was not understood. */
  value: string
  /** Whether the text was not understood, and so is left blank. */
  unclear: boolean
  /** A sentence on what was changed, or why it was not understood. */
  note: string | null
  /** Services among which a person may choose for a cell that is left blank. */
  candidates: ServiceKey[]
}

export type PasteRules = { list: PriceList; rules: RowRules }

export function pastedCell(
  { list, rules }: PasteRules,
  cell: FacilityCell,
  source: string,
): PastedCell {
  const text = tidy(source)
  if (text === '') return taken(source, '', null)
  if (cell === 'serviceKey') return pastedService(list, source, text)
  if (cell === 'facilityNumber') return pastedNumber(rules, source, text)
  const name = normaliseCell(rules, 'facilityName', text)
  return taken(source, name, name === text ? null : pasteMessages.readAs(text, name))
}

/** The cell of a merged block below its first line, which spreadsheets hand over empty. */
export function inheritedCell(above: PastedCell): PastedCell {
  return { ...above, source: '', note: pasteMessages.inherited(above.value) }
}

/** Whether a merged block's number is also that of a row with this service. */
export function sharesNumber(service: PastedCell | undefined): boolean {
  return service === undefined || !mayLackNumber(service.value)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and other control characters are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** A table cell is one line, and holds only what can be stored as typed. */
function tidy(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .replace(/\p{Surrogate}/gu, '')
    .trim()
}

function pastedNumber(rules: RowRules, source: string, text: string): PastedCell {
  const read = readPastedNumber(text)
  if (read.kind === 'lost') return unclear(source, pasteMessages.digitsLost(text))
  if (read.kind === 'none') return taken(source, '', pasteMessages.noNumber(text))
  const value = normaliseCell(rules, 'facilityNumber', read.value)
  const repaired = lostZero(value)
  if (repaired !== null) return taken(source, value, pasteMessages.lostZero(repaired))
  return taken(source, value, value === text ? null : pasteMessages.readAs(text, value))
}

function pastedService(list: PriceList, source: string, text: string): PastedCell {
  const match = matchService(list, text)
  if (match?.kind === 'found') {
    const { name } = SERVICES[match.key]
    return taken(source, match.key, name === text ? null : pasteMessages.readAs(text, name))
  }
  if (match?.kind === 'not-offered')
    return unclear(source, pasteMessages.serviceNotOffered(SERVICES[match.key].name))
  const candidates = match?.candidates ?? []
  if (match === null || candidates.length === 0)
    return unclear(source, pasteMessages.unknownService(text))
  const names = candidates.map((key) => SERVICES[key].name)
  const say =
    match.kind === 'ambiguous' ? pasteMessages.severalServices : pasteMessages.similarService
  return unclear(source, say(text, names), candidates)
}

function taken(source: string, value: string, note: string | null): PastedCell {
  return { source, value, unclear: false, note, candidates: [] }
}

function unclear(source: string, note: string, candidates: ServiceKey[] = []): PastedCell {
  return { source, value: '', unclear: true, note, candidates }
}
