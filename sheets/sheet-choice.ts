/** Which sheets of a workbook a paste reads: all that hold facilities together, or the likeliest one. */

import { sheetMessages } from './messages.ts'
import type { PasteTarget } from './paste-plan.ts'
import { isWhole, planPaste } from './plan.ts'
import { readTable } from './recognise/structure.ts'
import { isBlank, type Sheet } from './sheet.ts'

export type SheetChoice = {
  /** What a person reads of it in a list of choices. */
  label: string
  sheet: Sheet
  /** Rows with a name and a service. */
  count: number
}

export type SheetChoices = { choices: readonly SheetChoice[]; likeliest: number }

/** So many lines of a sheet are read to tell what it holds. */
const TELLING_LINES = 1000

/** The sheets by themselves, behind all that hold facilities in one; a workbook of one sheet leaves no choice. */
export function sheetChoices(target: PasteTarget, sheets: readonly Sheet[]): SheetChoices {
  const [only] = sheets
  if (!only || sheets.length < 2)
    return { choices: sheets.map((sheet) => ({ label: '', sheet, count: 0 })), likeliest: 0 }
  const rows = sheets.map((sheet) => wholeRows(target, sheet))
  const single = sheets.map((sheet, at) => {
    const count = rows[at]?.length ?? 0
    return { label: sheetMessages.sheet(sheet.name || `${at + 1}枚目`, count), sheet, count }
  })
  const counts = single.map(({ count }) => count)
  const likeliest = Math.max(0, counts.indexOf(Math.max(...counts)))
  const filled = single.filter(({ count, sheet }) => count > 0 && isHeaded(target, sheet))
  if (filled.length < 2) return { choices: single, likeliest }
  const sheet = stacked(filled.map((each) => each.sheet))
  const count = filled.reduce((sum, each) => sum + each.count, 0)
  const all = { label: sheetMessages.allSheets(filled.length, count), sheet, count }
  // The same facilities on several sheets are states of one list: which of them is meant is asked.
  const isOneList = new Set(rows.flat()).size * 2 <= count + Math.max(...counts)
  return { choices: [all, ...single], likeliest: isOneList ? likeliest + 1 : 0 }
}

/** Sheets with facilities that a choice leaves out, each with its rows; null where it leaves out none. */
export function leftOutSheets({ choices }: SheetChoices, chosen: number): string | null {
  const isAll = choices[chosen]?.sheet.name === undefined
  const others = choices.filter(
    ({ count, sheet }, at) => at !== chosen && count > 0 && sheet.name !== undefined,
  )
  return isAll || others.length === 0
    ? null
    : sheetMessages.leftOutSheets(others.map(({ label }) => label))
}

/** Name, number and service of each row that has both a name and a service. */
function wholeRows(target: PasteTarget, sheet: Sheet): string[] {
  const { rows } = planPaste(target, { ...sheet, grid: sheet.grid.slice(0, TELLING_LINES) })
  return rows
    .filter(({ cells }) => isWhole(cells))
    .map(({ cells: { facilityName, facilityNumber, serviceKey } }) =>
      [facilityName, facilityNumber, serviceKey].map((cell) => cell?.value).join('\n'),
    )
}

function isHeaded({ list }: PasteTarget, sheet: Sheet): boolean {
  const { columns } = readTable(list, { ...sheet, grid: sheet.grid.slice(0, TELLING_LINES) })
  return columns.some(({ use }) => use === 'facilityName')
}

/** One below the other, each behind its name, which may be that of a service. */
function stacked(sheets: readonly Sheet[]): Sheet {
  const grid: string[][] = []
  const merges = []
  const [hiddenLines, struckLines] = [new Set<number>(), new Set<number>()]
  for (const sheet of sheets) {
    grid.push([], [sheet.name ?? ''])
    const top = grid.length
    for (const merge of sheet.merges ?? []) merges.push({ ...merge, line: merge.line + top })
    for (const line of sheet.hiddenLines ?? []) hiddenLines.add(line + top)
    for (const line of sheet.struckLines ?? []) struckLines.add(line + top)
    const isShown = (column: number) => !sheet.hiddenColumns?.has(column)
    const last = sheet.grid.findLastIndex((row) => !row.every(isBlank))
    for (const row of sheet.grid.slice(0, last + 1))
      grid.push(row.map((text, column) => (isShown(column) ? text : '')))
  }
  return { grid, merges, hiddenLines, struckLines }
}
