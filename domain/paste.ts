/** From a pasted sheet to a plan that a person can look at before anything typed is replaced. */

import { SERVICES, type ServiceKey } from './catalogue.ts'
import { FACILITY_CELLS, type FacilityCell, type FacilityRow, isBlankRow } from './facilities.ts'
import { lostZero } from './facility-number.ts'
import { type PastedCell, type PasteRules, pastedCell } from './paste-cells.ts'
import { layoutOf, type PasteLayout } from './paste-columns.ts'
import { withSplitColumns } from './paste-combined.ts'
import { type ReadLines, readLines } from './paste-lines.ts'
import { noticesOf } from './paste-notices.ts'
import type {
  PasteCorrections,
  PastePlan,
  PasteTarget,
  PlannedRow,
  TakenRow,
} from './paste-plan.ts'
import { type ReadCells, rowsOfEntry } from './paste-rows.ts'
import { readTable, type Table } from './paste-structure.ts'
import { planPublished } from './published-plan.ts'
import { countSettled, settled } from './published-settling.ts'
import { codeTableOf } from './service-codes.ts'
import type { Sheet } from './sheet.ts'
import { pasteMessages } from './table-messages.ts'

/**
 * What a paste would do. Recognised columns go where they belong and blank lines close up; anything else
 * fills from the focused cell as in a spreadsheet, blank cells included.
 */
export function planPaste(
  target: PasteTarget,
  sheet: Sheet,
  corrections: PasteCorrections = {},
): PastePlan {
  if (sheet.published) return planPublished(target, sheet.published, corrections)
  const table = withSplitColumns(target.list, readTable(target.list, sheet))
  const recognised = layoutOf(target.list, table, target.focus.cell)
  const layout = corrections.columns ? corrected(recognised, corrections.columns) : recognised
  const lines = readLines(target.list, table, layout, corrections.takenLines)
  const read = withKnown(target, readRows(target, table, layout, lines), layout, corrections)
  const chosen = read.map((row) => ({ ...row, cells: withChoices(target, row, corrections) }))
  const lostZeros = read.filter(({ cells }) => zeroOf(cells.facilityNumber) !== null).length
  const { offered, overflow } = placed(target, chosen, corrections)
  const rows = offered.filter((row): row is TakenRow => row.no !== null)
  const { skipped } = lines
  const settled = countSettled(rows)
  const plan = { table, layout, offered, rows, skipped, overflow, lostZeros, settled }
  return { ...plan, notices: noticesOf(target, sheet, plan) }
}

function corrected(recognised: PasteLayout, columns: PasteLayout['columns']): PasteLayout {
  return { ...recognised, columns, doubtful: [], looksLike: null }
}

type ReadRow = Pick<PlannedRow, 'key' | 'line' | 'part'> & {
  cells: ReadCells
  /** Every cell of its line. */
  texts: readonly string[]
}

/** Rows with what the directory settles; a column that the sheet lacks is filled where nothing was typed. */
function withKnown(
  target: PasteTarget,
  rows: readonly ReadRow[],
  { shape }: PasteLayout,
  { known }: PasteCorrections,
): readonly ReadRow[] {
  if (!known || shape === 'cells') return rows
  const isFree = target.rows.every((row) => row.no < target.focus.no || isBlankRow(row))
  return rows.map((row) => {
    const cells = { ...settled(target, row.cells, row.texts, known) }
    for (const cell of FACILITY_CELLS) if (!isFree && !row.cells[cell]) delete cells[cell]
    return { ...row, cells }
  })
}

function readRows(
  target: PasteTarget,
  table: Table,
  layout: PasteLayout,
  { entries }: ReadLines,
): ReadRow[] {
  const codes = new Map(
    layout.columns.map((use, column) => {
      const texts = table.lines.flatMap(({ cells }) => cells[column]?.trim() || [])
      return [column, use === 'serviceKey' ? codeTableOf(texts) : null]
    }),
  )
  const texts = new Map(table.lines.map(({ line, cells }) => [line, cells]))
  return entries.flatMap((entry) => {
    const rows = rowsOfEntry(target, codes, entry, layout.shape === 'table')
    return rows.map((cells, index) => ({
      key: `${entry.key}.${index}`,
      line: entry.line,
      part: rows.length > 1 ? { index: index + 1, count: rows.length } : null,
      cells,
      texts: texts.get(entry.line) ?? [],
    }))
  })
}

/** A row's cells with what a person chose for them. */
function withChoices(
  rules: PasteRules,
  { key, cells }: ReadRow,
  { services, numbers, repairsZeros }: PasteCorrections,
): ReadCells {
  const { facilityNumber: number, serviceKey: service } = cells
  const chosen = { ...cells }
  const meant = service?.unclear ? services?.get(service.source.trim()) : undefined
  if (service && meant)
    chosen.serviceKey = {
      ...pastedCell(rules, 'serviceKey', SERVICES[meant].name),
      source: service.source,
    }
  const picked = numbers?.get(key)
  if (number && picked !== undefined)
    chosen.facilityNumber = {
      ...number,
      value: picked,
      unclear: false,
      doubtful: false,
      note: null,
      isSettled: false,
    }
  const zero = zeroOf(number)
  if (number && repairsZeros && zero !== null)
    chosen.facilityNumber = {
      ...number,
      value: zero,
      note: pasteMessages.zeroRepaired(number.value, zero),
    }
  return chosen
}

function zeroOf(number: PastedCell | undefined): string | null {
  return number ? lostZero(number.value) : null
}

/** The rows from the focused one on, as far as the table has room. */
function placed(
  { rows, rules, focus }: PasteTarget,
  read: readonly ReadRow[],
  { leftOut }: PasteCorrections,
): Pick<PastePlan, 'offered' | 'overflow'> {
  const typed = new Map(rows.map((row) => [row.no, row]))
  const offered: PlannedRow[] = []
  const overflow: string[][] = []
  let no = focus.no
  for (const { texts: _, ...row } of read) {
    if (leftOut?.has(row.key)) offered.push({ ...row, no: null, cells: overTyped(row.cells) })
    else if (no > rules.max) overflow.push(FACILITY_CELLS.map((cell) => textOf(cell, row.cells)))
    else {
      offered.push({ ...row, no, cells: overTyped(row.cells, typed.get(no)) })
      no += 1
    }
  }
  return { offered, overflow }
}

function textOf(cell: FacilityCell, cells: ReadCells): string {
  const read = cells[cell]
  if (!read) return ''
  if (cell === 'serviceKey' && read.value in SERVICES)
    return SERVICES[read.value as ServiceKey].name
  return read.value === '' ? read.source : read.value
}

function overTyped(cells: ReadCells, typed?: FacilityRow): PlannedRow['cells'] {
  const planned: PlannedRow['cells'] = {}
  for (const cell of FACILITY_CELLS) {
    const pasted = cells[cell]
    const before = typed?.[cell] ?? ''
    if (pasted) planned[cell] = { ...pasted, replaces: before === pasted.value ? '' : before }
  }
  return planned
}
