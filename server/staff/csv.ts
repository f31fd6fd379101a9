/** CSV that Japanese Excel opens as it was meant: UTF-8 with a mark, CRLF, and no cell that is a formula. */
import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\ufeff'

// What a spreadsheet takes for the beginning of a formula, full-width forms included (Excel in Japanese).
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

/** The first line, with the mark that tells Excel the encoding. */
export function csvHeader(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRows([names])
}

/** Lines of cells; a cell that would be a formula begins with an apostrophe instead. */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return ''
  const lines = Papa.unparse(rows as (string | number)[][], {
    newline: '\r\n',
    escapeFormulae: FORMULA_START,
  })
  return `${lines}\r\n`
}
