/** The sheets of a workbook in Excel's XML of 2002 and 2003, which many web systems still hand out as .xls. */

import type { Merge, Sheet } from '../sheet.ts'
import { attributeOf, tokensOf } from './markup.ts'
import { fullDigits } from './xlsx.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

/** The visible sheets in their order; null where the text is no such workbook. */
export function sheetsOfSpreadsheetXml(xml: string): Sheet[] | null {
  if (!xml.slice(0, 5000).includes('urn:schemas-microsoft-com:office:spreadsheet')) return null
  const reader = new SpreadsheetXmlReader()
  for (const token of tokensOf(xml)) {
    if (token.kind === 'text') reader.takeText(token.text)
    else reader.takeTag(token.name, token.kind, token.kind === 'close' ? '' : token.attributes)
  }
  return reader.sheets
}

class SpreadsheetXmlReader {
  readonly sheets: Sheet[] = []
  #name = ''
  #grid: string[][] = []
  #merges: Merge[] = []
  #hiddenLines = new Set<number>()
  #isHidden = false
  #isData = false
  #isNumber = false
  /** Inside a comment on a cell, whose text is data too. */
  #isAside = false
  #line = -1
  #column = -1
  /** The first column behind the last cell and what it covers. */
  #free = 0

  takeText(text: string): void {
    if (!this.#isData || this.#column >= MAX_COLUMNS) return
    const row = this.#grid[this.#line]
    const shown = this.#isNumber ? fullDigits(text) : text
    if (row) row[this.#column] = `${row[this.#column] ?? ''}${shown}`
  }

  takeTag(name: string, kind: 'open' | 'empty' | 'close', attributes: string): void {
    const isStart = kind !== 'close'
    if (name === 'worksheet') isStart ? this.#openSheet(attributes) : this.#closeSheet()
    else if (name === 'visible') this.#isHidden ||= isStart
    else if (name === 'row' && isStart) this.#openRow(attributes)
    else if (name === 'cell' && isStart) this.#openCell(attributes)
    else if (name === 'comment') this.#isAside = kind === 'open'
    else if (name === 'data') {
      this.#isData = kind === 'open' && !this.#isAside
      this.#isNumber = attributeOf(attributes, 'ss:Type') === 'Number'
    }
  }

  #openSheet(attributes: string): void {
    this.#name = attributeOf(attributes, 'ss:Name') ?? ''
    this.#grid = []
    this.#merges = []
    this.#hiddenLines = new Set()
    this.#isHidden = false
    this.#line = -1
  }

  #closeSheet(): void {
    const grid = Array.from(this.#grid, (row) => Array.from(row ?? [], (text) => text ?? ''))
    const [merges, hiddenLines] = [this.#merges, this.#hiddenLines]
    if (!this.#isHidden) this.sheets.push({ grid, merges, hiddenLines, name: this.#name })
  }

  #openRow(attributes: string): void {
    this.#line = Math.max(this.#line + 1, numberOf(attributes, 'ss:Index') - 1)
    this.#free = 0
    if (this.#line < MAX_LINES) this.#grid[this.#line] = []
    if (attributeOf(attributes, 'ss:Hidden') === '1') this.#hiddenLines.add(this.#line)
  }

  #openCell(attributes: string): void {
    this.#isAside = false
    const across = numberOf(attributes, 'ss:MergeAcross')
    const down = numberOf(attributes, 'ss:MergeDown')
    this.#column = Math.max(this.#free, numberOf(attributes, 'ss:Index') - 1)
    this.#free = this.#column + across + 1
    if (across || down)
      this.#merges.push({
        line: this.#line,
        column: this.#column,
        lines: Math.min(down, MAX_LINES) + 1,
        columns: Math.min(across, MAX_COLUMNS) + 1,
      })
  }
}

/** A whole number; 0 where it is not given, or is none. */
function numberOf(attributes: string, name: string): number {
  return Math.max(0, Math.trunc(Number(attributeOf(attributes, name))) || 0)
}
