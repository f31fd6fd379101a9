/** From a pasted sheet to a plan that a person can look at before anything typed is replaced. */

import { SERVICES, type ServiceKey } from '#domain/catalogue.ts'
import {
  FACILITY_CELLS,
  type FacilityCell,
  type FacilityRow,
  isBlankRow,
  lostZero,
} from '#domain/facilities.ts'
import { audited, faultsOf, lostNumbers } from './audit.ts'
import { pasteMessages } from './messages.ts'
import type {
  PasteCorrections,
  PastePlan,
  PasteTarget,
  PlannedRow,
  TakenRow,
} from './paste-plan.ts'
import { cellsFromDirectory, countFromDirectory, planPublished } from './published.ts'
import { gridsOfText, withPlainNumbers } from './read/text.ts'
import { type PastedCell, type PasteRules, pastedCell } from './recognise/cells.ts'
import { layoutOf, type PasteLayout } from './recognise/columns.ts'
import { withSplitColumns } from './recognise/combined-columns.ts'
import { headingOf } from './recognise/headings.ts'
import { type ReadLines, readLines } from './recognise/lines.ts'
import { type ReadCells, rowsOfEntry } from './recognise/rows.ts'
import { codeTableOf } from './recognise/service-codes.ts'
import { readTable, type SkipReason, type Table } from './recognise/structure.ts'
import {
  type Grid,
  isBlank,
  isCutOff,
  isCutOffBeside,
  linesOf,
  MAX_COLUMNS,
  MAX_LINES,
  type Sheet,
} from './sheet.ts'

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
  const found = tableIn(target, sheet)
  const { table, layout, lines, rows: rowsRead } = readSheet(target, found, corrections)
  const lost = lostIn(found, rowsRead)
  const marked = withOpenJoints(rowsRead, found)
  const read = withDirectory(target, marked, layout, corrections)
  const chosen = read.map((row) => ({ ...row, cells: withChoices(target, row, corrections) }))
  const lostZeros = read.filter(({ cells }) => zeroOf(cells.facilityNumber) !== null).length
  const { offered, overflow } = placed(target, chosen, corrections)
  const rows = offered.filter((row): row is TakenRow => row.no !== null)
  const { skipped } = lines
  const fromDirectory = countFromDirectory(rows)
  const plan = { table, layout, offered, rows, skipped, overflow, lostZeros, fromDirectory, lost }
  return { ...plan, ...noticesOf(target, sheet, plan) }
}

type Reading = { table: Table; layout: PasteLayout; lines: ReadLines; rows: ReadRow[] }

function readSheet(target: PasteTarget, sheet: Sheet, corrections: PasteCorrections): Reading {
  const table = withSplitColumns(target.list, readTable(target.list, sheet))
  const recognised = layoutOf(target.list, table, target.focus.cell)
  const layout = corrections.columns ? corrected(recognised, corrections.columns) : recognised
  const lines = readLines(target.list, table, layout, {
    ...(corrections.takenLines && { wanted: corrections.takenLines }),
    areWhole: IN_TEXT.has(sheet),
  })
  const rows = readRows(target, table, layout, lines)
  const isTable = layout.shape === 'table'
  const heading = layout.headings[layout.columns.indexOf('facilityName')] ?? ''
  const prose = isProse(sheet) ? (sheet.text ?? null) : null
  const areNamed = prose === null && headingOf(heading) === 'facilityName'
  const isSeveral = sheet.grid.length > 1 || sheet.text !== undefined
  const isAudited = isTable || (layout.looksLike === null && isSeveral)
  return {
    table,
    layout,
    lines,
    rows: isAudited ? audited(target.list, rows, { text: prose, areNamed }) : rows,
  }
}

/** Names and numbers out of lines of paper that do not say whether a blank stood between them. */
function withOpenJoints(rows: readonly ReadRow[], sheet: Sheet): ReadRow[] {
  const { openJoints } = sheet
  if (!openJoints) return [...rows]
  const open = [...openJoints]
  return rows.map(({ texts, ...row }) => {
    const own = IN_TEXT.has(sheet) ? open : texts.filter((text) => openJoints.has(text.trim()))
    const cells = { ...row.cells }
    for (const key of ['facilityName', 'facilityNumber'] as const) {
      const cell = cells[key]
      const source = cell?.source.trim() ?? ''
      const isOpen = source !== '' && own.some((text) => text.includes(source))
      if (cell && isOpen && !cell.unclear && !cell.doubtful)
        cells[key] = { ...cell, doubtful: true, note: pasteMessages.openJoint(cell.value) }
    }
    return { ...row, texts, cells }
  })
}

