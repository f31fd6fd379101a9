/** Workbooks that the own readers do not know (.xls, .xlsb, .numbers), by SheetJS: the one file that imports it, loaded when such a file comes. */

import { type CellObject, read, set_cptable, type WorkSheet } from '@e965/xlsx'
import type { Merge, Sheet } from '../sheet.ts'
import { fullDigits, zerosOf } from './xlsx.ts'
import { MAX_COLUMNS, MAX_LINES } from './zip.ts'

/** Texts of Excel 95 and before stand in the encoding of their Windows; the browser has what SheetJS would bring tables for. */
const ENCODINGS: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  10001: 'shift_jis',
  1200: 'utf-16le',
  65001: 'utf-8',
}
const decode = (codePage: number, bytes: Iterable<number>) =>
  new TextDecoder(ENCODINGS[codePage] ?? 'windows-1252').decode(Uint8Array.from(bytes))

/** The visible sheets in their order; throws where the workbook is broken or has a password. */
export function sheetsOfOtherWorkbook(bytes: Uint8Array): Sheet[] {
  set_cptable({ utils: { decode } })
  const workbook = read(bytes, {
    type: 'array',
    dense: true,
    sheetRows: MAX_LINES,
    // Which rows and columns are hidden, and the formats that keep leading zeros.
    cellStyles: true,
    cellNF: true,
    cellFormula: false,
    cellHTML: false,
  })
  const isShown = (at: number) => !workbook.Workbook?.Sheets?.[at]?.Hidden
  return workbook.SheetNames.flatMap((name, at) => {
    const sheet = workbook.Sheets[name]
    return sheet && isShown(at) ? [{ ...sheetOf(sheet), name }] : []
  })
}

function sheetOf(sheet: WorkSheet): Sheet {
  const cells: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const placesOf = (infos: readonly ({ hidden?: boolean } | undefined)[] = []) =>
    new Set(infos.flatMap((info, at) => (info?.hidden ? [at] : [])))
  return {
    grid: Array.from(cells.slice(0, MAX_LINES), (row) =>
      Array.from((row ?? []).slice(0, MAX_COLUMNS), textOf),
    ),
    merges: (sheet['!merges'] ?? []).map(
      ({ s, e }): Merge => ({
        line: s.r,
        column: s.c,
        lines: Math.min(e.r, MAX_LINES) - s.r + 1,
        columns: Math.min(e.c, MAX_COLUMNS) - s.c + 1,
      }),
    ),
    hiddenLines: placesOf(sheet['!rows']),
    hiddenColumns: placesOf(sheet['!cols']),
  }
}

function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.v === undefined) return ''
  if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  if (cell.t === 'n') return fullDigits(String(cell.v)).padStart(zerosOf(String(cell.z ?? '')), '0')
  if (cell.t === 'e') return cell.w ?? ''
  return String(cell.v).replace(/\r\n?/g, '\n')
}
