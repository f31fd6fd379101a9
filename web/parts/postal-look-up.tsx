/** Postal look-up button with its status message, and the undo of an address that it replaced. */
import { useState } from 'react'
import { useHydrated } from '../browser/hydrated.ts'
import type { LookUpOutcome } from '../form/postal.ts'

type Props = { lookUp: (form: HTMLFormElement) => Promise<LookUpOutcome | null> }

export function PostalLookUp({ lookUp }: Props) {
  const isHydrated = useHydrated()
  const [{ sentence, undo }, setOutcome] = useState<LookUpOutcome>({ sentence: '' })
  const press = async (form: HTMLFormElement | null) => {
    if (!form) return
    setOutcome({ sentence: '住所を検索しています。' })
    const outcome = await lookUp(form)
    if (outcome) setOutcome(outcome)
  }
  return (
    <div className="look-up">
      <button
        type="button"
        className="secondary"
        disabled={!isHydrated}
        onClick={(event) => press(event.currentTarget.form)}
      >
        郵便番号から住所を検索
      </button>
      <p role="status">{sentence}</p>
      {undo && (
        <button
          type="button"
          className="secondary"
          onClick={() => setOutcome({ sentence: undo() })}
        >
          元の住所に戻す
        </button>
      )}
    </div>
  )
}