/** Numbers that no row has: of a text all of them, of a table those that stand in the lines that it shows. */
function lostIn(sheet: Sheet, rows: readonly ReadRow[]): string[] {
  const { text } = sheet
  if (text !== undefined && isProse(sheet))
    return lostNumbers(
      withPlainNumbers(text.split('\n')).map((line) => [line]),
      rows,
      true,
    )
  const shown = linesOf(sheet).filter(({ isHidden, isStruck }) => !isHidden && !isStruck)
  return lostNumbers(
    shown.map(({ cells }) => cells),
    rows,
    false,
  )
}

/** A text in which few lines are cells; above those, titles and sections may stand alone. */
function isProse(sheet: Sheet): boolean {
  const { text, grid } = sheet
  if (IN_TEXT.has(sheet)) return true
  const filled = grid.map((row) => row.filter((cell) => !isBlank(cell)).length).filter(Boolean)
  return text !== undefined && filled.filter((count) => count > 1).length * 3 < filled.length
}

const FOUND = new WeakMap<Sheet, Sheet>()
/** Tables that the reader of texts found. */
const IN_TEXT = new WeakSet<Sheet>()

/** How much is left open, in all and in each row; the words that are in no column of ours count where each of them may be a name. */
function faultsIn(target: PasteTarget, sheet: Sheet, countsWords: boolean) {
  const { rows, layout, table } = readSheet(target, sheet, {})
  if (rows.length === 0)
    return {
      all: Number.POSITIVE_INFINITY,
      each: Number.POSITIVE_INFINITY,
      whole: 0,
      isHeaded: false,
    }
  const isUnused = (text: string, at: number) =>
    !isBlank(text) && !layout.columns[at] && !layout.headings[at]
  const unused = countsWords ? table.lines.flatMap(({ cells }) => cells.filter(isUnused)) : []
  const all = unused.length + faultsOf(rows, lostIn(sheet, rows))
  const whole = rows.filter(({ cells }) => isWhole(cells)).length
  const uses = new Set(layout.headings.map(headingOf))
  const isHeaded = uses.has('facilityName') && uses.has('facilityNumber')
  return { all, each: all / rows.length, whole, isHeaded }
}

/** Whether a row has both a name and a service. */
export function isWhole({ facilityName, serviceKey }: ReadCells): boolean {
  return !isBlank(facilityName?.value) && !isBlank(serviceKey?.value)
}

/** The table in a text: as it stands, or as the reader of texts finds it, whichever leaves the least open. */
function tableIn(target: PasteTarget, sheet: Sheet): Sheet {
  const { text } = sheet
  if (text === undefined) return sheet
  const known = FOUND.get(sheet)
  if (known) return known
  const isTable = !isProse(sheet)
  const asItStands = isTable ? sheet : { ...sheet, grid: withPlainCells(sheet.grid) }
  let best = { sheet: asItStands, faults: faultsIn(target, asItStands, !isTable) }
  // What stands between tabs is the table where headings say so, or unless every line of it is open.
  const isFound =
    best.faults.all === 0 || (isTable && (best.faults.isHeaded || best.faults.each < 1.5))
  if (!isFound)
    for (const grid of gridsOfText(target.list, text)) {
      const other = { ...sheet, grid }
      IN_TEXT.add(other)
      const faults = faultsIn(target, other, true)
      // Lines of a table that have a name and a service are rows, whether they have a number or not.
      const keepsRows = !isTable || faults.whole >= best.faults.whole
      if (keepsRows && faults.all < best.faults.all) best = { sheet: other, faults }
    }
  FOUND.set(sheet, best.sheet)
  return best.sheet
}

/** As the reader of texts does: whether 131-010-0118 is a number is told by all of them. */
function withPlainCells(grid: Grid): Grid {
  const plain = withPlainNumbers(grid.flat()).values()
  return grid.map((row) => row.map((cell) => plain.next().value ?? cell))
}

function corrected(recognised: PasteLayout, columns: PasteLayout['columns']): PasteLayout {
  return { ...recognised, columns, doubtful: [], looksLike: null }
}

type ReadRow = Pick<PlannedRow, 'key' | 'line' | 'part'> & {
  cells: ReadCells
  /** Every cell of its line. */
  texts: readonly string[]
}

