/** What choosing a corporation filled in, with its undo, and the question before anything typed is replaced. */
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { type Filling, replaceDiffering, takeBack } from './fill.ts'

type Props = {
  form: HTMLFormElement
  /** The field of the name: the note stands under it. */
  input: HTMLInputElement
  filling: Filling | null
  onChange: (filling: Filling | null) => void
}

export function FilledNote({ form, input, filling, onChange }: Props) {
  /** Of the choice that was taken back last: what stayed as it was. */
  const [kept, setKept] = useState<string[] | null>(null)
  const differing = filling?.differing ?? []
  const labels = differing.map(({ label }) => label).join('、')
  return createPortal(
    <div className="filled-note">
      <p role="status">{filling ? sentenceOf(filling) : kept && takenBack(kept)}</p>
      {filling && differing.length > 0 && (
        <p>
          入力済みの{labels}は、公表されている内容（
          {differing.map(({ published }) => published).join('、')}
          ）と異なるため、そのままにしました。
        </p>
      )}
      {filling && (
        <p className="actions">
          {differing.length > 0 && (
            <button
              type="button"
              className="secondary"
              onClick={() => {
                onChange(replaceDiffering(form, filling))
                input.focus()
              }}
            >
              公表されている{labels}に置き換える
            </button>
          )}
          <button
            type="button"
            className="secondary"
            onClick={() => {
              setKept(takeBack(form, filling))
              onChange(null)
              input.focus()
            }}
          >
            法人の入力を元に戻す
          </button>
        </p>
      )}
    </div>,
    input.parentElement ?? document.body,
  )
}

function sentenceOf({ name, filled }: Filling): string {
  return filled.length === 0
    ? `「${name}」を選びました。`
    : `「${name}」を選び、公表されている${filled.join('、')}を入力しました。ご確認ください。`
}

function takenBack(kept: readonly string[]): string {
  return kept.length === 0
    ? '法人の入力を元に戻しました。'
    : `法人の入力を元に戻しました。選んだあとに変更された${kept.join('、')}は、そのまま残しています。`
}
