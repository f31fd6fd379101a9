/** A table as any source hands it over: clipboard, CSV, workbook or plain text, with what the source knew of it. */

import type { PublishedFacilities } from '#domain/directory.ts'

/** Lines of cells; a line break inside a cell is \n. Lines may differ in length. */
export type Grid = readonly (readonly string[])[]

/** A merged cell: its first line and column (from 0), and how many it covers. */
export type Merge = { line: number; column: number; lines: number; columns: number }

export type Sheet = {
  grid: Grid
  merges?: readonly Merge[]
  /** Lines (from 0) that the source does not show. */
  hiddenLines?: ReadonlySet<number>
  /** Lines (from 0) that are struck through. */
  struckLines?: ReadonlySet<number>
  /** Columns (from 0) that the source does not show. */
  hiddenColumns?: ReadonlySet<number>
  /** Lines that the source kept to itself because it does not show them. */
  withheldLines?: number
  /** Texts of cells that were joined from lines of paper, which do not say whether a blank stood between them. */
  openJoints?: ReadonlySet<string>
  /** Put together from the places of letters on paper. */
  isFromPaper?: boolean
  /** The text in which the table has yet to be found: the grid has it as it is. */
  text?: string
  /** Cells whose formula has no result in the file. */
  openFormulas?: number
  /** The name of a sheet in a workbook. */
  name?: string
  /** Facilities of the directory in place of a grid: nothing of them has to be read. */
  published?: PublishedFacilities
}

/** One line of a sheet, merged cells filled in downward. */
export type SheetLine = {
  /** Its place in the source, from 1. */
  line: number
  cells: readonly string[]
  /** Columns whose text comes from the merged cell above. */
  filled: ReadonlySet<number>
  /** Text of the merged cell to the left, for columns that it covers: headings need it. */
  across: ReadonlyMap<number, string>
  isHidden: boolean
  isStruck: boolean
}

/** Characters of a cell that are looked at: far more than a name may have. */
const CELL_LIMIT = 1000

/** Lines of a sheet that are read: far more than a table of a hundred rows needs. */
export const MAX_LINES = 5000

/** Pages of a PDF that are read; a list of a hundred rows takes ten. */
export const MAX_PAGES = 100

/** Columns that are read, of a clipboard as of a workbook: what is compared column by column takes quadratic time. */
export const MAX_COLUMNS = 200

/** Whether the sheet goes on below the lines that are read. */
export function isCutOff({ grid }: Sheet): boolean {
  return grid.slice(MAX_LINES).some((cells) => !cells.every(isBlank))
}

/** Whether the sheet goes on beside the columns that are read. */
export function isCutOffBeside({ grid }: Sheet): boolean {
  return grid.some((cells) => !cells.slice(MAX_COLUMNS).every(isBlank))
}

/** The lines that are read, down to the last filled one, equally wide. */
export function linesOf({
  grid: whole,
  merges = [],
  hiddenLines,
  struckLines,
}: Sheet): SheetLine[] {
  const grid = whole.slice(0, MAX_LINES)
  const widest = grid.reduce((most, row) => Math.max(most, row.length), 0)
  const width = Math.min(MAX_COLUMNS, widest)
  const lines = grid.map((row, index) => ({
    line: index + 1,
    cells: Array.from({ length: width }, (_, column) =>
      withoutFormula(row[column] ?? '')
        .slice(0, CELL_LIMIT)
        .replace(INVISIBLE, ''),
    ),
    filled: new Set<number>(),
    across: new Map<number, string>(),
    isHidden: hiddenLines?.has(index) ?? false,
    isStruck: struckLines?.has(index) ?? false,
  }))
  for (const merge of merges) {
    const text = grid[merge.line]?.[merge.column]?.slice(0, CELL_LIMIT)
    if (text === undefined || isBlank(text) || merge.column >= width) continue
    for (const below of lines.slice(merge.line, merge.line + merge.lines)) {
      if (isBlank(below.cells[merge.column])) {
        below.cells[merge.column] = text
        below.filled.add(merge.column)
      }
      for (let column = merge.column + 1; column < merge.column + merge.columns; column += 1)
        below.across.set(column, text)
    }
  }
  return lines.slice(0, lines.findLastIndex(({ cells }) => !cells.every(isBlank)) + 1)
}

/** Marks of direction and breaks without width, and what selects a variant of a digit: nobody sees them. Joiners make pictures. */
const INVISIBLE = /\u034f|[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** 「="0411000177"」, as programs write a text that Excel must not take for a number. */
function withoutFormula(text: string): string {
  return text.startsWith('="') && text.endsWith('"') && text.length > 3
    ? text.slice(2, -1).replaceAll('""', '"')
    : text
}

export function isBlank(text: string | undefined): boolean {
  return (text ?? '').trim() === ''
}
