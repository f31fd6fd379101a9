/** Saves what was typed as a file. Lazy-loaded when a person saves. */
import { isBlankRow } from '#domain/facilities.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { saveFile } from '#ui/save-file.ts'
import { rowsOnScreen } from '../table/cells.ts'
import { withoutBlankEnd } from '../table/row-edits.ts'
import { applicantOnScreen } from './applicant-controls.ts'
import { savedFormFile } from './workbook.ts'

export type Typed = {
  flow: FlowWithRows
  form: HTMLFormElement | null
  /** Pasted lines for which the table had no room. */
  leftOver: readonly (readonly string[])[]
}

/** The sentence about it. */
export function saveTyped({ flow, form, leftOver }: Typed): string {
  const applicant = applicantOnScreen(form)
  const rows = withoutBlankEnd(rowsOnScreen(), 0)
  if (rows.every(isBlankRow) && !Object.values(applicant ?? {}).some(Boolean)) return NOTHING
  const file = savedFormFile({ flow, applicant, rows, leftOver }, new Date())
  saveFile(file.name, file.content)
  return `入力内容を「${file.name}」に保存しました。個人情報が含まれますので、大切に保管してください。`
}

const NOTHING = 'まだ何も入力されていません。入力してから保存してください。'
