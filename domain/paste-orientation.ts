/** Turns a table upright whose headings stand in its first column. */
import { headingOf, isHeadingRow, isOurs } from './paste-headings.ts'
import { isBlank, linesOf, type Sheet, type SheetLine } from './sheet.ts'

type Oriented = { lines: SheetLine[]; hiddenColumns: ReadonlySet<number> }

/** The lines of a sheet, an entry to a line. */
export function orientedLines(sheet: Sheet): Oriented {
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
      return { line: column + 1, cells, filled: new Set(), across: new Map(), isHidden }
    }),
  )
  const filled = entries.filter(({ cells }) => !cells.every(isBlank))
  const top = { line: 1, cells: headings, filled: new Set<number>(), across: new Map() }
  return [{ ...top, isHidden: false }, ...filled]
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
