/** Saves what was typed as a file, to go on with on another day or another device: nothing of it goes to the server. */
import { type RefObject, useId } from 'react'
import { isBlankRow } from '#domain/facilities.ts'
import type { FlowWithRows } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import { saveFile } from '#ui/save-file.ts'
import { rowsOnScreen } from '../table/cells.ts'
import { withoutBlankEnd } from '../table/row-edits.ts'
import { applicantOnScreen } from './applicant-controls.ts'

type Props = {
  flow: FlowWithRows
  form: RefObject<HTMLFormElement | null>
  /** Pasted lines for which the table had no room. */
  leftOver: readonly (readonly string[])[]
  announce: (sentence: string) => void
}

export function SaveForm({ flow, form, leftOver, announce }: Props) {
  const id = useId()
  const save = async () => {
    const applicant = applicantOnScreen(form.current)
    const rows = withoutBlankEnd(rowsOnScreen(), 0)
    const isEmpty = rows.every(isBlankRow) && !Object.values(applicant ?? {}).some(Boolean)
    const code = await import('./workbook.ts').catch(() => null)
    if (isEmpty || !code) return announce(isEmpty ? NOTHING : messages.generic)
    const file = code.savedFormFile({ flow, applicant, rows, leftOver }, new Date())
    saveFile(file.name, file.content)
    announce(
      `入力内容を「${file.name}」に保存しました。個人情報が含まれますので、大切に保管してください。`,
    )
  }
  return (
    <div className="keep">
      <button type="button" className="secondary" aria-describedby={id} onClick={save}>
        入力内容をファイルに保存
      </button>
      <p id={id}>
        続きを別の日や別の端末で入力できます。保存したファイルは「ファイルを選んで読み込む」から戻せます。ファイルには個人情報が含まれます。
      </p>
    </div>
  )
}

const NOTHING = 'まだ何も入力されていません。入力してから保存してください。'
