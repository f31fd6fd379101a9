/** Which lines of a table are entries, and what repeats the line above; the others are left out and listed. */
import type { FacilityCell } from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { withoutStart } from '#domain/text.ts'
import { isBlank } from '../sheet.ts'
import type { PasteLayout } from './columns.ts'
import { bareNames } from './enumeration.ts'
import { halvesOf, headingOf, TOTAL } from './headings.ts'
import { isMark, meaningOfMark } from './marks.ts'
import { LEGAL_FORM } from './name-evidence.ts'
import { numbersIn, readPastedNumber } from './numbers.ts'
import { isServiceText, matchService } from './services.ts'
import type { SkippedLine, SkipReason, Table, TableLine } from './structure.ts'

/** Where a text comes from that does not stand in its own cell. */
export type Origin = 'ditto' | 'merged' | 'above' | 'above another number' | 'same name' | 'section'

export type EntryText = { text: string; column: number; heading: string; origin: Origin | null }

/** What one line says, by use; several texts where several columns have one use. */
/** `closed`: what the line says of a facility that is not, or not yet, in operation. */
export type Entry = { line: number; key: string; closed: string | null } & Record<
  FacilityCell,
  EntryText[]
>

export type ReadLines = { entries: Entry[]; skipped: SkippedLine[] }

/** `wanted` are source lines that a person takes in although they look like no entries; lines that are whole have nothing from above. */
export function readLines(
  list: PriceList,
  table: Table,
  layout: PasteLayout,
  {
    wanted = new Set(),
    areWhole = false,
  }: { wanted?: ReadonlySet<number>; areWhole?: boolean } = {},
): ReadLines {
  const skipped: SkippedLine[] = table.skipped.filter(({ line }) => !wanted.has(line))
  const back = table.skipped.filter(({ line }) => wanted.has(line))
  const own = table.lines.map((line, index) => ({ ...line, key: `${index}` }))
  const wantedLines = back.map((line) => ({ ...line, key: `line${line.line}` }))
  const ordered =
    back.length > 0 ? [...wantedLines, ...own].sort((one, other) => one.line - other.line) : own
  if (layout.shape === 'cells') return asCells(ordered, layout, skipped)
  const entries: Entry[] = []
  const above: Above = {
    texts: new Map(),
    owners: new Map(),
    entry: null,
    name: null,
    service: null,
  }
  // Where some lines have services of their own, the heading of a section reaches to the next of them or the next blank line.
  const isMixed = ordered.some(({ cells }) => filledOf(layout, cells, 'serviceKey').length > 0)
  for (const [index, line] of ordered.entries()) {
    if (line.cells.every(isBlank)) {
      if (isMixed) above.service = null
      continue
    }
    const { cells, origins } = withDittos(line, above)
    const next = ordered[index + 1]
    const why = wanted.has(line.line)
      ? null
      : (reasonToSkip(list, layout, { ...line, cells }) ??
        reasonByNeighbours(layout, line, next, entries.length === 0))
    if (why === null) {
      const entry = entryOf(layout, { ...line, cells }, origins)
      if (isMixed && filledOf(layout, cells, 'serviceKey').length > 0) above.service = null
      const own = isOfAnother(layout, cells, above) || areWhole ? { entry: null, name: null } : {}
      const service = above.service ?? serviceOfTitle(line)
      entries.push(continued(entry, { ...above, ...own, service }))
      above.entry = entries.at(-1) ?? null
      above.texts = new Map(cells.entries())
      above.name = null
    } else {
      skipped.push({ ...line, why })
      if (why === 'section') noteSection(list, layout, line, above)
    }
  }
  return { entries: withBareNames(entries), skipped: skipped.sort((a, b) => a.line - b.line) }
}

function withBareNames(entries: readonly Entry[]): Entry[] {
  const bare = bareNames(entries.map(({ facilityName: [name] }) => name?.text ?? ''))
  return entries.map((entry, at) => ({
    ...entry,
    facilityName: entry.facilityName.map((name, place) =>
      place === 0 ? { ...name, text: bare[at] ?? name.text } : name,
    ),
  }))
}

function serviceOfTitle({ title }: TableLine): EntryText | null {
  return title === undefined ? null : { text: title, column: -1, heading: '', origin: 'section' }
}

type KeyedLine = TableLine & { key: string }

type Above = {
  texts: ReadonlyMap<number, string>
  /** By column, the corporation that stands last. */
  owners: Map<number, string>
  entry: Entry | null
  /** A name that stands alone above its numbers or services. */
  name: EntryText | null
  /** The service that a section's heading names. */
  service: EntryText | null
}

