/** Which lines of a sheet are headings, and what they say over each column. */

import type { PriceList } from '#domain/prices.ts'
import { isBlank, type SheetLine } from '../sheet.ts'
import { type Heading, headingOf, isHeadingRow, isOurs } from './headings.ts'
import { boxesIn, isMark } from './marks.ts'
import { matchService } from './services.ts'

export type HeadedColumn = { heading: string; use: Heading }

type HeadingLines = { columns: HeadedColumn[]; lines: SheetLine[] }

/** The lines of a sheet, with a cache of what was found in them: each search goes through all lines once. */
export type HeadingSearch = {
  list: PriceList
  lines: readonly SheetLine[]
  /** By column and word, two of the lines that have it among data. */
  words: Map<string, ReadonlySet<string>>
  /** By column, two of the lines that have a service there. */
  services: Map<number, ReadonlySet<string>>
}

export function headingSearch(list: PriceList, lines: readonly SheetLine[]): HeadingSearch {
  return { list, lines, words: new Map(), services: new Map() }
}

/** So many lines are searched for the first headings: instructions may stand above them. Below the first twenty, one column of ours is not enough. */
const HEADING_LINES = 100
const FIRST_LINES = 20

/** Where the first headings stand; -1 where there are none. */
export function firstHeadings(search: HeadingSearch): number {
  const { list, lines } = search
  const searched = lines.slice(0, HEADING_LINES)
  const first = searched.findIndex(
    (line, at) => headsColumns(search, line) && (at < FIRST_LINES || usesOf(line).size > 1),
  )
  if (first >= 0) return first
  const full = searched.findIndex((line) => !isTitle(line))
  const top = searched[full]
  return top && headsMarks(list, top, lines.slice(full + 1)) ? full : -1
}

function headsColumns(search: HeadingSearch, line: SheetLine): boolean {
  const isService = (text: string) => namesServices(search.list, text)
  return isHeadingRow(line.cells, isService) && !standsAmongData(search, line)
}

/** Whether a word that would be a heading is what another line's data say in the same column: 区分 with 「施設」 and 「事業所」, a service in a column of services. */
function standsAmongData(search: HeadingSearch, line: SheetLine): boolean {
  const row = rowOf(line)
  const isAlone = usesOf(line).size < 2
  return line.cells.some((text, at) => {
    const isWord = mayBeValue(text) && hasOther(dataWith(search, at, text.trim()), row)
    return (
      isWord ||
      (isAlone && serviceOfHeading(search.list, text) && hasOther(servicesAt(search, at), row))
    )
  })
}

function hasOther(rows: ReadonlySet<string>, row: string): boolean {
  return [...rows].some((other) => other !== row)
}

function dataWith({ list, lines, words }: HeadingSearch, at: number, word: string) {
  const key = `${at} ${word}`
  const cached = words.get(key)
  if (cached) return cached
  const rows = twoOf(
    lines,
    (line) =>
      line.cells[at]?.trim() === word && !line.filled.has(at) && isEvidentData(list, line.cells),
  )
  words.set(key, rows)
  return rows
}

function servicesAt({ list, lines, services }: HeadingSearch, at: number): ReadonlySet<string> {
  const cached = services.get(at)
  if (cached) return cached
  const rows = twoOf(lines, ({ cells }) => serviceOfHeading(list, cells[at] ?? ''))
  services.set(at, rows)
  return rows
}

/** Two different lines are enough: one of them is another than any that is looked at. */
function twoOf(lines: readonly SheetLine[], is: (line: SheetLine) => boolean): Set<string> {
  const rows = new Set<string>()
  for (const line of lines) {
    if (rows.size === 2) break
    if (is(line)) rows.add(rowOf(line))
  }
  return rows
}

const rowOf = ({ cells }: SheetLine) => cells.join('\n')

