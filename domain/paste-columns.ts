/** Which column of a pasted grid is the number, the service and the name: by its heading, else by what stands in it. */
import { FACILITY_CELLS, type FacilityCell } from './facilities.ts'
import { hasValidCheckDigit, lostZero } from './facility-number.ts'
import { type Heading, headingOf, isHeadingRow } from './paste-headings.ts'
import { readPastedNumber } from './pasted-number.ts'
import type { PriceList } from './pricing.ts'
import { matchService } from './service-names.ts'

export type PasteLayout = {
  /** table: columns go where they belong. cells: they fill rightward from the focused cell. */
  shape: 'table' | 'cells'
  /** For each column of the grid, where it goes; null where it is not taken. */
  columns: (FacilityCell | null)[]
  /** For each column of the grid, its heading as written; empty where there is none. */
  headings: string[]
  /** Lines of the grid that are headings or stand above them. */
  skippedLines: ReadonlySet<number>
  /** What a single column looks like, where that is not what the focused cell takes. */
  looksLike: FacilityCell | null
}

/** How a grid without trailing blank lines is to be read when it is pasted at a cell. */
export function layoutOf(
  list: PriceList,
  grid: readonly (readonly string[])[],
  focused: FacilityCell,
): PasteLayout {
  const width = Math.max(0, ...grid.map((row) => row.length))
  const skippedLines = skippedLinesOf(grid)
  const headingLine = grid.findIndex((row, line) => skippedLines.has(line) && isHeadingRow(row))
  const headings = Array.from({ length: width }, (_, index) => grid[headingLine]?.[index] ?? '')
  const body = grid.filter((_, line) => !skippedLines.has(line))
  const columns = headings.map((heading, index) => {
    const values = body.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '')
    return evidenceOf(list, values.slice(0, SAMPLE), headingOf(heading))
  })

  const uses = usesOf(columns)
  const isTable =
    columns.some(({ heading }) => isOurs(heading)) || (width > 1 && uses.some(isTelling))
  if (isTable) return { shape: 'table', columns: uses, headings, skippedLines, looksLike: null }
  const start = FACILITY_CELLS.indexOf(focused)
  const looksLike = width === 1 && isTelling(uses[0]) && uses[0] !== focused ? uses[0] : null
  return {
    shape: 'cells',
    columns: headings.map((_, index) => FACILITY_CELLS[start + index] ?? null),
    headings,
    skippedLines,
    looksLike,
  }
}

/** Lines among the first few that are headings, with the titles above them, and headings repeated further down. */
function skippedLinesOf(grid: readonly (readonly string[])[]): ReadonlySet<number> {
  const headingLines = grid.flatMap((row, line) => (isHeadingRow(row) ? [line] : []))
  const [first = -1] = headingLines
  const titles = first < TITLE_LINES ? Array.from({ length: Math.max(0, first) }, (_, i) => i) : []
  return new Set([...titles, ...headingLines])
}

/** A heading stands this near the top, or what is above it is no title. */
const TITLE_LINES = 5

/** So many filled cells of a column are looked at. */
const SAMPLE = 50

type Evidence = {
  heading: Heading
  blank: boolean
  /** Shares of the filled cells, 0 to 1. */
  numbers: number
  checked: number
  services: number
  names: number
  varied: boolean
}

function evidenceOf(list: PriceList, values: readonly string[], heading: Heading): Evidence {
  const share = (is: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(is).length / values.length
  const counting = values.every((value, index) => Number(value) === Number(values[0]) + index)
  const isRowNumber = counting && values.length > 0 && Number(values[0]) < 1000
  return {
    heading: isRowNumber ? 'other' : heading,
    blank: values.length === 0,
    numbers: share((value) => looksLikeNumber(value) && !PHONE.test(value.normalize('NFKC'))),
    checked: share(isChecked),
    services: share((value) => (matchService(list, value)?.kind ?? 'similar') !== 'similar'),
    names: share((value) => !NOT_A_NAME.test(value.normalize('NFKC'))),
    varied: new Set(values).size > 1,
  }
}

const PHONE = /^\(?0\d{1,4}[-() ]+\d{1,4}[-() ]+\d{3,4}$/
const NOT_A_NAME =
  /^[\d\s.,:;/()+%#¥年月日時分円名人-]*$|@|^https?:|^〒|^(?:東京都|北海道|(?:大阪|京都)府|.{2,3}県).{1,6}[市区郡町村]/

function looksLikeNumber(value: string): boolean {
  const read = readPastedNumber(value)
  if (read.kind === 'number') return /^\d{10}$/.test(read.value) || lostZero(read.value) !== null
  return read.kind === 'lost'
}

function isChecked(value: string): boolean {
  const read = readPastedNumber(value)
  return read.kind === 'number' && (hasValidCheckDigit(read.value) || lostZero(read.value) !== null)
}

const MAJORITY = 0.5

/** How strongly a column's content speaks for a use; 0 where it does not. */
const STRENGTH: Record<FacilityCell, (column: Evidence) => number> = {
  // Telephone numbers have ten digits too, and no check digit.
  facilityNumber: ({ numbers, checked }) => (numbers < MAJORITY ? 0 : numbers + 2 * checked),
  serviceKey: ({ services }) => (services < MAJORITY ? 0 : services),
  facilityName: ({ names, varied }) => (names < MAJORITY ? 0 : names + (varied ? 1 : 0)),
}

/** Each use goes to one column: one that is headed so, else an unheaded one whose content speaks for it. */
function usesOf(columns: readonly Evidence[]): (FacilityCell | null)[] {
  const uses: (FacilityCell | null)[] = columns.map(() => null)
  for (const use of ['facilityNumber', 'serviceKey', 'facilityName'] as const) {
    const strength = (column: Evidence, index: number) => {
      if (uses[index] !== null) return 0
      if (column.heading === use) return 10 + STRENGTH[use](column)
      return column.heading === null ? STRENGTH[use](column) : 0
    }
    const strengths = columns.map(strength)
    const strongest = Math.max(0, ...strengths)
    if (strongest > 0) uses[strengths.indexOf(strongest)] = use
  }
  // A table of ours whose numbers are all blank: the one column left is the one use left.
  const rest = columns.findIndex(
    ({ blank, heading }, index) => blank && heading === null && uses[index] === null,
  )
  const missing = FACILITY_CELLS.find((use) => !uses.includes(use))
  if (columns.length === FACILITY_CELLS.length && rest >= 0 && missing) uses[rest] = missing
  return uses
}

function isOurs(heading: Heading): boolean {
  return heading !== null && heading !== 'other'
}

/** A number or a service tells a table from mere cells; any text could be a name. */
function isTelling(use: FacilityCell | null | undefined): use is FacilityCell {
  return use === 'facilityNumber' || use === 'serviceKey'
}