/** Cells pasted one under another: blank lines keep their place. */
function asCells(
  lines: readonly KeyedLine[],
  layout: PasteLayout,
  skipped: SkippedLine[],
): ReadLines {
  const entries = lines.map((line) => entryOf(layout, line, new Map()))
  return { entries: withBareNames(entries), skipped }
}

const CLOSED = /^[(（]?(?:廃止|休止|閉鎖|閉所|指定取消|廃業|解散)(?:済み?|中|予定)?[)）]?$/
/** Beside what is taken in, or behind a name: 「令和6年3月31日廃止」, 「ひまわり（休止中）」. */
const CLOSED_BESIDE = /^.{0,20}(?:廃止|休止|閉鎖|閉所|指定取消|廃業|解散)(?:済み?|中|予定|届)?$/
const CLOSED_BEHIND = /[(（【](?:現在)?(?:廃止|休止|閉鎖|閉所|廃業)(?:済み?|中|予定)?[)）】]$/

const DITTO = /^(?:〃+|[″"“”]+|々+|仝|同|同上|上同|同前|同じ|同左|上に同じ|上記に?同じ|↑|⇑|↓)$/

/** 「（同上）」, 「同　上」 and 「( 〃 )」 as well. */
function isDitto(text: string): boolean {
  if (text.length > 20) return false
  const bare = text.replace(/\s/g, '')
  return DITTO.test(bare) || DITTO.test(bare.replace(/^[(（「](.+)[)）」]$/, '$1'))
}

function withDittos(
  line: TableLine,
  above: Above,
): { cells: string[]; origins: Map<number, Origin> } {
  const origins = new Map<number, Origin>([...line.filled].map((column) => [column, 'merged']))
  const cells = line.cells.map((text, column) => {
    const before = above.texts.get(column) ?? ''
    if (!isDitto(text) || isBlank(before)) return text
    origins.set(column, 'ditto')
    return before
  })
  return { cells, origins }
}

function entryOf(
  { columns, headings }: PasteLayout,
  { line, cells, key }: KeyedLine,
  origins: ReadonlyMap<number, Origin>,
): Entry {
  const textsOf = (use: FacilityCell): EntryText[] =>
    columns.flatMap((columnUse, column) => {
      if (columnUse !== use) return []
      const [whole = '', heading = ''] = [cells[column], headings[column]]
      const text = halfOf(whole, heading, use)
      return [{ text, column, heading, origin: origins.get(column) ?? null }]
    })
  return {
    line,
    key,
    closed: closedIn(cells, columns, headings),
    facilityName: textsOf('facilityName'),
    facilityNumber: textsOf('facilityNumber'),
    serviceKey: textsOf('serviceKey'),
  }
}

/** The lines of a cell that its heading names for a use; all of it where they are not as many as the heading has. */
function halfOf(whole: string, heading: string, use: FacilityCell): string {
  const halves = halvesOf(heading)
  const half = halves.findIndex((each) => headingOf(each) === use)
  const lines = whole.split('\n')
  const isHalved = half === 0 ? lines.length >= halves.length : lines.length === halves.length
  return half >= 0 && isHalved ? (lines[half] ?? '') : whole
}

/** What a line says of an end: in words, or below a heading such as 「廃止年月日」 by anything but a mark for no. */
function closedIn(
  cells: readonly string[],
  columns: PasteLayout['columns'],
  headings: readonly string[],
): string | null {
  const said = cells.find((text, column) => saysClosed(text.trim(), columns[column]))
  if (said !== undefined) return said.trim()
  const at = headings.findIndex(
    (heading, column) =>
      CLOSING_HEADING.test(heading) &&
      !columns[column] &&
      meaningOfMark(cells[column] ?? '') === 'yes',
  )
  return at < 0 ? null : `${headings[at]}：${cells[at]?.trim()}`
}

const CLOSING_HEADING = /廃止|休止|閉鎖|閉所|解約|退会|脱退|指定取消/

function saysClosed(text: string, use: FacilityCell | null | undefined): boolean {
  if (!/[廃休閉消散]/.test(text)) return false
  if (CLOSED.test(text)) return true
  return use ? CLOSED_BEHIND.test(text) : CLOSED_BESIDE.test(text)
}

const OWNER = /法人|会社|運営|設置者|開設者|事業者名/

/** Whether a line names another corporation than the lines above: nothing of theirs is its own. */
function isOfAnother(
  { headings, columns }: PasteLayout,
  cells: readonly string[],
  { owners }: Above,
) {
  let isOther = false
  for (const [column, heading] of headings.entries()) {
    const owner = cells[column]?.trim() ?? ''
    if (columns[column] || !OWNER.test(heading) || owner === '') continue
    isOther ||= (owners.get(column) ?? owner) !== owner
    owners.set(column, owner)
  }
  return isOther
}

/**
 * Merged cells without their frame: a line with a number or a service but no name has the name of the line
 * above; without a number as well, it has that too.
 */
function continued(entry: Entry, above: Above): Entry {
  const { facilityName: name, facilityNumber: number, serviceKey: service } = entry
  const fromAbove = (texts: readonly EntryText[] | undefined): EntryText[] | null => {
    const filled = texts?.filter(({ text }) => !isBlank(text)) ?? []
    return filled.length > 0 ? filled.map((text) => ({ ...text, origin: 'above' as const })) : null
  }
  const read = { ...entry }
  const lacksName = name.every(({ text }) => isBlank(text))
  const lacksNumber = number.every(({ text }) => isBlank(text))
  const lacksService = service.every(({ text }) => isBlank(text))
  if (lacksName && !(lacksNumber && lacksService)) {
    const own = above.name ? [above.name] : above.entry?.facilityName
    const inherited = fromAbove(own)
    if (inherited) {
      // A facility has one number of a kind: another one of the same kind may be another's, whose name is missing.
      const isAnother =
        !above.name &&
        (hasAnotherNumber(number, above.entry?.facilityNumber ?? []) ||
          (lacksService && !lacksNumber && !number.some(({ text }) => isNumber(text))))
      read.facilityName = isAnother
        ? inherited.map((text) => ({ ...text, origin: 'above another number' as const }))
        : inherited
      if (lacksNumber && !above.name)
        read.facilityNumber = fromAbove(above.entry?.facilityNumber) ?? number
    }
  }
  if (lacksService && above.service && !lacksName) read.serviceKey = [above.service]
  else if (lacksService && !lacksName && leadsLine(service, entry))
    read.serviceKey = fromAbove(above.entry?.serviceKey) ?? service
  const isSameName = !lacksName && textOf(name) === textOf(above.entry?.facilityName ?? [])
  if (isSameName && lacksNumber)
    read.facilityNumber =
      fromAbove(above.entry?.facilityNumber)?.map((text) => ({ ...text, origin: 'same name' })) ??
      number
  return read
}

/** Two numbers of one kind, which the third digit tells, or of two prefectures. */
function hasAnotherNumber(own: readonly EntryText[], above: readonly EntryText[]): boolean {
  const [number, other] = [own, above].map((texts) => numbersIn(textOf(texts)))
  const [one, two] = [number?.[0], other?.[0]]
  if (one === undefined || two === undefined || one === two) return false
  return one[2] === two[2] || one.slice(0, 2) !== two.slice(0, 2)
}

/** A list that is sorted by service has it in front, and often only once. */
function leadsLine(service: readonly EntryText[], { facilityName: name }: Entry): boolean {
  const [only] = service
  return service.length === 1 && name.every(({ column }) => only && only.column < column)
}

function textOf(texts: readonly EntryText[]): string {
  return texts.map(({ text }) => text.trim()).join()
}

function noteSection(
  list: PriceList,
  layout: PasteLayout,
  { cells }: TableLine,
  above: Above,
): void {
  const at = firstFilled(cells)
  const text = (cells[at] ?? '').trim()
  const bare = withoutStart(text, FRAMING)
  const isService = matchService(list, bare)?.kind === 'found'
  const base = { column: -1, heading: '', origin: null }
  above.service = isService ? { ...base, text: bare, origin: 'section' } : null
  const isName = !isService && !FRAME_START.test(text) && layout.columns[at] === 'facilityName'
  above.name = isName ? { ...base, text } : null
}

function firstFilled(cells: readonly string[]): number {
  return cells.findIndex((cell) => !isBlank(cell))
}

const FRAME_START = /^[【〔〈《「『＜<[(（■□●◆◇▼▽▶◎○・*＊#]/
const FRAMING = /[\s【〔〈《「『＜<[(（■□●◆◇▼▽▶◎○・*＊#]/

/** A name above lines that have none of their own; a first line in which nothing is what its column holds. */
function reasonByNeighbours(
  layout: PasteLayout,
  { cells, filled }: TableLine,
  next: TableLine | undefined,
  isFirst: boolean,
): SkipReason | null {
  // 「上段：事業所名　下段：法人名」, both beside one merged number.
  const isLower = layout.headings.some((heading) => halvesOf(heading).length > 1)
  const isMerged = [...filled].some((column) => layout.columns[column] === 'facilityNumber')
  if (isLower && isMerged) return 'note'
  const isLone = cells.filter((text) => !isBlank(text)).length === 1
  const hasName = filledOf(layout, cells, 'facilityName').length > 0
  const goesOn =
    next &&
    filledOf(layout, next.cells, 'facilityName').length === 0 &&
    filledOf(layout, next.cells, 'serviceKey').length > 0
  if (isLone && hasName && goesOn) return 'section'
  const numbers = filledOf(layout, cells, 'facilityNumber')
  const isHeadless = layout.headings.every((heading) => heading === '')
  const isWords =
    numbers.length > 0 && numbers.every((text) => readPastedNumber(text).kind === 'text')
  return isFirst && isHeadless && isWords ? 'heading' : null
}

/** The cells of a use that are not blank. */
function filledOf(layout: PasteLayout, cells: readonly string[], use: FacilityCell): string[] {
  return cells.filter((text, column) => layout.columns[column] === use && !isBlank(text))
}

const EXAMPLE = /^(?:(?:記入|入力)?例(?:$|[:：\s　])|[(（【［[](?:記入|入力)?例[)）】］\]])/u
/** Of a greeting, a signature, a remark. */
export const SENTENCE =
  /(?:です|ます|ません|ください|でした|ました)[。、:：↓]?$|お世話|よろしく|各位|^(?:以上|件名|宛先|差出人|--)|様$/
const NOTE =
  /^(?:[※＊*]|注|\(注|（注|備考|以上|例[)）:：]?$|[(（]?(?:記入)?例[)）]|作成|出典|合わせて)|。$|\d[年月日.]*(?:現在|時点)$/

function reasonToSkip(list: PriceList, layout: PasteLayout, line: TableLine): SkipReason | null {
  const { cells } = line
  const hasNumber = filledOf(layout, cells, 'facilityNumber').some(isNumber)
  const services = filledOf(layout, cells, 'serviceKey')
  const hasService = services.some((text) => matchService(list, text) !== null)
  if (hasNumber) return cells.some((text) => EXAMPLE.test(text.trim())) ? 'note' : null
  const filled = [...new Set(cells.map((text) => text.trim()).filter((text) => text !== ''))]
  const words = filled.map((text) => text.normalize('NFKC').replace(/[\s【】[\]()]/g, ''))
  if (!hasService && words.some((text) => TOTAL.test(text))) return 'total'
  const [only = ''] = filled
  const isRemark = NOTE.test(only) || (filled.length === 1 && SENTENCE.test(only))
  if (isRemark || only.length > 60) return hasService ? null : 'note'
  if (filled.length === 1 && isSection(layout, only, cells)) return 'section'
  // Where no column holds services, one alone heads the lines below.
  const isService = !layout.columns.includes('serviceKey') && isServiceText(list, only, true)
  if (filled.length === 1 && layout.shape === 'table' && isService) return 'section'
  const isEmpty = [...layout.columns.entries()].every(
    ([column, use]) => use === null || isBlank(cells[column]),
  )
  return isEmpty ? 'note' : null
}

const PARTS_OF_A_LIST = new RegExp(
  `(?:エリア|地区|地域|圏域|ブロック|方面|部門|関係|関連|分野|[系部課市区町村県]|障害[者児]|サービス|給付|支援|事業|一覧表?|名簿|台帳|リスト)$|^[0-9０-９ⅠⅡⅢⅣ]+[.．、)）]|^${LEGAL_FORM}|(?:株式|有限|合同)会社$`,
  'u',
)

/** A lone text: framed, called like a part of a list, or outside the column of names. */
function isSection(layout: PasteLayout, text: string, cells: readonly string[]): boolean {
  const use = layout.columns[firstFilled(cells)]
  // 「自立訓練（生活訓練）」 ends with a bracket and has no frame.
  const isFramed = FRAME_START.test(text) || /[:：]$/.test(text)
  if (use === 'facilityName') return isFramed || PARTS_OF_A_LIST.test(text)
  return (isFramed && !isMark(text)) || !use
}

function isNumber(text: string): boolean {
  const { kind } = readPastedNumber(text)
  return kind === 'lost' || /\d{6}/.test(text.normalize('NFKC'))
}
