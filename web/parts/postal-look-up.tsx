/** Postal look-up button with its status message, and the undo of an address that it replaced. */
import { useRef, useState } from 'react'
import type { LookUpOutcome } from '../form/postal.ts'

type Props = { lookUp: (form: HTMLFormElement) => Promise<LookUpOutcome> }

export function PostalLookUp({ lookUp }: Props) {
  const [{ sentence, undo }, setOutcome] = useState<LookUpOutcome>({ sentence: '' })
  const presses = useRef(0)
  const press = async (form: HTMLFormElement | null) => {
    if (!form) return
    presses.current += 1
    const mine = presses.current
    setOutcome({ sentence: '住所を検索しています。' })
    const outcome = await lookUp(form)
    // Stale response: a later press has its own answer coming.
    if (mine === presses.current) setOutcome(outcome)
  }
  const takeBack = () => {
    undo?.()
    setOutcome({ sentence: '元の住所に戻しました。' })
  }
  return (
    <div className="look-up">
      <button
        type="button"
        className="secondary"
        onClick={(event) => press(event.currentTarget.form)}
      >
        郵便番号から住所を検索
      </button>
      <p role="status">{sentence}</p>
      {undo && (
        <button type="button" className="secondary" onClick={takeBack}>
          元の住所に戻す
        </button>
      )}
    </div>
  )
}
