/** What is said before a large export begins: how much it is, in what form, and about how long it takes. */
import { EXPORT_LABELS, type ExportFormat, ROWS_A_SECOND } from '#contract/console.ts'
import type { ExportSize } from '#contract/console-answers.ts'

/** Of an export that takes no longer nobody is asked. */
const SHORT_SECONDS = 10

export function isLarge(format: ExportFormat, size: ExportSize): boolean {
  return secondsOf(format, size) > SHORT_SECONDS
}

export function exportTitle(format: ExportFormat, { applications }: ExportSize): string {
  return `${applications.toLocaleString()}件を${EXPORT_LABELS[format]}でダウンロードする`
}

export function exportSentences(format: ExportFormat, size: ExportSize): string[] {
  const rows = `事業所ごとに1行で、合わせて${size.rows.toLocaleString()}行です。`
  const sheets = `Excelのシート1枚に入りきらないため、${size.sheets}枚以上のシートに分けます。`
  return [
    ...(format === 'json' ? [] : [rows]),
    ...(format === 'xlsx' && size.sheets > 1 ? [sheets] : []),
    `${durationOf(secondsOf(format, size))}ほどかかります。途中で中止できます。終わるまで、この画面を開いたままにしてください。`,
  ]
}

function secondsOf(format: ExportFormat, { rows }: ExportSize): number {
  return rows / ROWS_A_SECOND[format]
}

function durationOf(seconds: number): string {
  return seconds < 60 ? '1分' : `${Math.ceil(seconds / 60)}分`
}
