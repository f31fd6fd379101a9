/** From a sheet as it was drawn to one simple table: headings above, a line below for each entry. */

import { SERVICES } from '#domain/catalogue.ts'
import type { PriceList } from '#domain/prices.ts'
import { isBlank, linesOf, type Sheet, type SheetLine } from '../sheet.ts'
import { type Heading, headingOf, isHeadingRow, isOurs } from './headings.ts'
import { isMark } from './marks.ts'
import { matchService } from './services.ts'

export type TableColumn = { heading: string; use: Heading; isHidden: boolean }

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
type Part = { columns: Omit<TableColumn, 'isHidden'>[]; lines: TableLine[] }
type Segment = Part & { skipped: SkippedLine[]; titles: readonly string[] }

/** So many lines are searched for the first headings: instructions may stand above them. Below the first twenty, one column of ours is not enough. */
const HEADING_LINES = 100
const FIRST_LINES = 20

/** A new part begins wherever headings stand again. */
function segmentsOf(list: PriceList, lines: readonly SheetLine[]): Segment[] {
  const isData = ({ cells }: SheetLine) => hasData(list, cells)
  const first = firstHeadings(list, lines)
  const width = lines[0]?.cells.length ?? 0
  if (first === -1)
    return [{ columns: headless(width), lines: [...lines], skipped: [], titles: [] }]
  const isHeading = (line: SheetLine) => headsFurtherPart(list, lines, first, line)
  const above = lines.slice(0, first)
  const segments: Segment[] = []
  let titlesAbove: readonly string[] = above.flatMap((line) => textsOfTitle(line))
  for (let index = first; index < lines.length; ) {
    const heading = headingAt(list, lines, index)
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

/** Where the first headings stand; -1 where there are none. */
function firstHeadings(list: PriceList, lines: readonly SheetLine[]): number {
  const searched = lines.slice(0, HEADING_LINES)
  const first = searched.findIndex(
    (line, at) => headsColumns(list, lines, line) && (at < FIRST_LINES || usesOf(line).size > 1),
  )
  if (first >= 0) return first
  const full = searched.findIndex((line) => !isTitle(line))
  const top = searched[full]
  return top && headsMarks(list, top, lines.slice(full + 1)) ? full : -1
}

function headsColumns(list: PriceList, lines: readonly SheetLine[], line: SheetLine): boolean {
  const isService = (text: string) => namesServices(list, text)
  return isHeadingRow(line.cells, isService) && !standsAmongData(list, lines, line)
}

/** Whether a word that would be a heading is what data below or above say in the same column: 区分 with 「施設」 and 「事業所」, a service in a column of services. */
function standsAmongData(list: PriceList, lines: readonly SheetLine[], line: SheetLine): boolean {
  const words = [...line.cells.entries()].filter(
    ([, text]) => isOurs(headingOf(text)) && !NAMES_A_COLUMN.test(text.trim()),
  )
  const isSame = ({ cells }: SheetLine) =>
    words.every(([column, text]) => cells[column]?.trim() === text.trim())
  const others = lines.filter((other) => other !== line && !isSame(other))
  const data = others.filter(({ cells }) => isEvidentData(list, cells))
  if (words.some(([at, text]) => data.some((other) => standsIn(other, at, text)))) return true
  const isAlone = usesOf(line).size < 2
  const services = line.cells.flatMap((text, at) => (serviceOfHeading(list, text) ? [at] : []))
  return (
    isAlone &&
    services.some((at) => others.some(({ cells }) => serviceOfHeading(list, cells[at] ?? '')))
  )
}

/** 「事業所名」 is no value of a column; 「事業所」, 「施設」 and 「障害福祉サービス」 may be. */
const NAMES_A_COLUMN = /(?:名|名称|名前|番号|コード|種類|種別|区分|内容)(?:[(（【].*)?$/s

function usesOf({ cells }: SheetLine): ReadonlySet<Heading> {
  return new Set(cells.map(headingOf).filter(isOurs))
}

function standsIn(line: SheetLine, column: number, text: string): boolean {
  return !line.filled.has(column) && line.cells[column]?.trim() === text.trim()
}

/** A number of six digits and more, or a service. */
function isEvidentData(list: PriceList, cells: readonly string[]): boolean {
  return cells.some((text) => /\d{6}/.test(text.normalize('NFKC')) || serviceOfHeading(list, text))
}

/** Headings of a further part repeat the first ones, or name two of our columns and hardly anything else. */
function headsFurtherPart(
  list: PriceList,
  lines: readonly SheetLine[],
  first: number,
  line: SheetLine,
): boolean {
  if (!headsColumns(list, lines, line)) return false
  const known = lines[first]?.cells ?? []
  const ours = [...known.entries()].filter(([, text]) => isOurs(headingOf(text)))
  if (ours.length > 0 && ours.every(([at, text]) => line.cells[at]?.trim() === text.trim()))
    return true
  const filled = line.cells.filter((text) => !isBlank(text))
  const headings = filled.map(headingOf)
  const isKnown = (text: string, at: number) =>
    headings[at] !== null || namesServices(list, text) || known.includes(text)
  return usesOf(line).size >= 2 && filled.filter(isKnown).length * 2 >= filled.length
}

/** Services alone are headings where nothing but marks stands below them. */
function headsMarks(list: PriceList, { cells }: SheetLine, below: readonly SheetLine[]): boolean {
  const isService = (text: string) => namesServices(list, text)
  const isKnown = (text: string) => isBlank(text) || isService(text) || headingOf(text) !== null
  const services = new Set(cells.flatMap((text, column) => (isService(text) ? [column] : [])))
  if (services.size < 2 || !cells.every(isKnown)) return false
  const marks = below.flatMap((line) =>
    line.cells.filter((text, column) => services.has(column) && !isBlank(text)),
  )
  return marks.length > 0 && marks.every(isMark)
}

/** Lines of one text that stand right above the next headings. */
function titlesAtEnd(body: readonly SheetLine[]): SheetLine[] {
  return body.slice(body.findLastIndex((line) => !isTitle(line)) + 1)
}

function isTitle({ cells }: SheetLine): boolean {
  return cells.filter((text) => !isBlank(text)).length < 2
}

function textsOfTitle(line: SheetLine): string[] {
  return isTitle(line) ? line.cells.filter((text) => !isBlank(text)) : []
}

function headless(width: number): Part['columns'] {
  return Array.from({ length: width }, () => ({ heading: '', use: null }))
}

/** A line above the headings that is an entry all the same. */
function hasData(list: PriceList, cells: readonly string[]): boolean {
  return (
    cells.some((text) => /(?<!\d)\d{10}(?!\d)/.test(text.normalize('NFKC'))) &&
    cells.some((text) => matchService(list, text)?.kind === 'found')
  )
}

/** So many lines below the first may be headings too: 「指定サービス」, 「訓練等給付」, 「就労移行支援」. */
const SUB_HEADINGS = 3

/** The headings at a line, which may go on in the next ones. */
function headingAt(
  list: PriceList,
  lines: readonly SheetLine[],
  index: number,
): { columns: Part['columns']; lines: SheetLine[] } {
  const top = lines[index]
  if (!top) return { columns: [], lines: [] }
  const all = [top]
  for (let at = index + 1; at <= index + SUB_HEADINGS; at += 1) {
    const [below, above] = [lines[at], all.at(-1)]
    if (!below || !above || !isSubHeading(list, lines, all, below)) break
    all.push(below)
  }
  const columns = top.cells.map((_, column) => headingOver(list, all, column))
  return { columns: withContext(list, columns), lines: all }
}

/** What the lines of headings say over a column, from the top. */
function headingOver(
  list: PriceList,
  all: readonly SheetLine[],
  column: number,
): Part['columns'][number] {
  const texts = all.map(({ cells, across }) => {
    const own = cells[column] ?? ''
    return (isBlank(own) ? (across.get(column) ?? '') : own).trim()
  })
  const levels = texts.filter((text, at) => text !== '' && text !== texts[at - 1])
  const upper = levels.at(-2) ?? ''
  const lower = withGroup(list, levels.at(-1) ?? '', upper)
  return levels.length < 2
    ? { heading: lower, use: headedUse(list, [lower]) }
    : {
        // 「日中活動系」 above 「生介」 only groups the services.
        heading: namesServices(list, lower) ? lower : levels.join(' '),
        // 「法人名称」 of two lines before 「名称」 of one.
        use: headedUse(list, [upper + lower, lower, upper]),
      }
}

/** 「移行」 and 「障害児」 below 「相談」. */
function withGroup(list: PriceList, text: string, group: string): string {
  if (group === '' || serviceOfHeading(list, text) || headingOf(text) !== null) return text
  const whole = [`${group}（${text}）`, `${text}${group}`]
  return whole.find((each) => serviceOfHeading(list, each)) ?? text
}

/** 「居宅」 between 「重訪」 and 「同行」 means the one of their family. */
function withContext(list: PriceList, columns: Part['columns']): Part['columns'] {
  const services = columns.map(({ heading }) => heading).filter((text) => namesServices(list, text))
  return columns.map((column) => {
    const { heading, use } = column
    if (use !== null || !services.includes(heading)) return column
    const match = matchService(list, [heading, ...services].join('・'))
    const meant = match?.kind === 'several' ? match.parts[0]?.match : null
    return meant?.kind === 'found'
      ? { heading: `${heading}（${SERVICES[meant.key].name}）`, use: 'serviceKey' }
      : column
  })
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
  list: PriceList,
  lines: readonly SheetLine[],
  above: readonly SheetLine[],
  below: SheetLine,
): boolean {
  const [top] = above
  const over = (column: number) => above.map(({ cells }) => cells[column]?.trim() ?? '')
  const repeats = (column: number) => over(column).includes(below.cells[column]?.trim() ?? '')
  const isAside = (column: number) => ASIDE.test(below.cells[column]?.trim() ?? '')
  const own = below.cells.filter((text, column) => !isBlank(text) && !repeats(column))
  if (own.some((text) => /\d{6}/.test(text.normalize('NFKC')))) return false
  if (isHeadingRow(below.cells) && !standsAmongData(list, lines, below)) return true
  const keys = Array.from(top?.cells.keys() ?? []).filter((column) =>
    over(column).some((text) => ['facilityName', 'facilityNumber'].includes(headingOf(text) ?? '')),
  )
  const isHeading = (text: string) => headingOf(text) !== null || namesServices(list, text)
  return (
    keys.length > 0 &&
    keys.every((column) => isBlank(below.cells[column]) || repeats(column) || isAside(column)) &&
    (own.length > 1
      ? above.length === 1 || own.every(isHeading)
      : own.every((text) => ASIDE.test(text.trim()) && !serviceOfHeading(list, text)))
  )
}

/** Tables side by side: the same headings come again further right. */
function groupsOf({ columns, lines }: Part): Part[] {
  const first = columns.find(({ use }) => isOurs(use))?.use
  const starts = columns.flatMap(({ use }, index) => (use === first ? [index] : []))
  const groups = starts.map((start, index) => columns.slice(start, starts[index + 1]))
  const shapes = groups.map((group) =>
    group.flatMap(({ use }) => (isOurs(use) ? [use] : [])).join(),
  )
  const isRepeated = shapes.every((shape) => shape === shapes[0])
  if (!isRepeated || !shapes[0]?.includes(',')) return [{ columns, lines }]
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

/** The lines of a further part under the columns of the first; columns that this one lacks are added to it. */
function aligned(columns: TableColumn[], part: Part): TableLine[] {
  const taken = new Set<number>()
  const places = part.columns.map((column, from) => {
    const free = (at: number) => !taken.has(at)
    const same = columns.findIndex(
      ({ heading }, at) => free(at) && heading !== '' && heading === column.heading,
    )
    const alike = columns.findIndex(
      ({ use }, at) => free(at) && isOurs(column.use) && use === column.use,
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

/* Turns a table upright whose headings stand in its first column. */

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
    const ours = new Set(searched.map(({ cells }) => headingOf(cells[column] ?? '')).filter(isOurs))
    if (ours.size >= 2) return column
  }
  return null
}

/** Each filled column beside the labels is an entry; where the labels begin again, the next entries begin. */
function turned(sheet: Sheet, lines: readonly SheetLine[], labels: number): SheetLine[] {
  const cards = cardsOf(lines, labels)
  const headings = [...new Set(cards.flatMap((card) => card.map((line) => labelOf(line, labels))))]
  const columns = Array.from(lines[0]?.cells.keys() ?? []).filter((column) => column > labels)
  const entries = cards.flatMap((card) =>
    columns.map((column): SheetLine => {
      const cells = headings.map(
        (heading) => card.find((line) => labelOf(line, labels) === heading)?.cells[column] ?? '',
      )
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
  const top = { line: 1, cells: headings, filled: new Set<number>(), across: new Map() }
  return [{ ...top, isHidden: false, isStruck: false }, ...filled]
}

/** Lines from one occurrence of the first of our labels to the next. */
function cardsOf(lines: readonly SheetLine[], labels: number): SheetLine[][] {
  const labelled = lines.filter((line) => labelOf(line, labels) !== '' && !line.isHidden)
  const first = labelled.find((line) => isOurs(headingOf(labelOf(line, labels))))
  const cards: SheetLine[][] = []
  for (const line of labelled) {
    const isFirst = first && labelOf(line, labels) === labelOf(first, labels)
    if (isFirst || cards.length === 0) cards.push([])
    cards.at(-1)?.push(line)
  }
  return cards
}

function labelOf(line: SheetLine, labels: number): string {
  return line.cells[labels]?.trim() ?? ''
}
