/** CSV for Japanese Excel: UTF-8 with a byte order mark, CRLF, and no cell that is taken for a formula (CSV injection). */
import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\ufeff'

// First characters of a formula in a spreadsheet, full-width forms included (Japanese Excel).
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

/** The heading line, after the byte order mark by which Excel knows the encoding. */
export function csvHeader(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRows([names])
}

/** Lines of cells; a cell that would be a formula is prefixed with an apostrophe. */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return ''
  const lines = Papa.unparse(rows as (string | number)[][], {
    newline: '\r\n',
    escapeFormulae: FORMULA_START,
  })
  return `${lines}\r\n`
}
