/** Columns whose cells hold a number and a name, or a name and its service, become two columns. */

import { lostZero, NUMBER_DIGITS } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { withoutEnd, withoutStart } from '#domain/text.ts'
import { isBlank } from '../sheet.ts'
import { type Heading, isOurs, TOTAL } from './headings.ts'
import { boxesIn } from './marks.ts'
import { hyphenatedNumber, numbersIn, readPastedNumber } from './numbers.ts'
import { matchService } from './services.ts'
import type { Table, TableLine } from './structure.ts'

/** The table with such a column split, where most of its cells are so. */
export function withSplitColumns(list: PriceList, table: Table): Table {
  const numbered = splitWhere(list, table, 'facilityNumber', numberAndRest)
  const hasServices =
    table.lines.some(({ title }) => title !== undefined) ||
    hasUse(numbered, 'serviceKey', (text) => mayBeService(list, text))
  return hasServices
    ? numbered
    : splitWhere(list, numbered, 'serviceKey', (text) => serviceAndRest(list, text))
}

type Split = (text: string) => { part: string; rest: string } | null

function splitWhere(list: PriceList, table: Table, use: Heading, split: Split): Table {
  const column = table.columns.findIndex((_, index) => {
    const values = valuesOf(table, index)
    return values.filter((text) => split(text)).length * 2 > values.length
  })
  const whole = table.columns[column]
  if (!whole) return table
  if (use === 'facilityNumber' && hasUse(table, use, (text) => readsAsNumber(text))) return table
  const cut = (line: TableLine): TableLine => {
    const text = line.cells[column] ?? ''
    const { part, rest } = split(text) ?? { part: '', rest: text }
    const filled = new Set([...line.filled].flatMap((at) => placesAfter(at, column)))
    return { ...line, cells: inserted(line.cells, column, part, rest), filled }
  }
  const rests = valuesOf(table, column).flatMap((text) => split(text)?.rest ?? [])
  const areServices = rests.filter((text) => isService(list, text)).length * 2 > rests.length
  const restUse = areServices
    ? 'serviceKey'
    : isOurs(whole.use) && whole.use !== use
      ? whole.use
      : null
  const columns = inserted(
    table.columns,
    column,
    { ...whole, use },
    { ...whole, use: restUse ?? 'facilityName' },
  )
  return { ...table, columns, lines: table.lines.map(cut) }
}

/** Two in the place of one. */
function inserted<T>(items: readonly T[], at: number, one: T, other: T): T[] {
  return [...items.slice(0, at), one, other, ...items.slice(at + 1)]
}

function placesAfter(at: number, column: number): number[] {
  if (at < column) return [at]
  return at === column ? [at, at + 1] : [at + 1]
}

/** So many lines tell what a column holds. */
const SAMPLE = 100

function valuesOf({ lines }: Table, column: number): string[] {
  // Titles and sections stand alone in their lines.
  const full = lines.filter(
    ({ cells }) =>
      cells.filter((text) => !isBlank(text)).length > 1 &&
      !cells.some((text) => TOTAL.test(text.trim())),
  )
  const telling = (full.length > 0 ? full : lines).slice(0, SAMPLE)
  return telling.map(({ cells }) => cells[column] ?? '').filter((text) => !isBlank(text))
}

/** Whether a column of this use is there already. */
function hasUse(table: Table, use: Heading, is: (text: string) => boolean): boolean {
  return table.columns.some(({ use: other }, index) => {
    const values = valuesOf(table, index)
    if (values.length === 0) return false
    return (other === use || other === null) && values.filter(is).length * 2 >= values.length
  })
}

function readsAsNumber(text: string): boolean {
  const read = readPastedNumber(text)
  if (read.kind === 'number') return read.value.length >= NUMBER_DIGITS - 1
  return read.kind === 'several' || read.kind === 'lost'
}

const START = /[\s　:：/／・,、\-‐–ー|()（）【】［］[\]]/
const END = /[\s　:：/／,、|(（【［[\]]/
const NUMBER_IN_TEXT =
  /(?:[（(【［[]\s*|\s{1,9})?(?:(?:番号|№|No\.?)[:：]?\s*|[:：]\s*)?[0-9０-９]{10}\s*[)）】］\]]?/gu

/** 「1310400211　ひまわり」 and 「ひまわり（1310400211）」. */
function numberAndRest(text: string): { part: string; rest: string } | null {
  const [run] = numbersIn(text)
  const number = run ?? hyphenatedNumber(text) ?? nineDigits(text)
  if (!number || readPastedNumber(text).kind !== 'text') return null
  const rest = text.replace(run ? NUMBER_IN_TEXT : number, ' ')
  const name = withoutEnd(withoutStart(rest, START), END)
  return /\p{L}{2}|^\p{L}$/u.test(name) ? { part: number, rest: name } : null
}

/** A number whose zero a spreadsheet dropped. */
function nineDigits(text: string): string | undefined {
  return text
    .match(/\d+/g)
    ?.find((run) => run.length === NUMBER_DIGITS - 1 && lostZero(run) !== null)
}

/** 「ひまわり（生活介護）」, 「ひまわり／生活介護」, 「生活介護：ひまわり」. */
function serviceAndRest(list: PriceList, text: string): { part: string; rest: string } | null {
  if (boxesIn(text)) return null
  const [, ...parted] = /^(.[^/／:：]*)[/／:：](.+)$/s.exec(text.trim()) ?? []
  for (const written of [parted, partsOfBracket(text)]) {
    const sides = written.map((side) => side.trim())
    // 「ひまわり（生活介護／短期入所）」 is parted at its bracket.
    if (sides.some(isOpen)) continue
    const [part] = sides.filter((side) => isService(list, side))
    const [rest] = sides.filter((side) => !isService(list, side))
    if (part && rest) return { part, rest }
  }
  return null
}

/** What stands before the last bracket of a text and in it; nothing where it does not end with one. */
export function partsOfBracket(text: string): string[] {
  const whole = text.trim()
  if (!/[)）】］\]]$/.test(whole)) return []
  let depth = 0
  for (let at = whole.length - 1; at > 0; at -= 1) {
    if (/[)）】］\]]/.test(whole.charAt(at))) depth += 1
    else if (/[（(【［[]/.test(whole.charAt(at))) depth -= 1
    if (depth === 0) return [whole.slice(0, at), whole.slice(at + 1, -1)]
  }
  return []
}

/** A service, or a word that leaves a few; a name beside a service is none. */
function mayBeService(list: PriceList, text: string): boolean {
  const match = matchService(list, text)
  return match?.kind === 'several'
    ? match.parts.every((part) => part.match !== null)
    : match !== null
}

/** Whether a bracket has no other half, or stands behind it. */
function isOpen(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (/[（(【［[]/.test(character)) depth += 1
    else if (/[)）】］\]]/.test(character)) depth -= 1
    if (depth < 0) return true
  }
  return depth > 0
}

function isService(list: PriceList, text: string): boolean {
  const match = matchService(list, text)
  if (match?.kind === 'several') return match.parts.every((part) => part.match?.kind === 'found')
  return match?.kind === 'found' || match?.kind === 'not-offered'
}
