/** Packs the sheets of a form into an .xlsx file. */
import { strToU8, zipSync } from 'fflate'
import { rowXml, sheetEnd, sheetPath, sheetStart, workbookParts } from '#sheets/write-workbook.ts'
import { type SavedSheet, savedSheets, type TypedForm } from './saved-form.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function savedFormFile(form: TypedForm, now: Date): { name: string; content: Blob } {
  const sheets = savedSheets(
    form,
    now.toLocaleString('ja-JP', { dateStyle: 'long', timeStyle: 'short' }),
  )
  const parts = [
    ...workbookParts(sheets.map(({ name }) => name)),
    ...sheets.map((sheet, index) => [sheetPath(index + 1), sheetXml(sheet)] as const),
  ]
  const packed = zipSync(Object.fromEntries(parts.map(([name, text]) => [name, strToU8(text)])))
  return {
    name: `お申し込みの入力内容_${dayOf(now)}.xlsx`,
    content: new Blob([packed], { type: TYPE }),
  }
}

function sheetXml({ columns, rows }: SavedSheet): string {
  const lines = rows.map((cells, index) => rowXml(index + 2, cells))
  return sheetStart(columns) + lines.join('') + sheetEnd(columns, rows.length + 1)
}

/** 2026-11-22, by the clock of the person. */
function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
