/** Saves what was typed as a file, to go on with on another day or another device: nothing of it goes to the server. */
import { type ReactNode, type RefObject, useId, useState } from 'react'
import { loadLate } from '../reload.ts'
import type { Typed } from './save-typed.ts'

type Props = Omit<Typed, 'form'> & {
  form: RefObject<HTMLFormElement | null>
  announce: (sentence: string) => void
  /** Other ways to keep what was typed. */
  children: ReactNode
}

const loadSaving = () => import('./save-typed.ts')

export function SaveForm({ form, announce, children, ...typed }: Props) {
  const id = useId()
  // A phone has no room for it between the table and what follows.
  const [isWide] = useState(() => matchMedia('(min-width: 48rem)').matches)
  const save = async () => {
    const code = await loadLate(loadSaving)
    if (code) announce(code.saveTyped({ ...typed, form: form.current }))
  }
  return (
    <details className="keep" open={isWide}>
      <summary>後で続ける</summary>
      <button type="button" className="secondary" aria-describedby={id} onClick={save}>
        入力内容をファイルに保存
      </button>
      {children}
      <p id={id}>
        続きを別の日や別の端末で入力できます。保存したファイルは「ファイルを選んで読み込む」から戻せます。ファイルには個人情報が含まれます。
      </p>
    </details>
  )
}
