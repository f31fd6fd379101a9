/** From a sheet as it was drawn to one simple table: headings above, a line below for each entry. */

import type { PriceList } from '#domain/prices.ts'
import { isBlank, linesOf, type Sheet, type SheetLine } from '../sheet.ts'
import {
  firstHeadings,
  type HeadedColumn,
  headingAt,
  headingSearch,
  headsFurtherPart,
  isTitle,
} from './heading-lines.ts'
import { headingOf, isHeadingRow, isOurs, withoutRemarks } from './headings.ts'
import { type PastedNumber, readPastedNumber } from './numbers.ts'
import { matchService } from './services.ts'

export type TableColumn = HeadedColumn & { isHidden: boolean }

export type TableLine = {
  /** Its place in the source, from 1. */
  line: number
  cells: readonly string[]
  /** Columns whose text comes from the merged cell above. */
  filled: ReadonlySet<number>
  /** The service that the title of the list names, where it has no column of services. */
  title?: string
}

export type SkipReason = 'heading' | 'title' | 'section' | 'total' | 'note' | 'hidden' | 'struck'
export type SkippedLine = TableLine & { why: SkipReason }

export type Table = { columns: TableColumn[]; lines: TableLine[]; skipped: SkippedLine[] }

/** Stacked, side-by-side and transposed tables all come out as one, upright; nothing is judged by its content yet. */
export function readTable(list: PriceList, sheet: Sheet): Table {
  const { lines, hiddenColumns } = orientedLines(sheet)
  const seen = lines.filter(({ isHidden, isStruck }) => !isHidden && !isStruck)
  const segments = segmentsOf(list, seen).map((segment) => titled(list, segment, sheet.name))
  const tables = segments.flatMap((segment) => groupsOf(segment))
  const [first = { columns: [], lines: [] }] = tables
  const columns = first.columns.map((column, index) => ({
    ...column,
    isHidden: hiddenColumns.has(index),
  }))
  const body = tables.flatMap((table) => aligned(columns, table))
  const plain = (line: SheetLine, why: SkipReason): SkippedLine => ({ ...line, why })
  const skipped = [
    ...segments.flatMap(({ skipped }) => skipped),
    ...lines.filter(({ isHidden }) => isHidden).map((line) => plain(line, 'hidden')),
    ...lines
      .filter(({ isHidden, isStruck }) => isStruck && !isHidden)
      .map((line) => plain(line, 'struck')),
  ]
  return { columns, lines: body, skipped }
}

/** 「指定生活介護事業所一覧（令和8年11月1日現在）」 above a list, or a sheet of that name: the service of all that have none of their own. */
function titled(list: PriceList, segment: Segment, name = ''): Segment {
  if (segment.columns.some(({ use }) => use === 'serviceKey')) return segment
  const title = [...segment.titles, name].find(
    (text) => matchService(list, bareTitle(text))?.kind === 'found',
  )
  if (title === undefined) return segment
  return { ...segment, lines: segment.lines.map((line) => ({ ...line, title: bareTitle(title) })) }
}

