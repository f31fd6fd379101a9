/** Postal look-up button with its status message, and the undo of an address that it replaced. */

import { useState } from 'react'
import { messages } from '#domain/messages.ts'
import { useHydrated } from '../navigation.ts'
import type { LookUpOutcome } from './postal.ts'

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

/* Lazy-loads the postal look-up at first use. */

export const postalCode = () => import('./postal.ts')

export async function lookUp(form: HTMLFormElement): Promise<LookUpOutcome | null> {
  // Read at the press: what is typed while the code loads is the person's last word.
  const before = (form.elements.namedItem('address') as HTMLInputElement).value
  try {
    const { fillAddress } = await postalCode()
    return await fillAddress(form, before)
  } catch {
    return { sentence: messages.generic }
  }
}