/** Rows filled in and corrected from the directory; a column that the sheet lacks is filled where nothing was typed. */
function withDirectory(
  target: PasteTarget,
  rows: readonly ReadRow[],
  { shape }: PasteLayout,
  { excerpt }: PasteCorrections,
): readonly ReadRow[] {
  if (!excerpt || shape === 'cells') return rows
  const isFree = target.rows.every((row) => row.no < target.focus.no || isBlankRow(row))
  return rows.map((row) => {
    const cells = { ...cellsFromDirectory(target, row.cells, row.texts, excerpt) }
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
  const choice = service?.unclear ? services?.get(service.source.trim()) : undefined
  if (service && choice)
    chosen.serviceKey = {
      ...pastedCell(rules, 'serviceKey', SERVICES[choice].name),
      source: service.source,
    }
  const chosenNumber = numbers?.get(key)
  if (number && chosenNumber !== undefined)
    chosen.facilityNumber = {
      ...number,
      value: chosenNumber,
      unclear: false,
      doubtful: false,
      note: null,
      isFromDirectory: false,
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

/* Notices on a paste as a whole. */

type Notices = Pick<PastePlan, 'notices' | 'weighty'>
type SilentPlan = Omit<PastePlan, keyof Notices>

/** The weightiest first. */
function noticesOf(target: PasteTarget, sheet: Sheet, plan: SilentPlan): Notices {
  const { rows, overflow, layout, skipped, offered } = plan
  const { focus, rules } = target
  const cells = rows.flatMap((row) => Object.values(row.cells))
  const unclear = cells.filter((cell) => cell.unclear).length
  const doubtful = cells.filter((cell) => cell.doubtful).length
  const replaced = cells.filter((cell) => cell.replaces.trim() !== '').length
  const split = new Set(offered.filter(({ part }) => part).map(({ line }) => line)).size
  const missing = missingColumns(target, plan)
  const ignored = ignoredColumns(plan)
  const reasons = [...new Set(skipped.map(({ why }) => why))]
  const counted = reasons.map((reason): [SkipReason, number] => [
    reason,
    skipped.filter(({ why }) => why === reason).length,
  ])
  const total = rows.length + overflow.length
  const weighty = [
    total === 0 && pasteMessages.nothing,
    total > 0 && sheet.isFromPaper === true && pasteMessages.fromPaper,
    overflow.length > 0 && pasteMessages.overLimit(total, rows.length, rules.max),
    replaced > 0 && pasteMessages.replaced(replaced),
    unclear > 0 && pasteMessages.unclear(unclear),
    doubtful > 0 && pasteMessages.doubtful(doubtful),
    plan.lost.length > 0 && pasteMessages.lostNumbers(plan.lost),
    layout.doubtful.length > 0 && pasteMessages.doubtfulColumns(layout.doubtful),
    layout.looksLike !== null && pasteMessages.looksLike(layout.looksLike, focus.cell),
    missing.length > 0 && pasteMessages.missingColumns(missing),
    isCutOff(sheet) && pasteMessages.cutOff(MAX_LINES),
    isCutOffBeside(sheet) && pasteMessages.cutOffBeside(MAX_COLUMNS),
    (sheet.withheldLines ?? 0) > 0 && pasteMessages.withheldLines(sheet.withheldLines ?? 0),
  ].filter((notice) => notice !== false)
  const others = [
    split > 0 && pasteMessages.split(split),
    ignored.length > 0 && pasteMessages.ignoredColumns(ignored),
    counted.length > 0 && pasteMessages.skippedLines(counted),
  ].filter((notice) => notice !== false)
  return { notices: [...weighty, ...others], weighty: weighty.length }
}

/** The headings of columns that are not taken, or their place where they have none. */
function ignoredColumns({ layout: { columns, headings }, table }: SilentPlan): string[] {
  return columns.flatMap((use, index) =>
    use === null && table.lines.some(({ cells }) => cells[index]?.trim())
      ? [headings[index] || `${index + 1}列目`]
      : [],
  )
}

/** Whether a person is asked where the columns go: a use is in doubt, or some row lacks what no column holds. */
export function asksColumns({ layout, rows }: PastePlan): boolean {
  if (layout.columns.length < 2) return false
  const lacks = (cell: FacilityCell) =>
    !layout.columns.includes(cell) && rows.some(({ cells }) => !cells[cell]?.value)
  const isIncomplete =
    rows.length === 0
      ? FACILITY_CELLS.some((cell) => !layout.columns.includes(cell))
      : FACILITY_CELLS.some(lacks)
  return layout.doubtful.length > 0 || isIncomplete
}

/** Columns that a pasted table lacks and that nobody has typed either. */
function missingColumns(target: PasteTarget, { layout, rows }: SilentPlan): FacilityCell[] {
  if (layout.shape === 'cells') return []
  const typed = new Map(target.rows.map((row) => [row.no, row]))
  return FACILITY_CELLS.filter(
    (cell) =>
      !layout.columns.includes(cell) &&
      rows.some(({ no, cells }) => !cells[cell]?.value && !typed.get(no)?.[cell].trim()),
  )
}

/* Carrying a paste plan out: the rows before, and after. Apart from the planner, which loads later. */

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
