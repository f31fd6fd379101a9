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