function bareTitle(text: string): string {
  const plain = text.slice(0, 100).normalize('NFKC').replace(/\(.*$/s, '').replace(/\s/g, '')
  return plain
    .replace(/^[■●◆○【]+|】$/g, '')
    .replace(/^(?:令和|平成)[\d元]{1,2}年(?:度|\d{1,2}月)?/, '')
    .replace(/の?(?:一覧表?|名簿|台帳|リスト|情報)$/, '')
    .replace(/(?:事業所|施設|事業者)$/, '')
}

/** Columns under their headings, and the lines below. */
type Part = { columns: HeadedColumn[]; lines: TableLine[] }
type Segment = Part & { skipped: SkippedLine[]; titles: readonly string[] }

/** A new part begins wherever headings stand again. */
function segmentsOf(list: PriceList, lines: readonly SheetLine[]): Segment[] {
  const isData = ({ cells }: SheetLine) => hasData(list, cells)
  const search = headingSearch(list, lines)
  const first = firstHeadings(search)
  const width = lines[0]?.cells.length ?? 0
  if (first === -1) return [headlessSegment(list, lines, width)]
  const isHeading = (line: SheetLine) => headsFurtherPart(search, first, line)
  const above = lines.slice(0, first)
  const segments: Segment[] = []
  let titlesAbove: readonly string[] = above.flatMap((line) => textsOfTitle(line))
  for (let index = first; index < lines.length; ) {
    const heading = headingAt(search, index)
    const next = lines.findIndex(
      (line, at) => at >= index + heading.lines.length && isHeading(line),
    )
    const end = next === -1 ? lines.length : next
    const body = lines.slice(index + heading.lines.length, end)
    const titles = next === -1 ? [] : titlesAtEnd(body)
    segments.push({
      titles: titlesAbove,
      columns: heading.columns,
      lines: body.slice(0, body.length - titles.length),
      skipped: [
        ...heading.lines.map((line) => ({ ...line, why: 'heading' as const })),
        ...titles.map((line) => ({ ...line, why: 'title' as const })),
      ].filter(({ cells }) => !cells.every(isBlank)),
    })
    titlesAbove = titles.flatMap((line) => textsOfTitle(line))
    index = end
  }
  const [top] = segments
  if (top) {
    top.lines = [...above.filter(isData), ...top.lines]
    const titles = above.filter((line) => !isData(line) && !line.cells.every(isBlank))
    top.skipped.unshift(...titles.map((line) => ({ ...line, why: 'title' as const })))
  }
  return segments
}

/** Without headings, lines of one text above all others may still say the service of the list. */
function headlessSegment(list: PriceList, lines: readonly SheetLine[], width: number): Segment {
  const isService = (line: SheetLine) =>
    textsOfTitle(line).some((text) => matchService(list, bareTitle(text))?.kind === 'found')
  const [title, ...others] = width > 1 ? lines.filter(isService) : []
  const first = lines.findIndex((line) => !isTitle(line))
  const isOne = title && others.length === 0 && lines.indexOf(title) < first
  return {
    columns: headless(width),
    lines: lines.filter((line) => !isOne || line !== title),
    skipped: isOne ? [{ ...title, why: 'title' }] : [],
    titles: isOne ? textsOfTitle(title) : [],
  }
}

/** Lines of one text that stand right above the next headings. */
function titlesAtEnd(body: readonly SheetLine[]): SheetLine[] {
  return body.slice(body.findLastIndex((line) => !isTitle(line)) + 1)
}

function textsOfTitle(line: SheetLine): string[] {
  return isTitle(line) ? line.cells.filter((text) => !isBlank(text)) : []
}

function headless(width: number): HeadedColumn[] {
  return Array.from({ length: width }, () => ({ heading: '', use: null }))
}

/** A line above the headings that is an entry all the same. */
function hasData(list: PriceList, cells: readonly string[]): boolean {
  return (
    cells.some((text) => /(?:^|\D)\d{10}(?!\d)/.test(text.normalize('NFKC'))) &&
    cells.some((text) => matchService(list, text)?.kind === 'found')
  )
}

/** Tables side by side: the same headings come again further right. */
function groupsOf({ columns: headed, lines }: Part): Part[] {
  const first = headed.find(({ use }) => isOurs(use))?.use
  const firsts = headed.flatMap(({ use }, index) => (use === first ? [index] : []))
  const columns = withOneLeadingHeading(headed, firsts)
  const before = repeatedBefore(columns, firsts)
  const starts = firsts.map((at) => at - before)
  const groups = starts.map((start, index) => columns.slice(start, starts[index + 1]))
  const shapes = groups.map((group) => group.flatMap(({ use }) => (isOurs(use) ? [use] : [])))
  const [shape = []] = shapes
  // 「サービス1」 and 「サービス2」 are columns of one table; so are 「サービス（主）」 and 「サービス（従）」, but
  // 「事業所名（東）」 and 「事業所名（西）」, each with a number, are of two.
  const isWhole = shape.includes('facilityName') && shape.includes('facilityNumber')
  const headingOfTable = (at: number) => {
    const heading = columns[at]?.heading ?? ''
    return isWhole ? withoutRemarks(heading.normalize('NFKC')) : heading
  }
  const isRepeated =
    new Set(firsts.map(headingOfTable)).size === 1 &&
    shapes.every((each) => each.join() === shape.join())
  const isTable = shape.length > 1 || haveSameHeadings(starts, columns)
  if (!isRepeated || !isTable) return [{ columns: headed, lines }]
  return starts.map((start, index) => {
    const from = index === 0 ? 0 : start
    const end = starts[index + 1] ?? columns.length
    const slice = (line: TableLine): TableLine => ({
      ...line,
      cells: line.cells.slice(from, end),
      filled: new Set([...line.filled].map((column) => column - from)),
    })
    return { columns: columns.slice(from, end), lines: lines.map(slice) }
  })
}

/**
 * Gives each table's column right before its numbers the heading of the first one: 「東部」 to 「西部」, so that `aligned`
 * puts both into one column. Only where a blank column separates the tables: without it, the second heading may be of
 * any other column of one table.
 */
function withOneLeadingHeading(
  columns: readonly HeadedColumn[],
  places: readonly number[],
): HeadedColumn[] {
  const [first = 0, ...others] = places
  const top = columns[first - 1]
  const areApart = others.every((at) => columns[at - 2]?.heading === '')
  if (!top || columns[first]?.use !== 'facilityNumber' || !areApart) return [...columns]
  return columns.map((column, at) => (others.includes(at + 1) ? top : column))
}

/** Two headings and more come again behind each start, whatever they mean. */
function haveSameHeadings(starts: readonly number[], columns: readonly HeadedColumn[]): boolean {
  const [first = 0, second] = starts
  if (second === undefined) return false
  const headingsFrom = (start: number) =>
    columns.slice(start, start + second - first).flatMap(({ heading }) => heading || [])
  const known = headingsFrom(first)
  return new Set(known).size > 1 && starts.every((at) => headingsFrom(at).join() === known.join())
}

/** How many columns before those places have the same heading at each of them: a heading that is not known leads its table too. */
function repeatedBefore(columns: readonly HeadedColumn[], places: readonly number[]): number {
  const [first = 0, second] = places
  if (second === undefined) return 0
  let count = 0
  while (count < first) {
    const headings = new Set(places.map((at) => columns[at - count - 1]?.heading ?? ''))
    if (headings.size > 1 || headings.has('')) break
    count += 1
  }
  return count
}

/** The lines of a further part under the columns of the first; columns that this one lacks are added to it. */
function aligned(columns: TableColumn[], part: Part): TableLine[] {
  const taken = new Set<number>()
  const areNamesHeaded = part.columns.some(({ use }) => use === 'facilityName')
  const places = part.columns.map((column, from) => {
    const free = (at: number) => !taken.has(at)
    const same = columns.findIndex(
      ({ heading }, at) => free(at) && heading !== '' && heading === column.heading,
    )
    const alike = columns.findIndex(
      (other, at) =>
        free(at) &&
        isOurs(column.use) &&
        other.use === column.use &&
        !(areNamesHeaded && (headsMarks(other) || headsMarks(column))),
    )
    const bare = column.heading === '' && columns[from]?.heading === '' && free(from) ? from : -1
    const place = [same, alike, bare].find((at) => at >= 0) ?? columns.length
    taken.add(place)
    if (place === columns.length) columns.push({ ...column, isHidden: false })
    return place
  })
  return part.lines.map(({ line, cells, filled, title }) => {
    const moved = columns.map((_, at) => cells[places.indexOf(at)] ?? '')
    return {
      line,
      ...(title !== undefined && { title }),
      cells: moved,
      filled: new Set([...filled].flatMap((from) => places[from] ?? [])),
    }
  })
}

/** A service as a heading, which stands over its own marks alone; where no column is headed as that of the names, it may stand over them. */
function headsMarks({ heading, use }: HeadedColumn): boolean {
  return use === 'serviceKey' && headingOf(heading) !== use
}

/* Transposes a table whose headings stand in its first column. */

type Oriented = { lines: SheetLine[]; hiddenColumns: ReadonlySet<number> }

/** The lines of a sheet, an entry to a line. */
function orientedLines(sheet: Sheet): Oriented {
  const lines = linesOf(sheet)
  const labels = labelColumnOf(lines)
  if (labels === null) return { lines, hiddenColumns: sheet.hiddenColumns ?? new Set() }
  return { lines: turned(sheet, lines, labels), hiddenColumns: new Set() }
}

const SEARCHED = 30

/** The column that holds two of our headings, one below the other; null where headings stand in a row, or nowhere. */
function labelColumnOf(lines: readonly SheetLine[]): number | null {
  const searched = lines.slice(0, SEARCHED)
  const hasRow = searched.some(
    ({ cells }) => new Set(cells.map(headingOf).filter(isOurs)).size >= 2 && isHeadingRow(cells),
  )
  if (hasRow) return null
  for (const column of [0, 1]) {
    const texts = searched.map(({ cells }) => cells[column]?.trim() ?? '')
    const ours = new Set(texts.map(headingOf).filter(isOurs))
    const isLabelled = ours.size === 1 && (areCards(texts) || searched.some(labelsNumbers(column)))
    if (ours.size >= 2 || isLabelled) return column
  }
  return null
}

/** A line of numbers behind the label of numbers. */
function labelsNumbers(column: number): (line: SheetLine) => boolean {
  return ({ cells }) => {
    const texts = cells.slice(column + 1).filter((text) => !isBlank(text))
    const read = texts.map((text) => readPastedNumber(text))
    const isWhole = (each: PastedNumber) => each.kind === 'number' && each.value.length > 8
    const areNumbers =
      read.filter(isWhole).length > 1 && read.every((each) => each.kind === 'none' || isWhole(each))
    return areNumbers && headingOf(cells[column] ?? '') === 'facilityNumber'
  }
}

/** The same labels again and again, in their order, one of them ours. */
function areCards(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '')
  const period = filled.indexOf(filled[0] ?? '', 1)
  return (
    period > 1 &&
    filled.length >= 2 * period &&
    filled.every((text, at) => text === filled[at % period])
  )
}