/** 「事業所名」 is no value of a column; 「事業所」, 「施設」 and 「障害福祉サービス」 may be. */
const NAMES_A_COLUMN = /(?:名|名称|名前|番号|コード|種類|種別|区分|内容)(?:[(（【].*)?$/s

function usesOf({ cells }: SheetLine): ReadonlySet<Heading> {
  return new Set(cells.map(headingOf).filter(isOurs))
}

function mayBeValue(text: string): boolean {
  return isOurs(headingOf(text)) && !NAMES_A_COLUMN.test(text.trim())
}

/** An entry, and no line of headings: a number of six digits and more, or a service beside another word. */
function isEvidentData(list: PriceList, cells: readonly string[]): boolean {
  if (cells.some((text) => /\d{6}/.test(text.normalize('NFKC')))) return true
  const isService = (text: string) => namesServices(list, text)
  const isOther = (text: string) => !isBlank(text) && headingOf(text) === null && !isService(text)
  return cells.some(isService) && cells.some(isOther)
}

/** Headings of a further part repeat the first ones, or name two of our columns and hardly anything else: an entry that is taken for headings is lost in silence. */
export function headsFurtherPart(search: HeadingSearch, first: number, line: SheetLine): boolean {
  if (!headsColumns(search, line)) return false
  const { list, lines } = search
  const firstCells = lines[first]?.cells ?? []
  const ours = [...firstCells.entries()].filter(([, text]) => isOurs(headingOf(text)))
  if (ours.length > 0 && ours.every(([at, text]) => line.cells[at]?.trim() === text.trim()))
    return true
  // Below our headings stand headings, and nothing that an entry says.
  const isEntry = ours.some(([at]) => {
    const text = line.cells[at] ?? ''
    return !isBlank(text) && headingOf(text) === null
  })
  if (isEntry) return false
  const filled = line.cells.filter((text) => !isBlank(text))
  const headings = filled.map(headingOf)
  const isHeading = (text: string, at: number) =>
    headings[at] !== null || namesServices(list, text) || firstCells.includes(text)
  return usesOf(line).size >= 2 && filled.filter(isHeading).length * 2 > filled.length
}

/** Services alone are headings where nothing but marks stands below them. */
function headsMarks(list: PriceList, { cells }: SheetLine, below: readonly SheetLine[]): boolean {
  const isService = (text: string) => namesServices(list, text)
  const isHeading = (text: string) => isBlank(text) || isService(text) || headingOf(text) !== null
  const services = new Set(cells.flatMap((text, column) => (isService(text) ? [column] : [])))
  if (services.size < 2 || !cells.every(isHeading)) return false
  const marks = below.flatMap((line) =>
    line.cells.filter((text, column) => services.has(column) && !isBlank(text)),
  )
  return marks.length > 0 && marks.every(isMark)
}

/** So many lines below the first may be headings too: 「指定サービス」, 「訓練等給付」, 「就労移行支援」. */
const SUB_HEADINGS = 3

/** The headings at a line, which may go on in the next ones. */
export function headingAt(search: HeadingSearch, index: number): HeadingLines {
  const { list, lines } = search
  const top = lines[index]
  if (!top) return { columns: [], lines: [] }
  const all = [top]
  for (let at = index + 1; at <= index + SUB_HEADINGS; at += 1) {
    const [below, above] = [lines[at], all.at(-1)]
    if (!below || !above || !isSubHeading(search, all, below)) break
    all.push(below)
  }
  const columns = top.cells.map((_, column) => headingOver(list, all, column))
  return { columns, lines: all }
}

/** What the lines of headings say over a column, from the top. */
function headingOver(list: PriceList, all: readonly SheetLine[], column: number): HeadedColumn {
  const texts = all.map(({ cells, across }) => {
    const own = cells[column] ?? ''
    return (isBlank(own) ? (across.get(column) ?? '') : own).trim()
  })
  const levels = texts.filter((text, at) => text !== '' && text !== texts[at - 1])
  const upper = levels.at(-2) ?? ''
  const lower = withGroup(list, levels.at(-1) ?? '', upper || groupBeside(all, column))
  return levels.length < 2
    ? { heading: lower, use: headedUse(list, [lower]) }
    : {
        // 「日中活動系」 above 「生介」 only groups the services.
        heading: namesServices(list, lower)
          ? lower
          : // 「（定員）」 below a service says nothing of which it is.
            ASIDE.test(lower) && namesServices(list, upper)
            ? upper
            : levels.join(' '),
        // 「法人名称」 of two lines before 「名称」 of one.
        use: headedUse(list, [upper + lower, lower, upper]),
      }
}

/** The group that stands further left in the line above, where its cell is not marked as merged. */
function groupBeside(all: readonly SheetLine[], column: number): string {
  const [upper, lower] = all.slice(-2)
  if (!lower || isBlank(lower.cells[column])) return ''
  const at = upper?.cells.findLastIndex((text, index) => index < column && !isBlank(text)) ?? -1
  return isBlank(lower.cells[at]) ? '' : (upper?.cells[at]?.trim() ?? '')
}

/** 「移行」 and 「障害児」 below 「相談」. */
function withGroup(list: PriceList, text: string, group: string): string {
  if (group === '' || serviceOfHeading(list, text) || headingOf(text) !== null) return text
  const whole = [`${group}（${text}）`, `${text}${group}`]
  return whole.find((each) => serviceOfHeading(list, each)) ?? text
}

/** What the first of the texts names that names anything; a service as a heading stands over its marks. */
function headedUse(list: PriceList, texts: readonly string[]): Heading {
  if (texts.some((text) => serviceOfHeading(list, text))) return 'serviceKey'
  return texts.map(headingOf).find((use) => use !== null) ?? null
}

/** One service, or a word such as 「居宅」 that leaves a few. */
function namesServices(list: PriceList, heading: string): boolean {
  return serviceOfHeading(list, heading) || matchService(list, heading)?.kind === 'ambiguous'
}

/** The service that a heading names: its cells hold marks. */
export function serviceOfHeading(list: PriceList, heading: string): boolean {
  if (headingOf(heading) !== null) return false
  return ['found', 'not-offered'].includes(matchService(list, heading)?.kind ?? '')
}

/** 「（10桁）」 below a heading. */
const ASIDE = /^[(（].*[)）]$/s

function isSubHeading(
  search: HeadingSearch,
  above: readonly SheetLine[],
  below: SheetLine,
): boolean {
  const { list } = search
  const [top] = above
  const over = (column: number) => above.map(({ cells }) => cells[column]?.trim() ?? '')
  const repeats = (column: number) => over(column).includes(below.cells[column]?.trim() ?? '')
  const isAside = (column: number) => ASIDE.test(below.cells[column]?.trim() ?? '')
  const own = below.cells.filter((text, column) => !isBlank(text) && !repeats(column))
  if (own.some((text) => /(?:\d-?){6}/.test(text.normalize('NFKC')))) return false
  if (isEntryBelow(search, over, below)) return false
  const keys = Array.from(top?.cells.keys() ?? []).filter((column) =>
    over(column).some((text) => ['facilityName', 'facilityNumber'].includes(headingOf(text) ?? '')),
  )
  // Below the heading of names stands a heading, and no name.
  const isNamed = keys.some((column) => {
    const text = below.cells[column] ?? ''
    return !isBlank(text) && !repeats(column) && !isAside(column) && headingOf(text) === null
  })
  const isService = (text: string) => namesServices(list, text)
  if (isHeadingRow(below.cells, isService) && !isNamed && !standsAmongData(search, below))
    return true
  const isHeading = (text: string) => headingOf(text) !== null || isService(text)
  return (
    keys.length > 0 &&
    keys.every((column) => isBlank(below.cells[column]) || repeats(column) || isAside(column)) &&
    (own.length > 1
      ? above.length === 1 || own.every(isHeading)
      : own.every((text) => ASIDE.test(text.trim()) && !serviceOfHeading(list, text)))
  )
}

/** A facility that has no number yet: boxes, a mark below a service, or services, each below a heading of its own, beside a word that heads nothing. */
function isEntryBelow(
  { list }: HeadingSearch,
  over: (column: number) => readonly string[],
  { cells }: SheetLine,
): boolean {
  const isMarked = (text: string, column: number) =>
    isMark(text) && over(column).some((above) => serviceOfHeading(list, above))
  if (cells.some((text, column) => boxesIn(text) !== null || isMarked(text, column))) return true
  const services = cells.flatMap((text, column) => (namesServices(list, text) ? [column] : []))
  const above = services.map(over)
  const areBelowServices = above.every((texts) =>
    texts.some((text) => headingOf(text) === 'serviceKey'),
  )
  // 「サービス」 above each of several services groups them.
  const isEachHeaded = new Set(above.map(String)).size === services.length
  const isWord = (text: string) =>
    !isBlank(text) &&
    headingOf(text) === null &&
    !namesServices(list, text) &&
    !ASIDE.test(text.trim())
  return services.length > 0 && areBelowServices && isEachHeaded && cells.some(isWord)
}

/** One text alone. */
export function isTitle({ cells }: SheetLine): boolean {
  return cells.filter((text) => !isBlank(text)).length < 2
}
