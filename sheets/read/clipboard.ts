/** What a clipboard or a drag brings, as a table: its HTML where that has one, else its text. */

import type { PriceList } from '#domain/prices.ts'
import type { Sheet } from '../sheet.ts'
import { gridOfSeparated, gridOfText } from './csv.ts'
import { sheetOfHtml } from './html.ts'
import { sheetOfPlainText } from './plain-text.ts'

export type ClipboardContent = { text: string; html: string }

/** Null for a single value: that is an ordinary paste and the browser's own affair. */
export function sheetOfClipboard(list: PriceList, { text, html }: ClipboardContent): Sheet | null {
  const grid = gridOfText(text)
  const table = sheetOfHtml(html)
  if (table && table.grid.flat().filter((cell) => cell !== '').length > 1)
    return { ...table, withheldLines: withheldLines(grid, table) }
  if (grid === null) return null
  if (text.includes('\t')) return { grid }
  const separated = gridOfSeparated(text)
  return (separated && { grid: separated }) ?? sheetOfPlainText(list, text) ?? { grid }
}

/** LibreOffice leaves hidden rows out of the HTML and not out of the text, where no cell breaks into lines. */
function withheldLines(text: readonly (readonly string[])[] | null, { grid }: Sheet): number {
  const lines = text?.filter((row) => row.some((cell) => cell.trim() !== '')) ?? []
  const isEven = lines.every((row) => row.length === lines[0]?.length)
  const shown = grid.filter((row) => row.some((cell) => cell.trim() !== '')).length
  return isEven && (lines[0]?.length ?? 0) > 1 ? Math.max(0, lines.length - shown) : 0
}