/** Each filled column beside the labels is an entry; where the labels begin again, the next entries begin. */
function turned(sheet: Sheet, lines: readonly SheetLine[], labels: number): SheetLine[] {
  const cards = cardsOf(lines, labels).map((card) => keyed(card, labels))
  const keys = [...new Set(cards.flatMap((card) => [...card.keys()]))]
  const columns = Array.from(lines[0]?.cells.keys() ?? []).filter((column) => column > labels)
  const entries = cards.flatMap((card) =>
    columns.map((column): SheetLine => {
      const cells = keys.map((key) => card.get(key)?.cells[column] ?? '')
      const isHidden = sheet.hiddenColumns?.has(column) ?? false
      return {
        line: column + 1,
        cells,
        filled: new Set(),
        across: new Map(),
        isHidden,
        isStruck: false,
      }
    }),
  )
  const filled = entries.filter(({ cells }) => !cells.every(isBlank))
  const headings = keys.map((key) => key.slice(0, key.lastIndexOf('\n')))
  const top = { line: 1, cells: headings, filled: new Set<number>(), across: new Map() }
  return [{ ...top, isHidden: false, isStruck: false }, ...filled]
}

/** The lines of a card by their label, and its place among the same labels: 「番号」 may stand for the row and for the facility. */
function keyed(card: readonly SheetLine[], labels: number): Map<string, SheetLine> {
  const counts = new Map<string, number>()
  return new Map(
    card.map((line): [string, SheetLine] => {
      const label = labelOf(line, labels)
      const count = counts.get(label) ?? 0
      counts.set(label, count + 1)
      return [`${label}\n${count}`, line]
    }),
  )
}

