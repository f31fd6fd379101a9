/** Which columns of a pasted table hold the number, the service and the name: by heading, else by what stands in them. */
import {
  FACILITY_CELLS,
  type FacilityCell,
  hasValidCheckDigit,
  lostZero,
} from '#domain/facilities.ts'
import type { PriceList } from '#domain/prices.ts'
import { serviceOfHeading } from './heading-lines.ts'
import { type Heading, isOurs, TOTAL } from './headings.ts'
import { isMark } from './marks.ts'
import { FACILITY_WORDS, isName, nameStrengths } from './name-evidence.ts'
import { readPastedNumber } from './numbers.ts'
import { codeTableOf } from './service-codes.ts'
import { matchService } from './services.ts'
import type { Table, TableColumn } from './structure.ts'

export type PasteLayout = {
  /** table: columns go where they belong. cells: they fill rightward from the focused cell. */
  shape: 'table' | 'cells'
  /** For each column of the table, where it goes; null where it is not taken. */
  columns: (FacilityCell | null)[]
  /** For each column of the table, its heading as written; empty where there is none. */
  headings: string[]
  /** Uses for which another column would have done nearly as well. */
  doubtful: FacilityCell[]
  /** What a single column looks like, where that is not what the focused cell takes. */
  looksLike: FacilityCell | null
}

/** How a table is to be read when it is pasted at a cell. */
export function layoutOf(list: PriceList, table: Table, focused: FacilityCell): PasteLayout {
  const { columns: tableColumns, lines } = table
  const headings = tableColumns.map(({ heading }) => heading)
  // Titles, totals and notes stand alone in their lines and say nothing of their columns.
  const full = lines.filter(
    ({ cells }) =>
      cells.filter((text) => text.trim() !== '').length > 1 &&
      !cells.some((text) => TOTAL.test(text.trim())),
  )
  const telling = full.length > 0 ? full : lines
  const areNamesHeaded = tableColumns.some(({ use }) => use === 'facilityName')
  const evidence = tableColumns.map((column, index) => {
    const values = telling.map(({ cells }) => cells[index]?.trim() ?? '')
    return evidenceOf(list, values, column, areNamesHeaded)
  })
  const width = evidence.length
  const { columns, doubtful } = usesOf(evidence)
  const isTable =
    evidence.some(({ heading }) => isOurs(heading)) || (width > 1 && columns.some(isTelling))
  if (isTable) return { shape: 'table', columns, headings, doubtful, looksLike: null }
  const start = FACILITY_CELLS.indexOf(focused)
  const [first] = columns
  const looksLike = isTelling(first) && first !== focused ? first : null
  return {
    shape: 'cells',
    columns: headings.map((_, index) => FACILITY_CELLS[start + index] ?? null),
    headings,
    doubtful: [],
    looksLike,
  }
}

/** So many filled cells of a column are looked at. */
const SAMPLE = 50

type Evidence = {
  heading: Heading
  /** A heading that is neither one of ours nor any other that is known, nor a service. */
  isUnknown: boolean
  /** 「事業所名称」, where another column is headed 「拠点」 or 「名称」. */
  isHeadedFully: boolean
  isHidden: boolean
  blank: boolean
  /** Shares of the filled cells, 0 to 1. */
  numbers: number
  checked: number
  phones: number
  services: number
  /** Of them, those that name a service beyond doubt. */
  sureServices: number
  /** Texts of the lines that are looked at, '' where they are blank. */
  values: readonly string[]
  /** 「作業所1」「作業所2」, 「生活介護1」「生活介護2」: words for a service as well, told apart by a number or a letter. */
  isLikeNames: boolean
}

