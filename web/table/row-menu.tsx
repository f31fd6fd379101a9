/** What can be done with one row. */
import { useEffect, useRef } from 'react'
import { rowButtonId } from './focus-targets.ts'
import type { rowActions } from './row-actions.ts'

type Props = {
  no: number
  act: Pick<
    ReturnType<typeof rowActions>,
    'insertBelow' | 'duplicate' | 'fillServiceBelow' | 'remove'
  >
  onClose: () => void
}

export function RowMenu({ no, act, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const button = document.getElementById(rowButtonId(no))
    if (!dialog.current || !button) return
    dialog.current.showModal()
    standBy(dialog.current, button)
  }, [no])
  const choose = (act: () => void) => {
    // The dialog gives the focus back as it closes; what is done afterwards may take it on.
    dialog.current?.close()
    onClose()
    act()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog; this is for a press beside it.
    <dialog
      ref={dialog}
      className="row-menu"
      aria-label={`${no}行目の操作`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      {ITEMS.map(([words, action]) => (
        <button
          key={action}
          type="button"
          className="secondary"
          onClick={() => choose(() => act[action](no))}
        >
          {words}
        </button>
      ))}
      <button type="button" className="secondary" onClick={() => choose(() => {})}>
        閉じる
      </button>
    </dialog>
  )
}

const ITEMS = [
  ['下に行を挿入', 'insertBelow'],
  ['この行を複製', 'duplicate'],
  ['サービス種類を下の空欄にも入れる', 'fillServiceBelow'],
  ['この行を削除', 'remove'],
] as const

const GAP_PX = 8

/** Beside its button, inside the window; a narrow window has it at its foot instead. */
function standBy(dialog: HTMLElement, button: HTMLElement): void {
  if (innerWidth < NARROW_PX) return
  const { bottom, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = dialog
  dialog.style.left = `${Math.max(GAP_PX, right - offsetWidth)}px`
  dialog.style.top = `${Math.max(GAP_PX, Math.min(bottom, innerHeight - offsetHeight - GAP_PX))}px`
}

/** As the style sheet has it: below 48rem rows are cards. */
const NARROW_PX = 768
