/** Asks before what cannot be taken back. */
import { Dialog } from '#ui/dialog.tsx'

export type Question = { title: string; text: string; label: string }

type Props = Question & { onAnswer: (isConfirmed: boolean) => void }

/** The focus is on what changes nothing. */
export function Confirm({ title, text, label, onAnswer }: Props) {
  return (
    <Dialog aria-labelledby="confirm" onClose={() => onAnswer(false)}>
      {(close) => (
        <>
          <h2 id="confirm">{title}</h2>
          <p>{text}</p>
          <p className="actions">
            <button type="button" onClick={close}>
              この画面に戻る
            </button>
            <button type="button" className="destructive" onClick={() => onAnswer(true)}>
              {label}
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}
