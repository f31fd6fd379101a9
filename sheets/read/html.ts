/** The tables of a clipboard's text/html, with what plain text loses: merged cells, line breaks, full numbers, hidden rows. */
import type { Merge, Sheet } from '../sheet.ts'
import { attributeOf, type MarkupToken, tokensOf } from './markup.ts'

/** All tables of the HTML one below the other, a blank line between them; null where there is none. */
export function sheetOfHtml(html: string): Sheet | null {
  if (!/<table/i.test(html)) return null
  const reader = new TableReader(struckClassesOf(html))
  for (const token of tokensOf(html)) reader.take(token)
  const tables = reader.done.filter(({ grid }) =>
    grid.some((row) => row.some((text) => text !== '')),
  )
  return tables.length > 0 ? stacked(tables) : null
}

type TableSheet = {
  grid: string[][]
  merges: Merge[]
  hiddenLines: Set<number>
  /** Filled cells of each line, and how many of them are struck through. */
  strikes: { filled: number; struck: number }[]
  hiddenColumns: Set<number>
  /** A table for layout is none of its own. */
  hasTables: boolean
}

type OpenCell = {
  attributes: string
  text: string
  skips: number
  /** Whether the cell, and each element that is open in it, strikes its text through. */
  strikes: boolean[]
  /** Characters that are struck through, and others. */
  struck: number
  unstruck: number
}

const MAX_SPAN = 200
/** Elements that stand on lines of their own. */
const BLOCKS = /^(?:p|div|li|ul|ol|h\d|br|tr|section|dt|dd)$/
/** What is not to be read: furigana above a word, and what programs keep to themselves. */
const UNREAD = /^(?:rt|rp|style|script|title|comment|annotation)$/
const LOST = /^(?:[\d.]+E\+?\d+|#+)$/i

class TableReader {
  readonly done: TableSheet[] = []
  readonly #struckClasses: ReadonlySet<string>
  readonly #open: TableSheet[] = []
  /** Of the innermost table: what stands around a table in a cell is not read. */
  #cell: OpenCell | null = null
  #columns = 0
  #isRowStruck = false

  constructor(struckClasses: ReadonlySet<string>) {
    this.#struckClasses = struckClasses
  }

  #isStruck(attributes: string): boolean {
    const style = attributeOf(attributes, 'style') ?? ''
    return (
      style.includes('line-through') ||
      this.#struckClasses.has(attributeOf(attributes, 'class') ?? '')
    )
  }

  take(token: MarkupToken): void {
    const cell = this.#cell
    if (token.kind === 'text') {
      if (cell && cell.skips === 0) {
        const text = token.text.replace(/[ \t\n\r\f]+/g, ' ')
        cell.text += text
        cell[cell.strikes.includes(true) ? 'struck' : 'unstruck'] += text.trim().length
      }
      return
    }
    const isStart = token.kind !== 'close'
    if (cell && MAY_STRIKE.test(token.name)) {
      if (token.kind === 'open')
        cell.strikes.push(STRIKES.test(token.name) || this.#isStruck(token.attributes))
      else if (token.kind === 'close' && cell.strikes.length > 1) cell.strikes.pop()
    }
    if (UNREAD.test(token.name) && cell) cell.skips += token.kind === 'open' ? 1 : isStart ? 0 : -1
    else if (token.name === 'table') isStart ? this.#openTable() : this.#closeTable()
    else if (token.name === 'td' || token.name === 'th') {
      this.#closeCell()
      if (isStart) this.#openCell(token.attributes)
    } else if (token.name === 'tr') isStart ? this.#openRow(token.attributes) : this.#closeCell()
    else if (token.name === 'col' && isStart) this.#takeColumn(token.attributes)
    else if (BLOCKS.test(token.name) && cell) cell.text += '\n'
  }

  #openTable(): void {
    const outer = this.#open.at(-1)
    if (outer) outer.hasTables = true
    this.#open.push({
      grid: [],
      merges: [],
      hiddenLines: new Set(),
      strikes: [],
      hiddenColumns: new Set(),
      hasTables: false,
    })
    this.#cell = null
    this.#columns = 0
  }

  #closeTable(): void {
    this.#closeCell()
    const table = this.#open.pop()
    if (table && !table.hasTables) this.done.push(table)
  }

  #takeColumn(attributes: string): void {
    const span = spanOf(attributes, 'span')
    for (let index = 0; index < span; index += 1) {
      if (isHidden(attributes)) this.#open.at(-1)?.hiddenColumns.add(this.#columns)
      this.#columns += 1
    }
  }

  #openRow(attributes: string): void {
    this.#closeCell()
    const table = this.#open.at(-1)
    if (!table) return
    if (isHidden(attributes)) table.hiddenLines.add(table.grid.length)
    this.#isRowStruck = this.#isStruck(attributes)
    table.grid.push([])
  }

  #openCell(attributes: string): void {
    if (this.#open.at(-1)?.grid.length === 0) this.#openRow('')
    this.#cell = {
      attributes,
      text: '',
      skips: 0,
      strikes: [this.#isStruck(attributes) || this.#isRowStruck],
      struck: 0,
      unstruck: 0,
    }
  }

  #closeCell(): void {
    const table = this.#open.at(-1)
    if (this.#cell && table) place(table, this.#cell)
    this.#cell = null
  }
}

