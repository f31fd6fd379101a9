/** Cells between tabs or commas: read from a clipboard or a file, and written. */

import { serviceName } from '#domain/catalogue.ts'
import { CELL_LABELS, FACILITY_CELLS, type FacilityRow } from '#domain/facilities.ts'

/**
 * The cells of a clipboard's text/plain, which Excel, LibreOffice and Google Sheets all fill with lines of
 * cells between tabs. Null for a single value: that is an ordinary paste and the browser's own affair.
 */
export function gridOfText(text: string): string[][] | null {
  const lines = withPlainBreaks(text)
  if (!/[\t\n]/.test(lines.replace(/\n$/, ''))) return null
  const quoted = parseSeparated(lines, '\t')
  // Spreadsheets quote a cell to hold a line break or a tab together, doubling the quotes in it. Other
  // quotes are the text's own: 「"ひまわり"作業所」, read as CSV, would swallow what follows.
  return quoted?.some((row) => row.some((cell) => /[\t\n"]/.test(cell)))
    ? quoted
    : splitSeparated(lines, '\t')
}

/** The text of a file in UTF-8, UTF-16, Shift_JIS, EUC-JP or ISO-2022-JP; null where it is none. */
export function textOfBytes(bytes: Uint8Array<ArrayBuffer>): string | null {
  const text = decode(bytes)
  return text === null || text.includes('\0') ? null : text
}

/** The cells of a CSV or TSV file. */
export function gridOfSeparatedText(text: string): string[][] {
  const lines = withPlainBreaks(text)
  const separator = likelySeparator(lines)
  return parseSeparated(lines, separator) ?? splitSeparated(lines, separator)
}

/** Text with commas or semicolons in every line, as in a CSV file that was opened in an editor. */
export function gridOfSeparated(text: string): string[][] | null {
  const lines = withPlainBreaks(text).trim()
  for (const separator of [',', ';', '，', '；']) {
    const grid = parseSeparated(lines, separator)?.filter((row) =>
      row.some((cell) => cell.trim() !== ''),
    )
    const width = grid?.[0]?.length ?? 0
    const isEven = grid?.every((row) => row.length === width)
    if (grid && grid.length > 1 && width > 1 && isEven) return grid
  }
  return null
}

/** Rows below a line of headings, services by name, as spreadsheets take them from a clipboard. */
export function linesOfRows(rows: readonly FacilityRow[]): string[][] {
  const lines = rows.map((row) =>
    FACILITY_CELLS.map((cell) => (cell === 'serviceKey' ? serviceName(row[cell]) : row[cell])),
  )
  return [Object.values(CELL_LABELS), ...lines]
}

/** Any lines of cells as a clipboard's text/plain, or with commas as a file. */
export function textOf(grid: readonly (readonly string[])[], separator: '\t' | ',' = '\t'): string {
  return writeSeparated(grid, separator)
}

function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** The one that stands most often in the first lines. */
function likelySeparator(lines: string): string {
  const head = lines.split('\n', 20).join('\n')
  const counts = [',', '\t', ';'].map((separator) => head.split(separator).length)
  return [',', '\t', ';'][counts.indexOf(Math.max(...counts))] ?? ','
}

const BYTE_ORDER_MARKS = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Sequences that switch between character sets: ISO-2022-JP is ASCII in between. */
const ESCAPES = ['\u001b$B', '\u001b$@', '\u001b(J']
/** The bytes of EUC-JP are half-width katakana in Shift_JIS. */
const HALF_WIDTH = /[\uff61-\uff9f]/g

/** Japanese Excel saves CSV in Shift_JIS unless told otherwise; whatever is no UTF-8 is taken for that, or for EUC-JP where that reads better. */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return decodedAs(marked.encoding, bytes)
  const unicode = decodedAs('utf-8', bytes)
  if (unicode !== null)
    return ESCAPES.some((sequence) => unicode.includes(sequence))
      ? decodedAs('iso-2022-jp', bytes)
      : unicode
  const [shiftJis, euc] = [decodedAs('shift_jis', bytes), decodedAs('euc-jp', bytes)]
  if (shiftJis === null && euc === null) return leastBroken(bytes)
  if (shiftJis === null || euc === null) return shiftJis ?? euc
  const isEuc = halfWidthIn(euc) < halfWidthIn(shiftJis)
  return isEuc ? euc : shiftJis
}

/** A file with a broken byte or two is read all the same: U+FFFD stands where they were. */
function leastBroken(bytes: Uint8Array): string | null {
  const texts = ['utf-8', 'shift_jis', 'euc-jp'].map((name) => new TextDecoder(name).decode(bytes))
  const brokenIn = (text: string) => text.split('\ufffd').length - 1
  const best = texts.reduce((one, other) => (brokenIn(other) < brokenIn(one) ? other : one))
  return brokenIn(best) * 40 <= best.length ? best : null
}

function halfWidthIn(text: string): number {
  return text.match(HALF_WIDTH)?.length ?? 0
}

function decodedAs(encoding: string, bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Cells between separators, as CSV and spreadsheets write them: reading and writing. */

/** Cells that stand in quotes may hold separators, line breaks and doubled quotes; null where the quotes are not CSV's. */
export function parseSeparated(text: string, separator: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    if (!cell) return null
    row.push(cell.text)
    const next = text[cell.end]
    if (next === separator) {
      at = cell.end + 1
      continue
    }
    if (next !== undefined && next !== '\n') return null
    rows.push(row)
    row = []
    at = cell.end + 1
    if (at === text.length) break
  }
  return rows
}

/** Quotes taken as ordinary characters. */
export function splitSeparated(text: string, separator: string): string[][] {
  const lines = text.endsWith('\n') ? text.slice(0, -1) : text
  return lines.split('\n').map((line) => line.split(separator))
}

/** Lines in CRLF; a cell stands in quotes where it would not come back otherwise. */
export function writeSeparated(rows: readonly (readonly string[])[], separator: string): string {
  const cellOf = (text: string) =>
    text.includes(separator) || /["\r\n]|^\s|\s$|^\ufeff/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  return rows.map((row) => row.map(cellOf).join(separator)).join('\r\n')
}

type ParsedCell = { text: string; end: number }

function quotedCell(text: string, start: number): ParsedCell | null {
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return null
    if (text[quote + 1] !== '"')
      return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    from = quote + 2
  }
}

function plainCell(text: string, start: number, separator: string): ParsedCell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1
  return { text: text.slice(start, end), end }
}
