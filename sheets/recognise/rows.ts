/** From what one line of a spreadsheet says to the rows it becomes: one for each service. */
import { isServiceKey, SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import type { FacilityCell } from '#domain/facilities.ts'
import { pasteMessages } from '../messages.ts'
import { isBlank } from '../sheet.ts'
import {
  chosenNumber,
  derivedCell,
  type PastedCell,
  type PasteRules,
  partCell,
  pastedCell,
} from './cells.ts'
import { serviceOfHeading } from './heading-lines.ts'
import type { Entry, EntryText } from './lines.ts'
import { type Box, boxesIn, isMark, meaningOfMark } from './marks.ts'
import { kindsOf } from './number-kinds.ts'
import { numbersIn, readPastedNumber } from './numbers.ts'
import { type CodeTable, serviceOfCode, servicesOfCode, servicesOfCodes } from './service-codes.ts'
import { CARE_INSURANCE } from './service-spellings.ts'
import { matchService, type ServicePart } from './services.ts'

export type ReadCells = Partial<Record<FacilityCell, PastedCell>>

/** Code tables by column; null for columns of anything but service codes. */
export type CodeColumns = ReadonlyMap<number, CodeTable | null>

/** The rows of an entry; `shape: 'cells'` never makes more than one of it. */
export function rowsOfEntry(
  rules: PasteRules,
  codes: CodeColumns,
  entry: Entry,
  splits: boolean,
): ReadCells[] {
  const several = splits ? entriesIn(entry) : []
  if (several.length === 0) return rowsOf(rules, codes, entry, splits)
  // Numbers of two kinds in one prefecture may be of one facility, whose name takes two lines.
  const numbers = several.flatMap(({ facilityNumber: [number] }) => numbersIn(number?.text ?? ''))
  const areNear = new Set(numbers.map((number) => number.slice(0, 2))).size === 1
  const isOpen = areNear && new Set(numbers.map((number) => number[2])).size === numbers.length
  return several.flatMap((each) => {
    const rows = rowsOf(rules, codes, each, splits)
    const note = pasteMessages.openName(each.facilityName[0]?.text ?? '')
    return rows.map(({ facilityName: name, ...rest }) => ({
      ...rest,
      ...(name && { facilityName: isOpen ? { ...name, doubtful: true, note } : name }),
    }))
  })
}

/** Facilities that stand below each other in the cells of one line: as many names as numbers, and as many services or one. */
function entriesIn(entry: Entry): Entry[] {
  const { facilityName: name, facilityNumber: number, serviceKey: service } = entry
  const linesOf = ([text]: readonly EntryText[]) =>
    text?.text.split('\n').filter((line) => !isBlank(line)) ?? []
  const [names, numbers, services] = [linesOf(name), linesOf(number), linesOf(service)]
  const { length } = names
  const areParted =
    length > 1 &&
    numbers.length === length &&
    numbers.every((line) => numbersIn(line).length === 1) &&
    [name, number, service].every((texts) => texts.length < 2) &&
    [length, 1, 0].includes(services.length)
  const only = ([text]: readonly EntryText[], line: string | undefined) =>
    text ? [{ ...text, text: line ?? text.text }] : []
  return !areParted
    ? []
    : names.map((line, at) => ({
        ...entry,
        facilityName: only(name, line),
        facilityNumber: only(number, numbers[at]),
        serviceKey: only(service, services.length === length ? services[at] : undefined),
      }))
}

function rowsOf(rules: PasteRules, codes: CodeColumns, entry: Entry, splits: boolean): ReadCells[] {
  const name = nameOf(rules, entry, splits)
  const services = distinctServices(
    entry.serviceKey.flatMap((text) => serviceCells(rules, codes, text, splits)),
  )
  const numbers = numberTexts(entry.facilityNumber)
  const rows = services.length > 0 ? services : [undefined]
  const blankService = splits ? blankCell(rules, 'serviceKey') : pastedCell(rules, 'serviceKey', '')
  return rows.map((service, index) => ({
    ...(name && { facilityName: name }),
    ...(entry.facilityNumber.length > 0 && {
      facilityNumber: numberFor(rules, entry, numbers, service, { index, count: rows.length }),
    }),
    ...(entry.serviceKey.length > 0 && {
      serviceKey: service ?? blankService,
    }),
  }))
}

function nameOf(
  rules: PasteRules,
  { facilityName, closed }: Entry,
  isTable: boolean,
): PastedCell | undefined {
  const [name] = facilityName.map((text) => withOrigin(rules, 'facilityName', text))
  if (isTable && name?.value === '' && !name.unclear) return blankCell(rules, 'facilityName')
  if (!name || closed === null) return name
  return { ...name, doubtful: true, note: pasteMessages.closed(closed) }
}

/** A half of an entry that its line lacks: it cannot stay so. */
function blankCell(rules: PasteRules, cell: 'facilityName' | 'serviceKey'): PastedCell {
  return { ...pastedCell(rules, cell, ''), doubtful: true, note: pasteMessages.blank(cell) }
}

function withOrigin(
  rules: PasteRules,
  cell: FacilityCell,
  { text, origin }: EntryText,
): PastedCell {
  const read = pastedCell(rules, cell, text)
  if (origin === null || isBlank(text)) return read
  const value =
    cell === 'serviceKey' && isServiceKey(read.value) ? SERVICES[read.value].name : read.value
  if (cell === 'facilityNumber' && read.note && origin === 'merged') return read
  const note = pasteMessages.from[origin](value)
  const derived = derivedCell(read, origin === 'merged' ? text : '', note)
  const isGuess =
    origin === 'same name' ||
    origin === 'above another number' ||
    (origin === 'above' && cell === 'serviceKey')
  return isGuess ? { ...derived, doubtful: !derived.unclear } : derived
}

/** The services that one cell names: by its text, its code, or its mark under the service's name. */
function serviceCells(
  rules: PasteRules,
  codes: CodeColumns,
  text: EntryText,
  splits: boolean,
): PastedCell[] {
  const source = text.text.trim()
  if (source === '' || (splits && SAYS_NONE.test(source))) return []
  const isGroup = matchService(rules.list, text.heading)?.kind === 'ambiguous' && isMark(source)
  if (isGroup || serviceOfHeading(rules.list, text.heading)) return markedService(rules, text)
  const table = codes.get(text.column)
  const key = table ? serviceOfCode(table, source) : null
  if (key) {
    const read = pastedCell(rules, 'serviceKey', SERVICES[key].name)
    return [derivedCell(read, source, pasteMessages.readAs(source, SERVICES[key].name))]
  }
  const several = splits ? servicesOfCodes(source) : []
  if (several.length > 0)
    return several.map((each) => {
      const read = pastedCell(rules, 'serviceKey', SERVICES[each].name)
      return derivedCell(read, source, pasteMessages.oneOf(source))
    })
  const coded = servicesOfCode(source)
  if (coded.length > 0) return [unknownCode(source, coded)]
  const boxes = splits ? boxesIn(source) : null
  if (boxes) return boxedServices(rules, boxes, source)
  const match = matchService(rules.list, source)
  if (match?.kind === 'several' && splits)
    return /[→⇒]/.test(source)
      ? changedService(match.parts, source)
      : partCells(match.parts, source)
  if (splits && AND_OTHERS.test(source) && match?.kind !== 'found')
    return andOthers(rules, source) ?? [withOrigin(rules, 'serviceKey', text)]
  return [withOrigin(rules, 'serviceKey', text)]
}

/** 「A→B」: what it has become, to be looked at. */
function changedService(parts: readonly ServicePart[], source: string): PastedCell[] {
  return parts.slice(-1).map((part) => {
    const cell = partCell(part.text, part, source)
    return cell.unclear
      ? cell
      : { ...cell, doubtful: true, note: pasteMessages.changed(source, part.text) }
  })
}

/** A part of another law is left out beside one of ours, and said so. */
function partCells(parts: readonly ServicePart[], source: string): PastedCell[] {
  const isForeign = ({ text, match }: ServicePart) =>
    match?.kind !== 'found' && OF_ANOTHER_LAW.test(text)
  const ours = parts.filter((part) => !isForeign(part))
  const cells = ours.map((part) => partCell(part.text, part, source))
  if (ours.length === parts.length || !ours.some(({ match }) => match?.kind === 'found'))
    return parts.map((part) => partCell(part.text, part, source))
  const left = parts.filter(isForeign).map(({ text }) => text)
  return cells.map((cell) =>
    cell.unclear ? cell : { ...cell, note: pasteMessages.otherLaw(source, left) },
  )
}

const OF_ANOTHER_LAW = new RegExp(`${CARE_INSURANCE.source}|訪問看護`)
const AND_OTHERS = /(?:ほか|他)$/

/** 「生活介護 短期入所 ほか」: what is named, to be looked at. */
function andOthers({ list }: PasteRules, source: string): PastedCell[] | null {
  const named = source.replace(AND_OTHERS, '').trim()
  const match = matchService(list, named)
  const parts = match?.kind === 'several' ? match.parts : match ? [{ text: named, match }] : []
  const cells = parts.map((part) => partCell(part.text, part, source))
  if (cells.length === 0 || cells.some(({ unclear }) => unclear)) return null
  return cells.map((cell) => ({
    ...cell,
    doubtful: true,
    note: pasteMessages.andOthers(source),
  }))
}

/** 「☑生活介護 □短期入所」: what is ticked; where nothing is, all of it, to be looked at. */
function boxedServices(rules: PasteRules, boxes: readonly Box[], source: string): PastedCell[] {
  const ticked = boxes.filter(({ isTicked }) => isTicked)
  const meant = ticked.length > 0 ? ticked : boxes
  return meant
    .flatMap(({ text }) => partsOf(rules, text))
    .map((part) => {
      const cell = partCell(part.text, part, source)
      return ticked.length > 0 ? cell : { ...cell, doubtful: !cell.unclear }
    })
}

function partsOf({ list }: PasteRules, text: string): readonly ServicePart[] {
  const match = matchService(list, text)
  return match?.kind === 'several' ? match.parts : [{ text, match }]
}

/** A mark in a column of services that there is none. */
const SAYS_NONE = /^(?:[-‐‑–—―−ー－×✕✖]+|無し?|なし)$/

function unknownCode(source: string, candidates: ServiceKey[]): PastedCell {
  const note = pasteMessages.severalServices(
    source,
    candidates.map((key) => SERVICES[key].name),
  )
  return { source, value: '', unclear: true, doubtful: false, note, candidates, numbers: [] }
}

/** ○ under 「生活介護」; a capacity there says the same. */
function markedService(rules: PasteRules, { text, heading }: EntryText): PastedCell[] {
  const mark = meaningOfMark(text)
  if (mark === 'no') return []
  const service = pastedCell(rules, 'serviceKey', heading)
  if (mark === 'yes')
    return [derivedCell(service, heading, pasteMessages.marked(heading, text.trim()))]
  if (matchService(rules.list, text)?.kind === 'found')
    return [pastedCell(rules, 'serviceKey', text)]
  return [{ ...service, doubtful: true, note: pasteMessages.unknownMark(heading, text.trim()) }]
}

function distinctServices(cells: readonly PastedCell[]): PastedCell[] {
  const seen = new Set<string>()
  return cells.filter(({ value, source, unclear }) => {
    const key = unclear ? source : value
    return !seen.has(key) && seen.add(key)
  })
}

/** Filled number cells, with the numbers of ten digits in them. */
function numberTexts(texts: readonly EntryText[]): string[] {
  const read = texts.map(({ text }) => ({ text, number: readPastedNumber(text) }))
  return [
    ...new Set(
      read.flatMap(({ text, number }) =>
        number.kind === 'number' && numbersIn(text).length > 1 ? [number.value] : numbersIn(text),
      ),
    ),
  ]
}

/** The number of one of a line's rows. Of several, the service's kind tells it; else their order, to be looked at. */
function numberFor(
  rules: PasteRules,
  entry: Entry,
  numbers: string[],
  service: PastedCell | undefined,
  row: { index: number; count: number },
): PastedCell {
  const texts = entry.facilityNumber.filter(({ text }) => !isBlank(text))
  // Of several columns the one that says something.
  const telling = texts.find(({ text }) => /\d/.test(text.normalize('NFKC'))) ?? texts[0]
  if (numbers.length < 2)
    return telling
      ? withOrigin(rules, 'facilityNumber', telling)
      : pastedCell(rules, 'facilityNumber', '')
  const source = texts.map(({ text }) => text.trim()).join(' ')
  for (const kind of kindsOf(service?.value ?? '')) {
    const fitting = numbers.filter((number) => number[2] === kind)
    const [number] = fitting
    if (number && fitting.length === 1)
      return chosenNumber(source, number, numbers, !mayBeOfCare(rules, entry, number, numbers))
  }
  const inOrder = numbers.length === row.count ? numbers[row.index] : undefined
  return inOrder
    ? chosenNumber(source, inOrder, numbers, false)
    : { ...pastedCell(rules, 'facilityNumber', numbers.join(' ')), source, numbers }
}

/** The kind of 障害児相談支援 is one of the long-term care insurance too: beside a number that no service of the line explains, it is not sure. */
function mayBeOfCare(
  { list }: PasteRules,
  { serviceKey }: Entry,
  chosen: string,
  numbers: readonly string[],
): boolean {
  if (chosen[2] !== '7' || numbers.length !== 2) return false
  const keys = serviceKey.flatMap(({ text }) => {
    const match = matchService(list, text)
    const parts = match?.kind === 'several' ? match.parts.map((part) => part.match) : [match]
    return parts.flatMap((part) => (part?.kind === 'found' ? part.key : []))
  })
  const kinds = keys.flatMap(kindsOf)
  return numbers.some((number) => !kinds.includes(number[2] ?? ''))
}