/** Elements that strike their text through, and those that may by their style or class. */
const STRIKES = /^(?:s|strike|del)$/
const MAY_STRIKE = /^(?:s|strike|del|span|font|a|b|i|u|p|div)$/

/** Classes of the style sheet that Excel puts before its table. */
function struckClassesOf(html: string): ReadonlySet<string> {
  const rules = html.includes('line-through') ? html.split('}') : []
  return new Set(
    rules.flatMap((rule) => {
      const [selector = '', style] = rule.split('{')
      return style?.includes('line-through') ? (/\.([\w-]+)\s*$/.exec(selector)?.[1] ?? []) : []
    }),
  )
}

/** A cell comes to the next place that no merged cell from above covers. */
function place({ grid, merges, strikes }: TableSheet, cell: OpenCell): void {
  const { attributes, text } = cell
  const line = grid.length - 1
  strikes[line] ??= { filled: 0, struck: 0 }
  const count = strikes[line]
  if (count && cell.struck + cell.unstruck > 0) {
    count.filled += 1
    if (cell.unstruck === 0) count.struck += 1
  }
  const row = grid[line]
  if (!row) return
  const isCovered = (column: number) =>
    merges.some(
      (merge) =>
        line < merge.line + merge.lines &&
        column >= merge.column &&
        column < merge.column + merge.columns,
    )
  while (isCovered(row.length)) row.push('')
  const merge: Merge = {
    line,
    column: row.length,
    lines: spanOf(attributes, 'rowspan'),
    columns: spanOf(attributes, 'colspan'),
  }
  if (merge.lines > 1 || merge.columns > 1) merges.push(merge)
  row.push(cellText(text, attributes))
  for (let index = 1; index < merge.columns; index += 1) row.push('')
}

function cellText(text: string, attributes: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[ \t]+/g, ' ').trim())
  const shown = lines.filter((line) => line !== '').join('\n')
  return LOST.test(shown) ? (fullNumber(attributes) ?? shown) : shown
}

/** The number behind a rounded display, as LibreOffice, Excel and Google Sheets note it. */
function fullNumber(attributes: string): string | undefined {
  const noted = attributeOf(attributes, 'sdval') ?? attributeOf(attributes, 'x:num')
  const [, google] = /"3":([\d.]+)/.exec(attributeOf(attributes, 'data-sheets-value') ?? '') ?? []
  const number = noted || google
  return number !== undefined && /^\d+(?:\.0+)?$/.test(number) ? number : undefined
}

function spanOf(attributes: string, name: string): number {
  const span = Number.parseInt(attributeOf(attributes, name) ?? '', 10)
  return Math.min(MAX_SPAN, Math.max(1, span || 1))
}

function isHidden(attributes: string): boolean {
  return /display\s*:\s*none|visibility\s*:\s*collapse/i.test(
    attributeOf(attributes, 'style') ?? '',
  )
}

const NONE_STRUCK = { filled: 0, struck: 0 }

function stacked(tables: readonly TableSheet[]): Sheet {
  const grid: string[][] = []
  const merges: Merge[] = []
  const hiddenLines = new Set<number>()
  const struckLines = new Set<number>()
  for (const table of tables) {
    if (grid.length > 0) grid.push([])
    const top = grid.length
    merges.push(...table.merges.map((merge) => ({ ...merge, line: merge.line + top })))
    for (const line of table.hiddenLines) hiddenLines.add(line + top)
    for (const [line, { filled, struck } = NONE_STRUCK] of table.strikes.entries())
      if (struck > 0 && struck * 2 >= filled) struckLines.add(line + top)
    grid.push(...table.grid)
  }
  const hiddenColumns = tables.length === 1 ? tables[0]?.hiddenColumns : undefined
  return {
    grid,
    merges,
    hiddenLines,
    ...(struckLines.size > 0 && { struckLines }),
    ...(hiddenColumns && { hiddenColumns }),
  }
}
