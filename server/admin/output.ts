/** What commands print: standard output with back-pressure, tables for a terminal, and how far a long command is. */
import { revealHidden } from '#domain/hidden-characters.ts'

export type Output = {
  /** Resolves when it is written. */
  write(text: string | Uint8Array): Promise<void>
}

/** Standard output was closed by its reader (EPIPE, e.g. `| head`): the command ends quietly. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone'
}

// Without a listener an EPIPE would crash the process; the callback of the write reports it as well.
process.stdout.on('error', () => {})

/** A slow reader slows the query down, and nothing is cut at the end. */
export const stdout: Output = {
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => {
        if (!error) resolve()
        else reject('code' in error && error.code === 'EPIPE' ? new ReaderGone() : error)
      })
    }),
}

/** One JSON array, a line an entry, written page by page; a page is never empty. */
export async function writeJsonList<T>(
  out: Output,
  pages: AsyncIterable<readonly T[]>,
  asJson: (entry: T) => unknown,
): Promise<void> {
  let separator = '[\n'
  for await (const page of pages) {
    await out.write(separator + page.map((entry) => JSON.stringify(asJson(entry))).join(',\n'))
    separator = ',\n'
  }
  await out.write(separator === '[\n' ? '[]\n' : '\n]\n')
}

/** Lines of cells under their headings, if there are any, in columns of a terminal; the last one is not padded, and may have several lines. */
export function tableOf(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  widths = columnWidths([headings, ...rows]),
): string {
  const line = (cells: readonly string[]) => {
    const last = cells.length - 1
    const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0)
    return cells
      .map((cell, i) =>
        i === last ? indented(cell, before) : padded(visible(cell), widths[i] ?? 0),
      )
      .join(GAP)
  }
  const lines = headings.length > 0 ? [headings, ...rows] : rows
  return lines.map((cells) => `${line(cells).trimEnd()}\n`).join('')
}

const GAP = '  '

/** Lines below the first stand in the column too: none passes for a row of its own. */
function indented(cell: string, columns: number): string {
  return cell
    .split('\n')
    .map(visible)
    .join(`\n${' '.repeat(columns)}`)
}

/** Columns of a terminal that a text takes: two for a kanji. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of GRAPHEMES.segment(text)) width += WIDE.test(segment) ? 2 : 1
  // A half-width kana and its mark are one character to a reader and two columns to a terminal.
  return width + (text.match(/[^\uff9e\uff9f][\uff9e\uff9f]/g)?.length ?? 0)
}

/** Text with every character that could move the cursor or hide itself made visible. */
export function visible(text: string): string {
  return revealHidden(text)
    .map(({ text: part, hidden }) =>
      hidden ? `\\u{${Number.parseInt(part.slice(2), 16).toString(16)}}` : part,
    )
    .join('')
}

/** Shorter commands show nothing. */
const PATIENCE_MS = 2000
const TICK_MS = 1000

type Shown = { out: Output; progress(text: string): void; measure(share: () => number): void }

/** Runs the work under a line with the seconds, and the share where `measure` has given it; output takes the place of the line. */
export async function withTicker<C extends Shown, T>(
  context: C,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const begun = performance.now()
  let shown = false
  let share: (() => number) | undefined
  const clear = () => {
    if (shown) context.progress('')
    shown = false
  }
  const tick = () => {
    const elapsed = performance.now() - begun
    if (elapsed < PATIENCE_MS) return
    shown = true
    const percent = share ? `（${percentOf(share())}）` : ''
    context.progress(`処理しています… ${Math.floor(elapsed / 1000)} 秒${percent}`)
  }
  const timer = setInterval(tick, TICK_MS)
  const write: Output['write'] = (text) => {
    clear()
    return context.out.write(text)
  }
  try {
    const measure: Shown['measure'] = (measured) => {
      share = measured
    }
    return await work({ ...context, out: { write }, measure })
  } finally {
    clearInterval(timer)
    clear()
  }
}

/** Whole percents; what is under way may grow meanwhile. */
function percentOf(share: number): string {
  return `${Math.floor(100 * Math.min(1, Math.max(0, share)))}%`
}

const GRAPHEMES = new Intl.Segmenter('ja', { granularity: 'grapheme' })

// Kana, kanji, hangul, full-width forms and pictographs; half-width kana are not among them.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|^\p{Extended_Pictographic}|^[\u{20000}-\u{3fffd}]/u

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
