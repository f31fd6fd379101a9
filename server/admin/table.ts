/** Plain-text tables for a terminal, in which a kanji is two columns wide. */

/** Lines of cells under their headings, if there are any; the last column is not padded. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  widths = columnWidths([headings, ...rows]),
): string {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) =>
        i === cells.length - 1 ? visible(cell) : padded(visible(cell), widths[i] ?? 0),
      )
      .join('  ')
  const lines = headings.length > 0 ? [headings, ...rows] : rows
  return lines.map((cells) => `${line(cells).trimEnd()}\n`).join('')
}

/** Terminal columns that a text takes. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1
  // A half-width kana and its mark are one character to a reader and two columns to a terminal.
  return width + (text.match(/[^\uff9e\uff9f][\uff9e\uff9f]/g)?.length ?? 0)
}

/** Text with every character that could move the cursor or hide itself made visible. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`)
}

const GRAPHEMES = new Intl.Segmenter('ja', { granularity: 'grapheme' })

// Kana, kanji, hangul, full-width forms and pictographs; half-width kana are not among them.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|^\p{Extended_Pictographic}|^[\u{20000}-\u{3fffd}]/u

// Control characters, and those that change the direction of a line or hide in it.
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a terminal must not see.
  /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries())
      widths[i] = Math.max(widths[i] ?? 0, widthOf(visible(cell)))
  return widths
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
