/** CSV for Japanese Excel: UTF-8 with a byte order mark, CRLF, no CSV injection, and numbers that stay as they were typed. */
import Papa from 'papaparse'

const BYTE_ORDER_MARK = '\ufeff'

// First characters of a formula in a spreadsheet, full-width forms included (Japanese Excel).
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// Text that a spreadsheet would turn into a number, a date, a time or a truth value: leading zeros would be lost
// (0600001), an exponent computed (1E5), a part of an address read as a date (1-2-3).
const WOULD_BE_CONVERTED =
  /^(?=.*[\d０-９])[\d０-９\s.,:/\\+\-eE%()¥￥$年月日時分秒]+$|^(true|false)$/i

/** Our own times, e.g. 2026-11-20 15:04: as dates they can be sorted and filtered. */
const OUR_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

/** The heading line, after the byte order mark by which Excel knows the encoding. */
export function csvHeader(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRows([names])
}

/** Lines of cells. A text that would be a formula is prefixed with an apostrophe, one that would be converted is written ="…". */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => row.map(asCell))
  return `${Papa.unparse(cells)}\r\n`
}

/** A number of ours stays a number: a spreadsheet may sum it up. */
function asCell(value: string | number): string | number {
  if (typeof value === 'number') return value
  if (OUR_TIME.test(value)) return value
  if (WOULD_BE_CONVERTED.test(value) && !/[\r\n]/.test(value)) return `="${value}"`
  return FORMULA_START.test(value) ? `'${value}` : value
}