function evidenceOf(
  list: PriceList,
  all: readonly string[],
  column: TableColumn,
  areNamesHeaded: boolean,
): Evidence {
  const values = all.filter((value) => value !== '').slice(0, SAMPLE)
  const share = (is: (value: string) => boolean) => shareOf(values, is)
  // 「申請中」 in place of a number says nothing of the column.
  const said = values.filter((value) => readPastedNumber(value).kind !== 'none')
  const heading = headingOver(list, values, column, areNamesHeaded)
  const isMatrix = heading === 'marks'
  const areCodes = column.use === 'serviceKey' && codeTableOf(values) !== null
  const facilityWords = share((value) => FACILITY_WORDS.test(value))
  return {
    heading: isMatrix ? 'serviceKey' : heading,
    isUnknown:
      column.heading !== '' && heading === null && matchService(list, column.heading) === null,
    isHeadedFully: /(?:事業所|施設)(?:(?!事業所|施設).)*名/.test(column.heading),
    isHidden: column.isHidden,
    blank: values.length === 0,
    numbers: shareOf(said, looksLikeNumber),
    checked: shareOf(said, isChecked),
    phones: share(
      (value) =>
        /^0/.test(value.normalize('NFKC')) &&
        (!isChecked(value) || PHONE.test(value.normalize('NFKC'))),
    ),
    services: isMatrix || areCodes ? 1 : share((value) => isServiceName(list, value)),
    sureServices: isMatrix || areCodes ? 1 : share((value) => isSureService(list, value)),
    values: all.slice(0, SAMPLE),
    isLikeNames: areLikeNames(list, values, facilityWords === 1),
  }
}

/** Parted as no number is. */
const PHONE = /^0\d{3}-\d{2}-\d{4}$/

