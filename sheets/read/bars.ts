/** Tables drawn with bars: Markdown, and frames of lines. */
import type { Grid } from '../sheet.ts'

export function barred(text: string): Grid | null {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const barredLines = lines.filter((line) => (line.match(/[|｜│┃]/g)?.length ?? 0) >= 2)
  if (barredLines.length < 2) return null
  return lines
    .filter((line) => !/^[\s|｜│┃:+\-=─━┼├┤┌┐└┘┬┴]*$/u.test(line))
    .map((line) => {
      const cells = line.split(/[|｜│┃]/).map(withoutMarkup)
      return /^\s*[|｜│┃]/.test(line)
        ? cells.slice(1, /[|｜│┃]\s*$/.test(line) ? -1 : undefined)
        : cells
    })
}

function withoutMarkup(cell: string): string {
  const text = cell.replace(/<br\s*\/?>/gi, '\n').trim()
  return text.replace(/^\*\*(.+)\*\*$/s, '$1').replace(/^`(.+)`$/s, '$1')
}
