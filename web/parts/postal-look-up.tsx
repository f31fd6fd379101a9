/** Postal look-up button with its status message. */
import { useRef, useState } from 'react'

/** Fills the form's address, and resolves to what happened, in a sentence. */
type Props = { lookUp: (form: HTMLFormElement) => Promise<string> }

export function PostalLookUp({ lookUp }: Props) {
  const [said, say] = useState('')
  const presses = useRef(0)
  const press = async (form: HTMLFormElement | null) => {
    if (!form) return
    presses.current += 1
    const mine = presses.current
    say('住所を検索しています。')
    const sentence = await lookUp(form)
    // Stale response: a later press has its own answer coming.
    if (mine === presses.current) say(sentence)
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
      <p role="status">{said}</p>
    </div>
  )
}