const shareOf = (values: readonly string[], is: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(is).length / values.length

/** What a heading says once its cells were seen: marks stand below a service, but 「居宅介護事業所」 may stand over the names of such facilities, and 「番号」 over those of the rows. */
function headingOver(
  list: PriceList,
  values: readonly string[],
  column: TableColumn,
  areNamesHeaded: boolean,
): Heading | 'marks' {
  if (serviceOfHeading(list, column.heading))
    return !areNamesHeaded && shareOf(values, isName) >= NEARLY_ALL ? 'facilityName' : 'marks'
  if (values.length > 0 && isServiceGroup(list, column) && values.every(isMark)) return 'marks'
  return column.use !== 'serviceKey' && areRowNumbers(values) ? 'other' : column.use
}

/** From 1 on, or where an earlier page ended: four digits may be the ends of numbers. */
function areRowNumbers(values: readonly string[]): boolean {
  const first = Number(values[0])
  return first < 1000 && values.every((value, index) => Number(value) === first + index)
}

/** What tells them apart changes nothing of the service: 「A型」 and 「B型」 are no names, nor are capacities. */
function areLikeNames(list: PriceList, values: readonly string[], areCalledSo: boolean): boolean {
  const stems = new Set(values.map((value) => value.normalize('NFKC').replace(/[\da-z]/gi, '')))
  const [stem = ''] = stems
  const areNumbered =
    stems.size === 1 && values.length > 1 && new Set(values).size === values.length
  return areNumbered && (areCalledSo || serviceOfHeading(list, stem))
}

/** A heading such as 「居宅」 over marks: which service it means is asked. */
function isServiceGroup(list: PriceList, { heading, use }: TableColumn): boolean {
  return use !== 'other' && matchService(list, heading)?.kind === 'ambiguous'
}

function isServiceName(list: PriceList, value: string): boolean {
  return (matchService(list, value)?.kind ?? 'similar') !== 'similar'
}

function isSureService(list: PriceList, value: string): boolean {
  return ['found', 'several', 'not-offered'].includes(matchService(list, value)?.kind ?? '')
}

function looksLikeNumber(value: string): boolean {
  const read = readPastedNumber(value)
  if (read.kind === 'number') return /^\d{10}$/.test(read.value) || lostZero(read.value) !== null
  return read.kind === 'lost' || read.kind === 'several'
}

function isChecked(value: string): boolean {
  const read = readPastedNumber(value)
  if (read.kind === 'several') return read.values.some(hasValidCheckDigit)
  return read.kind === 'number' && (hasValidCheckDigit(read.value) || lostZero(read.value) !== null)
}

const MAJORITY = 0.5
const NEARLY_ALL = 0.8

/** Another column of services goes before one that may hold names. */
const LIKE_NAMES = 0.5

/** How strongly a column's content speaks for a use; 0 where it does not. */
const STRENGTH: Record<Exclude<FacilityCell, 'facilityName'>, (column: Evidence) => number> = {
  // Telephone numbers have ten digits too, and no check digit.
  facilityNumber: ({ numbers, checked, phones }) =>
    numbers < MAJORITY || phones === 1 ? 0 : numbers + 2 * checked - phones / 2,
  serviceKey: ({ services, sureServices, isLikeNames }) =>
    services < MAJORITY ? 0 : (services + sureServices) * (isLikeNames ? LIKE_NAMES : 1),
}

/** A column that is headed so goes before one whose content alone speaks for it. */
const HEADED = 10
/** Columns that the source hides are taken where no other will do. */
const HIDDEN = 0.01
/** How much less another column may speak for a use to be asked about. */
const CLOSE = { facilityNumber: 0.6, facilityName: 0.4 }

type Uses = Pick<PasteLayout, 'columns' | 'doubtful'>

function usesOf(columns: readonly Evidence[]): Uses {
  const uses: (FacilityCell | null)[] = columns.map(() => null)
  const doubtful: FacilityCell[] = []
  for (const use of ['facilityNumber', 'serviceKey', 'facilityName'] as const) {
    const own =
      use === 'facilityName'
        ? namesOf(columns, uses)
        : columns.map((column) => STRENGTH[use](column))
    const strengths = columns.map((column, index) =>
      uses[index] === null ? strengthOf(use, column, own[index] ?? 0) : 0,
    )
    const strongest = Math.max(0, ...strengths)
    if (strongest === 0) continue
    const chosen = strengths.indexOf(strongest)
    uses[chosen] = use
    const first = columns[chosen]
    for (const [index, column] of columns.entries())
      if (first && strengths[index] && isFurther(use, first, column)) uses[index] = use
    const isClose = (strength: number, index: number) =>
      use !== 'serviceKey' &&
      uses[index] === null &&
      strength > 0 &&
      strongest - strength < CLOSE[use]
    if (strengths.some(isClose)) doubtful.push(use)
  }
  fillTheOneLeft(columns, uses)
  return { columns: uses, doubtful }
}

/** What speaks for each column to hold the names, beside the numbers of the same lines. */
function namesOf(columns: readonly Evidence[], uses: readonly (FacilityCell | null)[]): number[] {
  const numbers = columns[uses.indexOf('facilityNumber')]?.values ?? []
  const strengths = nameStrengths(
    columns.map(({ values }, index) => ({ values, mayBe: uses[index] === null })),
    numbers,
  )
  return strengths.map((strength, index) => Math.max(0, strength - (columns[index]?.services ?? 0)))
}

function strengthOf(use: FacilityCell, column: Evidence, own: number): number {
  const headed = HEADED + (column.isHeadedFully ? 2 : 0)
  const strength = column.heading === use ? headed + own : column.heading === null ? own : 0
  return column.isHidden ? strength * HIDDEN : strength
}

/** Numbers for adults and for children, the services of one facility: several columns of one use. */
function isFurther(use: FacilityCell, first: Evidence, column: Evidence): boolean {
  if (use === 'facilityName' || column.isHidden) return false
  const [share, sure] =
    use === 'facilityNumber'
      ? [column.numbers, column.checked]
      : [column.sureServices, column.isLikeNames ? 0 : column.sureServices]
  if (column.heading === use) return share >= MAJORITY
  const mayHaveMore = first.heading === null || (use === 'serviceKey' && column.isUnknown)
  return mayHaveMore && sure >= NEARLY_ALL
}

/** A table of ours whose numbers are all blank: the one column left is the one use left. */
function fillTheOneLeft(columns: readonly Evidence[], uses: (FacilityCell | null)[]): void {
  if (columns.length !== FACILITY_CELLS.length) return
  const rest = columns.findIndex(({ blank, heading }) => blank && heading === null)
  const [missing] = FACILITY_CELLS.filter((use) => !uses.includes(use))
  if (uses[rest] === null && missing) uses[rest] = missing
}

/** A number or a service tells a table from mere cells; any text could be a name. */
function isTelling(use: FacilityCell | null | undefined): use is FacilityCell {
  return use === 'facilityNumber' || use === 'serviceKey'
}
