import { expect, test } from 'vitest'
import { EXPORT_FORMATS, ROWS_A_SECOND } from '#contract/console.ts'
import { exportSentences, exportTitle, isLarge } from './export-words.ts'

const MILLION = { applications: 1_000_000, rows: 3_000_000, sheets: 3 }

test('a person is asked before what takes longer than ten seconds, and not before', () => {
  for (const format of EXPORT_FORMATS) {
    const rows = 10 * ROWS_A_SECOND[format]
    expect(isLarge(format, { applications: rows, rows, sheets: 1 })).toBe(false)
    expect(isLarge(format, { applications: rows, rows: rows + 1, sheets: 1 })).toBe(true)
  }
})

test('a workbook says its rows and sheets, and how long it takes', () => {
  expect(exportTitle('xlsx', MILLION)).toBe('1,000,000件をExcelでダウンロードする')
  const [rows, sheets, time] = exportSentences('xlsx', MILLION)
  expect(rows).toBe('事業所ごとに1行で、合わせて3,000,000行です。')
  expect(sheets).toBe('Excelのシート1枚に入りきらないため、3枚以上のシートに分けます。')
  const minutes = Math.ceil(MILLION.rows / ROWS_A_SECOND.xlsx / 60)
  expect(time).toContain(`${minutes}分ほどかかります。`)
  // What is promised of a million.
  expect(minutes).toBeLessThanOrEqual(10)
})

test('CSV has no sheets, and JSON a line for each application', () => {
  expect(exportSentences('csv', MILLION)).toHaveLength(2)
  expect(exportSentences('json', MILLION)).toHaveLength(1)
  expect(exportSentences('xlsx', { ...MILLION, rows: 900_000, sheets: 1 })).toHaveLength(2)
  const short = { applications: 1, rows: 11 * ROWS_A_SECOND.csv, sheets: 1 }
  expect(exportSentences('csv', short).at(-1)).toMatch(/^1分ほど/)
})
