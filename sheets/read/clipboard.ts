/** What a clipboard or a drag brings, as a table: its HTML where that has one, else its text. */

import { hasValidCheckDigit } from '#domain/facilities.ts'
import type { Grid, Sheet } from '../sheet.ts'
import { barred } from './bars.ts'
import { gridOfSeparated, gridOfText } from './csv.ts'
import { sheetOfHtml } from './html.ts'

export type ClipboardContent = { text: string; html: string }

/** Null for a single value: that is an ordinary paste and the browser's own affair. */
export function sheetOfClipboard({ text: written, html }: ClipboardContent): Sheet | null {
  const text = unquoted(written)
  const grid = gridOfText(text)
  const table = sheetOfHtml(html)
  if (table && table.grid.flat().filter((cell) => cell !== '').length > 1)
    return { ...table, withheldLines: withheldLines(grid, table) }
  return grid || isEntry(text) ? sheetOfText(text, grid ?? [[text]]) : null
}

/** A number beside words in a line of its own; parted by hyphens it may be a telephone, unless its check digit says more. */
function isEntry(text: string): boolean {
  if (text.length >= 10_000 || !/\p{L}{2}/u.test(text)) return false
  const runs = text.normalize('NFKC').match(/\d(?:-?\d){9}/g) ?? []
  return runs.some((run) => /^\d+$/.test(run) || hasValidCheckDigit(run.replaceAll('-', '')))
}

/** A mail that is answered has > before each of its lines. */
export function unquoted(text: string): string {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const quoted = filled.filter((line) => /^\s*[>＞]/.test(line))
  if (quoted.length * 2 <= filled.length) return text
  return lines.map((line) => line.replace(/^(?:\s*[>＞])+\s?/, '')).join('\n')
}

/** Cells between tabs, bars or commas; else lines. Whether that is the table, or the text holds another, the plan tells. */
export function sheetOfText(text: string, grid: Grid): Sheet {
  const isParted = text.includes('\t') || grid.some((row) => row.length > 1)
  const parted = isParted ? grid : (barred(text) ?? gridOfSeparated(text) ?? grid)
  return { grid: gridOfObjects(text) ?? parted, text }
}

/** JSON: an object for each facility. */
function gridOfObjects(text: string): Grid | null {
  if (!/^\s*\[\s*\{/.test(text)) return null
  try {
    const objects: unknown[] = JSON.parse(text)
    return objects.map((each) => Object.values(each ?? {}).map(String))
  } catch {
    return null
  }
}

/** LibreOffice leaves hidden rows out of the HTML and not out of the text, where no cell breaks into lines. */
function withheldLines(text: readonly (readonly string[])[] | null, { grid }: Sheet): number {
  const lines = text?.filter((row) => row.some((cell) => cell.trim() !== '')) ?? []
  const isEven = lines.every((row) => row.length === lines[0]?.length)
  const shown = grid.filter((row) => row.some((cell) => cell.trim() !== '')).length
  return isEven && (lines[0]?.length ?? 0) > 1 ? Math.max(0, lines.length - shown) : 0
}
