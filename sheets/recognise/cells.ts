/** One pasted cell: its value in the table, and the note on it. */
import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import {
  type FacilityCell,
  hasValidCheckDigit,
  lostZero,
  normaliseCell,
} from '#domain/facilities.ts'
import type { RowRules } from '#domain/flows.ts'
import type { PriceList } from '#domain/prices.ts'
import { pasteMessages } from '../messages.ts'
import { isAddress } from './name-evidence.ts'
import { readPastedNumber, remainsOfLost } from './numbers.ts'
import { matchService, type ServiceMatch, type ServicePart } from './services.ts'

export type PastedCell = {
  /** The text of the spreadsheet. */
  source: string
  /** What the table will hold; empty where the text was not understood. */
  value: string
  /** Whether the text was not understood, and so is left blank. */
  unclear: boolean
  /** Whether the value was chosen among several that could be meant. */
  doubtful: boolean
  /** A sentence on what was changed, or why it was not understood. */
  note: string | null
  /** Services among which a person may choose for a cell that is left blank. */
  candidates: ServiceKey[]
  /** Numbers among which a person may choose. */
  numbers: readonly string[]
  /** The value was taken from the directory. */
  isFromDirectory?: boolean
}

export type PasteRules = { list: PriceList; rules: RowRules }

export function pastedCell(
  { list, rules }: PasteRules,
  cell: FacilityCell,
  source: string,
): PastedCell {
  const text = tidy(source)
  if (text === '') return taken(source, '', null)
  if (FORMULA_ERROR.test(text)) return unclear(source, pasteMessages.formulaError(text))
  if (cell === 'serviceKey') return serviceCell(source, text, matchService(list, text))
  if (cell === 'facilityNumber') return numberCell(source, text)
  const name = normaliseCell(rules, 'facilityName', bareName(source, text))
  return taken(source, name, name === text ? null : pasteMessages.readAs(text, name))
}

const FORMULA_ERROR = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/

/** What stands before or behind a name and is none of it. */
const BEFORE_NAME = /^[・●◆◇■□▪▶]\s*/u
const BEHIND_NAME = /\s(?:NEW!?|ＮＥＷ)$/i

/** A name without bullet and badge, and without its reading or its address on a line of its own. */
function bareName(source: string, text: string): string {
  const [first = '', ...further] = source
    .split('\n')
    .map(tidy)
    .filter((line) => line !== '')
  const isBeside = (line: string) => READING.test(line) || isAddress(line)
  const isRead = further.length > 0 && further.every(isBeside)
  const bare = (isRead ? first : text).replace(BEFORE_NAME, '').replace(BEHIND_NAME, '').trim()
  return bare === '' ? text : bare
}

const READING = /^[(（〔［[][\p{sc=Hiragana}\p{sc=Katakana}ー・\s]+[)）〕］\]]$/u

/** One of the services that a cell names. */
export function partCell(source: string, { text, match }: ServicePart, of: string): PastedCell {
  const cell = serviceCell(text, text, match)
  return cell.unclear ? cell : { ...cell, source, note: pasteMessages.oneOf(of) }
}

/** A value that is read from somewhere else than its own cell: above, a heading, a mark. */
export function derivedCell(read: PastedCell, source: string, note: string): PastedCell {
  return read.unclear ? read : { ...read, source, note }
}

/** A number chosen among several; `sure` where the service leaves but one. */
export function chosenNumber(
  source: string,
  value: string,
  numbers: readonly string[],
  sure: boolean,
) {
  const note = sure
    ? pasteMessages.numberByService(tidy(source), value)
    : pasteMessages.severalNumbers(tidy(source))
  return { ...taken(source, value, note), doubtful: !sure, numbers }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and other control characters are what is replaced.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b\u2060\ufeff]+/g

/** A table cell is one line, and holds only what can be stored as typed. */
export function tidy(text: string): string {
  return text
    .replace(/\u00a0/g, ' ')
    .replace(CONTROL, ' ')
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[\u3040-\u30ff][\u3099\u309a]|\p{sc=Latin}\p{M}+/gu, (run) => run.normalize('NFC'))
    .trim()
}

function numberCell(source: string, text: string): PastedCell {
  const read = readPastedNumber(text)
  if (read.kind === 'lost')
    return unclear(source, pasteMessages.digitsLost(text, remainsOfLost(text)))
  if (read.kind === 'none') return taken(source, '', pasteMessages.noNumber(text))
  if (read.kind === 'text') return unclear(source, pasteMessages.notANumber(text))
  if (read.kind === 'several')
    return { ...unclear(source, pasteMessages.severalNumbers(text)), numbers: read.values }
  const { value } = read
  const repaired = lostZero(value)
  if (repaired !== null) return taken(source, value, pasteMessages.lostZero(repaired))
  if (!hasValidCheckDigit(value))
    return { ...taken(source, value, pasteMessages.unusualNumber(value)), doubtful: true }
  const plain = taken(source, value, value === text ? null : pasteMessages.readAs(text, value))
  return { ...plain, doubtful: KANA_DASH.test(text) }
}

/** The sign for a long vowel is no dash: it may stand where a digit is missing. */
const KANA_DASH = /[0-9０-９]ー/

function serviceCell(source: string, text: string, match: ServiceMatch | null): PastedCell {
  if (match?.kind === 'found') {
    const { name } = SERVICES[match.key]
    return taken(source, match.key, name === text ? null : pasteMessages.readAs(text, name))
  }
  if (match?.kind === 'not-offered')
    return unclear(source, pasteMessages.serviceNotOffered(SERVICES[match.key].name))
  const candidates = match?.kind === 'several' ? foundIn(match.parts) : (match?.candidates ?? [])
  if (candidates.length === 0) return unclear(source, pasteMessages.unknownService(text))
  const names = candidates.map((key) => SERVICES[key].name)
  const { similarService, severalServices } = pasteMessages
  const say = match?.kind === 'similar' ? similarService : severalServices
  return unclear(source, say(text, names), candidates)
}

function foundIn(parts: readonly ServicePart[]): ServiceKey[] {
  return parts.flatMap(({ match }) => (match?.kind === 'found' ? [match.key] : []))
}

function taken(source: string, value: string, note: string | null): PastedCell {
  return { source, value, unclear: false, doubtful: false, note, candidates: [], numbers: [] }
}

function unclear(source: string, note: string, candidates: ServiceKey[] = []): PastedCell {
  return { ...taken(source, '', note), unclear: true, candidates }
}
