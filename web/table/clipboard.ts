/**
 * Spreadsheets as text: what a clipboard or a file holds becomes rows of cells, and rows become text again.
 * Loaded when a table is first pasted, dropped or copied.
 */
import Papa from 'papaparse'
import { isServiceKey, SERVICES } from '#domain/catalogue.ts'
import { CELL_LABELS, FACILITY_CELLS, type FacilityRow } from '#domain/facilities.ts'
import { fileMessages } from '#domain/table-messages.ts'

/** Bytes; a thousand rows with thirty columns take about half of it. */
export const FILE_LIMIT = 1_048_576

/**
 * The cells of a clipboard's text/plain, which Excel, LibreOffice and Google Sheets all fill with lines of
 * cells between tabs. Null for a single value: that is an ordinary paste and the browser's own affair.
 */
export function gridOfText(text: string): string[][] | null {
  const lines = withPlainBreaks(text)
  if (!/[\t\n]/.test(lines.replace(/\n$/, ''))) return null
  const quoted = parse(lines, { delimiter: '\t' })
  // Spreadsheets quote a cell to hold a line break or a tab together, doubling the quotes in it. Other
  // quotes are the text's own: 「"ひまわり"作業所」, read as CSV, would swallow what follows.
  return quoted?.some((row) => row.some((cell) => /[\t\n"]/.test(cell)))
    ? quoted
    : literal(lines, { delimiter: '\t' })
}

export type FileAsGrid = { grid: string[][] } | { message: string }

/** The cells of a CSV or TSV file in UTF-8, UTF-16 or Shift_JIS; or a sentence on why it cannot be read. */
export function gridOfFile(bytes: Uint8Array<ArrayBuffer>): FileAsGrid {
  if (bytes.length > FILE_LIMIT) return { message: fileMessages.tooLarge }
  const text = decode(bytes)
  if (text === null || text.includes('\0')) return { message: fileMessages.unreadable }
  const lines = withPlainBreaks(text)
  const format = { delimitersToGuess: [',', '\t', ';'] }
  return { grid: parse(lines, format) ?? literal(lines, format) }
}

/** All filled rows with a line of headings, as spreadsheets take them from a clipboard. */
export function tsvOf(rows: readonly FacilityRow[]): string {
  const lines = rows.map((row) =>
    FACILITY_CELLS.map((cell) => (cell === 'serviceKey' ? serviceName(row[cell]) : row[cell])),
  )
  return textOf([Object.values(CELL_LABELS), ...lines])
}

/** Any lines of cells as a clipboard's text/plain, or with commas as a file. */
export function textOf(grid: readonly (readonly string[])[], delimiter: '\t' | ',' = '\t'): string {
  return Papa.unparse(
    grid.map((row) => [...row]),
    { delimiter, newline: '\r\n' },
  )
}

function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

type Format = Pick<Papa.ParseConfig, 'delimiter' | 'delimitersToGuess'>

/** Null where the quotes are not those of CSV. */
function parse(lines: string, format: Format): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(lines, { ...format, newline: '\n' })
  return errors.some(({ type }) => type === 'Quotes') ? null : data
}

/** Quotes taken as ordinary characters. */
function literal(lines: string, format: Format): string[][] {
  return Papa.parse<string[]>(lines, { ...format, newline: '\n', fastMode: true }).data
}

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Japanese Excel saves CSV in Shift_JIS unless told otherwise; whatever is no UTF-8 is taken for that. */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  for (const encoding of marked ? [marked.encoding] : ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Not this one.
    }
  }
  return null
}

function serviceName(key: string): string {
  return isServiceKey(key) ? SERVICES[key].name : key
}
