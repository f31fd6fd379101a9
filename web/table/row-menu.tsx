/** What can be done with one row. */
import { useEffect, useRef } from 'react'

type Props = {
  no: number
  onInsert: () => void
  onDelete: () => void
  onClose: () => void
}

/** The button that opens it; the focus comes back to it. */
export const rowButtonId = (no: number) => `row-${no}-menu`

export function RowMenu({ no, onInsert, onDelete, onClose }: Props) {
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
      <button type="button" className="secondary" onClick={() => choose(onInsert)}>
        下に行を挿入
      </button>
      <button type="button" className="secondary" onClick={() => choose(onDelete)}>
        この行を削除
      </button>
      <button type="button" className="secondary" onClick={() => choose(() => {})}>
        閉じる
      </button>
    </dialog>
  )
}

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