/** Lines from one occurrence of the first label to the next: the first of those that come as often as the first of ours. */
function cardsOf(lines: readonly SheetLine[], labels: number): SheetLine[][] {
  const labelled = lines.filter((line) => labelOf(line, labels) !== '' && !line.isHidden)
  const texts = labelled.map((line) => labelOf(line, labels))
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  // As often as most labels come: one may be missing in a card, and 「番号」 come twice in each.
  const sharing = new Map<number, number>()
  for (const count of counts.values()) sharing.set(count, (sharing.get(count) ?? 0) + 1)
  const [[cardCount] = [1]] = [...sharing].sort(([a, many], [b, more]) => more - many || b - a)
  const countOf = (text: string) => counts.get(text) ?? 0
  const first = texts.find((text) => countOf(text) % cardCount === 0) ?? ''
  const perCard = Math.max(1, countOf(first) / cardCount)
  const cards: SheetLine[][] = []
  let seen = 0
  for (const [at, line] of labelled.entries()) {
    if (texts[at] === first) seen += 1
    const starts = texts[at] === first && (seen - 1) % perCard === 0
    if (starts || cards.length === 0) cards.push([])
    cards.at(-1)?.push(line)
  }
  return cards
}

/** A blank for a line that has values and no label, as that of the names above the others. */
function labelOf(line: SheetLine, labels: number): string {
  const label = line.cells[labels]?.trim() ?? ''
  const values = line.cells.filter((text, column) => column > labels && !isBlank(text))
  return label === '' && values.length > 1 ? ' ' : label
}
