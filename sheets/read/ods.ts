/** The sheets of an .ods workbook as they are shown. */
import type { Merge, Sheet } from '../sheet.ts'
import { attributeOf, type MarkupToken, tokensOf } from './markup.ts'
import { fullDigits } from './xlsx.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

/** The sheets in the order of the workbook, whose content is a file of an archive or, flat, a file of its own; null where this is none. */
export function sheetsOfOds(content: string): Sheet[] | null {
  const start = content.indexOf('<office:spreadsheet')
  if (start < 0) return null
  const reader = new OdsReader()
  for (const token of tokensOf(content.slice(start))) reader.take(token)
  return reader.sheets
}

type OpenSheet = {
  name: string
  grid: string[][]
  merges: Merge[]
  hiddenLines: Set<number>
  hiddenColumns: Set<number>
}
type OpenCell = { attributes: string; paragraphs: string[]; repeated: number }

class OdsReader {
  readonly sheets: Sheet[] = []
  #sheet: OpenSheet | null = null
  #row: { cells: string[]; repeated: number; isHidden: boolean } | null = null
  #cell: OpenCell | null = null
  #isText = false
  /** Inside a comment on a cell. */
  #isAside = false
  #columns = 0

  take(token: MarkupToken): void {
    if (token.kind === 'text') {
      const cell = this.#cell
      if (cell && this.#isText && !this.#isAside)
        cell.paragraphs.push(`${cell.paragraphs.pop() ?? ''}${token.text}`)
      return
    }
    const { name } = token
    const attributes = token.kind === 'close' ? '' : token.attributes
    if (name === 'annotation' || name === 'ruby-text') this.#isAside = token.kind === 'open'
    else if (name === 'table') this.#takeTable(token.kind, attributes)
    else if (name === 'table-column' && token.kind !== 'close') this.#takeColumns(attributes)
    else if (name === 'table-row') this.#takeRow(token.kind, attributes)
    else if (name === 'table-cell' || name === 'covered-table-cell')
      this.#takeCell(token.kind, attributes)
    else if (name === 'p' && !this.#isAside) {
      this.#isText = token.kind === 'open'
      if (this.#isText) this.#cell?.paragraphs.push('')
    } else if (this.#isText && token.kind !== 'close') this.#takeBreak(name)
  }

  #takeTable(kind: MarkupToken['kind'], attributes: string): void {
    if (kind === 'open') {
      const name = attributeOf(attributes, 'table:name') ?? ''
      this.#sheet = { name, grid: [], merges: [], hiddenLines: new Set(), hiddenColumns: new Set() }
      this.#columns = 0
    } else if (this.#sheet) {
      this.sheets.push(this.#sheet)
      this.#sheet = null
    }
  }

  #takeColumns(attributes: string): void {
    const repeated = countOf(attributes, 'table:number-columns-repeated')
    if (isHidden(attributes))
      for (let index = 0; index < Math.min(repeated, MAX_COLUMNS); index += 1)
        this.#sheet?.hiddenColumns.add(this.#columns + index)
    this.#columns += repeated
  }

  #takeRow(kind: MarkupToken['kind'], attributes: string): void {
    if (kind === 'open') {
      const repeated = countOf(attributes, 'table:number-rows-repeated')
      this.#row = { cells: [], repeated, isHidden: isHidden(attributes) }
      return
    }
    const [row, sheet] = [this.#row, this.#sheet]
    this.#row = null
    if (!row || !sheet) return
    // Millions of blank rows follow the last filled one.
    const isBlank = row.cells.every((text) => text === '')
    const count = isBlank && row.repeated > MAX_LINES ? 0 : row.repeated
    for (let index = 0; index < count && sheet.grid.length < MAX_LINES; index += 1) {
      if (row.isHidden) sheet.hiddenLines.add(sheet.grid.length)
      sheet.grid.push([...row.cells])
    }
  }

  #takeCell(kind: MarkupToken['kind'], attributes: string): void {
    if (kind !== 'close') {
      const repeated = countOf(attributes, 'table:number-columns-repeated')
      this.#cell = { attributes, paragraphs: [], repeated }
    }
    if (kind === 'open' || !this.#cell) return
    const { attributes: given, paragraphs, repeated } = this.#cell
    this.#cell = null
    const [row, sheet] = [this.#row, this.#sheet]
    if (!row || !sheet) return
    const text = shownOf(given, paragraphs.join('\n'))
    const merge: Merge = {
      line: sheet.grid.length,
      column: row.cells.length,
      lines: Math.min(MAX_LINES, countOf(given, 'table:number-rows-spanned')),
      columns: Math.min(MAX_COLUMNS, countOf(given, 'table:number-columns-spanned')),
    }
    if (merge.lines > 1 || merge.columns > 1) sheet.merges.push(merge)
    const room = Math.min(repeated, MAX_COLUMNS - row.cells.length)
    for (let index = 0; index < room; index += 1) row.cells.push(text)
  }

  #takeBreak(name: string): void {
    const paragraphs = this.#cell?.paragraphs
    const mark = name === 'line-break' ? '\n' : name === 's' || name === 'tab' ? ' ' : ''
    if (paragraphs) paragraphs.push(`${paragraphs.pop() ?? ''}${mark}`)
  }
}

const LOST = /^(?:[\d.]+E\+?\d+|#+)$/i

/** As displayed; a rounded number by its value. */
function shownOf(attributes: string, text: string): string {
  const value = attributeOf(attributes, 'office:value')
  return value !== undefined && LOST.test(text.trim()) ? fullDigits(value) : text
}

function countOf(attributes: string, name: string): number {
  return Math.max(1, Number.parseInt(attributeOf(attributes, name) ?? '', 10) || 1)
}

function isHidden(attributes: string): boolean {
  return /collapse|filter/.test(attributeOf(attributes, 'table:visibility') ?? '')
}
