/** What is to be said of a paste as a whole. */
import { FACILITY_CELLS, type FacilityCell } from './facilities.ts'
import type { PastePlan, PasteTarget } from './paste-plan.ts'
import type { SkipReason } from './paste-structure.ts'
import { isCutOff, isCutOffBeside, MAX_COLUMNS, MAX_LINES, type Sheet } from './sheet.ts'
import { pasteMessages as say } from './table-messages.ts'

type Unsaid = Omit<PastePlan, 'notices'>

/** The weightiest first. */
export function noticesOf(target: PasteTarget, sheet: Sheet, plan: Unsaid): string[] {
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
  const notices = [
    total === 0 && say.nothing,
    overflow.length > 0 && say.overLimit(total, rows.length, rules.max),
    replaced > 0 && say.replaced(replaced),
    unclear > 0 && say.unclear(unclear),
    doubtful > 0 && say.doubtful(doubtful),
    layout.doubtful.length > 0 && say.doubtfulColumns(layout.doubtful),
    layout.looksLike !== null && say.looksLike(layout.looksLike, focus.cell),
    missing.length > 0 && say.missingColumns(missing),
    split > 0 && say.split(split),
    ignored.length > 0 && say.ignoredColumns(ignored),
    counted.length > 0 && say.skippedLines(counted),
    isCutOff(sheet) && say.cutOff(MAX_LINES),
    isCutOffBeside(sheet) && say.cutOffBeside(MAX_COLUMNS),
    (sheet.withheldLines ?? 0) > 0 && say.withheldLines(sheet.withheldLines ?? 0),
  ]
  return notices.filter((notice) => notice !== false)
}

/** The headings of columns that are not taken, or their place where they have none. */
function ignoredColumns({ layout: { columns, headings }, table }: Unsaid): string[] {
  return columns.flatMap((use, index) =>
    use === null && table.lines.some(({ cells }) => cells[index]?.trim())
      ? [headings[index] || `${index + 1}列目`]
      : [],
  )
}

/** Columns that a pasted table lacks and that nobody has typed either. */
function missingColumns(target: PasteTarget, { layout, rows }: Unsaid): FacilityCell[] {
  if (layout.shape === 'cells') return []
  const typed = new Map(target.rows.map((row) => [row.no, row]))
  return FACILITY_CELLS.filter(
    (cell) =>
      !layout.columns.includes(cell) &&
      rows.some(({ no, cells }) => !cells[cell]?.value && !typed.get(no)?.[cell].trim()),
  )
}
