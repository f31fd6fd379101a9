/** From a pasted grid to a plan that a person can look at before anything typed is replaced, and undo afterwards. */
import { FACILITY_CELLS, type FacilityCell, type FacilityRow } from './facilities.ts'
import {
  inheritedCell,
  type PastedCell,
  type PasteRules,
  pastedCell,
  sharesNumber,
} from './paste-cells.ts'
import { layoutOf, type PasteLayout } from './paste-columns.ts'
import { pasteMessages } from './table-messages.ts'

/** Cells as a parser of TSV or CSV hands them over; rows may differ in length. */
export type Grid = readonly (readonly string[])[]

export type PasteTarget = PasteRules & {
  /** The rows of the table as typed. */
  rows: readonly FacilityRow[]
  /** The cell that has the focus: pasted rows begin in its row. */
  focus: { no: number; cell: FacilityCell }
}

export type PlannedCell = PastedCell & {
  /** What stands in the table now and would be lost; empty where nothing would. */
  replaces: string
}

export type PlannedRow = {
  /** The row of the table, from 1. */
  no: number
  /** The line of the paste, from 1. */
  line: number
  cells: Partial<Record<FacilityCell, PlannedCell>>
}

export type PastePlan = {
  layout: PasteLayout
  rows: PlannedRow[]
  /** The lines, as pasted, for which the table has no room. */
  overflow: string[][]
  /** Sentences on the whole, the weightiest first. */
  notices: string[]
}

/**
 * What a paste would do. Recognised columns go where they belong and blank lines close up; anything else
 * fills from the focused cell as in a spreadsheet, blank cells included. `layout` is for a person who
 * corrects what was recognised.
 */
export function planPaste(
  target: PasteTarget,
  pasted: Grid,
  layout: PasteLayout = layoutOf(target.list, trimmed(pasted), target.focus.cell),
): PastePlan {
  const body = trimmed(pasted)
    .map((row, index) => ({ row, index }))
    .filter(
      ({ row, index }) =>
        !layout.skippedLines.has(index) && !(layout.shape === 'table' && isBlank(row)),
    )
  const room = Math.max(0, target.rules.max - target.focus.no + 1)
  const filled = layout.shape === 'table' ? withMerged : (rows: ReadRow[]) => rows
  const read = body
    .slice(0, room)
    .map(({ row, index }) => ({ index, cells: readRow(target, layout, row) }))

  const typed = new Map(target.rows.map((row) => [row.no, row]))
  const rows = filled(read).map(({ index, cells }, offset): PlannedRow => {
    const no = target.focus.no + offset
    return { no, line: index + 1, cells: overTyped(cells, typed.get(no)) }
  })
  const overflow = body.slice(room).map(({ row }) => [...row])
  const plan = { layout, rows, overflow }
  return { ...plan, notices: noticesOf(target, pasted, plan) }
}

/** The rows as they stand once a plan is carried out; what stood before is the one thing to keep for an undo. */
export function rowsAfter(plan: PastePlan, rows: readonly FacilityRow[]): FacilityRow[] {
  const planned = new Map(plan.rows.map((row) => [row.no, row.cells]))
  const last = Math.max(0, ...rows.map(({ no }) => no), ...planned.keys())
  const typed = new Map(rows.map((row) => [row.no, row]))
  return Array.from({ length: last }, (_, index) => {
    const no = index + 1
    const row = { no, facilityName: '', facilityNumber: '', serviceKey: '', ...typed.get(no) }
    for (const cell of FACILITY_CELLS) row[cell] = planned.get(no)?.[cell]?.value ?? row[cell]
    return row
  })
}

type ReadCells = Partial<Record<FacilityCell, PastedCell>>
type ReadRow = { index: number; cells: ReadCells }

function readRow(rules: PasteRules, layout: PasteLayout, row: readonly string[]): ReadCells {
  const cells: ReadCells = {}
  for (const [index, use] of layout.columns.entries())
    if (use !== null) cells[use] = pastedCell(rules, use, row[index] ?? '')
  return cells
}

/**
 * Merged cells arrive with their text in the first line alone. A line with a number or a service but no
 * name has the name of the line above; without a number as well, it has that too.
 */
function withMerged(rows: readonly ReadRow[]): ReadRow[] {
  let above: ReadCells = {}
  return rows.map(({ index, cells }) => {
    const { facilityName: name, facilityNumber: number, serviceKey: service } = cells
    const continues = isEmptyCell(name) && !(isEmptyCell(number) && isEmptyCell(service))
    const merged = { ...cells }
    if (continues && above.facilityName?.value) {
      merged.facilityName = inheritedCell(above.facilityName)
      if (number && isEmptyCell(number) && above.facilityNumber?.value && sharesNumber(service))
        merged.facilityNumber = inheritedCell(above.facilityNumber)
    }
    above = merged
    return { index, cells: merged }
  })
}

function isEmptyCell(cell: PastedCell | undefined): boolean {
  return cell === undefined || cell.source.trim() === ''
}

function overTyped(cells: ReadCells, typed: FacilityRow | undefined): PlannedRow['cells'] {
  const planned: PlannedRow['cells'] = {}
  for (const cell of FACILITY_CELLS) {
    const pasted = cells[cell]
    const before = typed?.[cell] ?? ''
    if (pasted) planned[cell] = { ...pasted, replaces: before === pasted.value ? '' : before }
  }
  return planned
}

function noticesOf(target: PasteTarget, pasted: Grid, plan: Omit<PastePlan, 'notices'>): string[] {
  const { rows, overflow, layout } = plan
  const { focus, rules } = target
  const cells = rows.flatMap((row) => Object.values(row.cells))
  const unclear = cells.filter((cell) => cell.unclear).length
  const replaced = cells.filter((cell) => cell.replaces.trim() !== '').length
  const ignored = ignoredColumns(layout, pasted)
  const missing = missingColumns(target, plan)
  const { looksLike, skippedLines } = layout
  const say = pasteMessages
  const notices = [
    rows.length + overflow.length === 0 && say.nothing,
    overflow.length > 0 && say.overLimit(rows.length + overflow.length, rows.length, rules.max),
    replaced > 0 && say.replaced(replaced),
    unclear > 0 && say.unclear(unclear),
    looksLike !== null && say.looksLike(looksLike, focus.cell),
    missing.length > 0 && say.missingColumns(missing),
    ignored.length > 0 && say.ignoredColumns(ignored),
    skippedLines.size > 0 && say.skippedLines(skippedLines.size),
  ]
  return notices.filter((notice) => notice !== false)
}

/** The headings of columns that are not taken, or their place where they have none. */
function ignoredColumns({ columns, headings }: PasteLayout, pasted: Grid): string[] {
  return columns.flatMap((use, index) =>
    use === null && pasted.some((row) => row[index]?.trim())
      ? [headings[index]?.trim() || `${index + 1}列目`]
      : [],
  )
}

/** Columns that a pasted table lacks and that nobody has typed either. */
function missingColumns(
  target: PasteTarget,
  { layout, rows }: Omit<PastePlan, 'notices'>,
): FacilityCell[] {
  if (layout.shape === 'cells') return []
  const typed = new Map(target.rows.map((row) => [row.no, row]))
  return FACILITY_CELLS.filter(
    (cell) =>
      !layout.columns.includes(cell) && rows.some(({ no }) => !typed.get(no)?.[cell].trim()),
  )
}

function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '')
}

/** Spreadsheets end the last line too, and people select too far down. */
function trimmed(grid: Grid): Grid {
  return grid.slice(0, grid.findLastIndex((row) => !isBlank(row)) + 1)
}
