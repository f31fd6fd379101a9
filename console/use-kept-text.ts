/** Hooks: what is typed for an applicant is kept until it is sent, or until somebody has decided what it was for. */
import {
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import { openPurposes, type Purpose, type Text } from './drafts.ts'
import { SessionContext } from './session-context.ts'

type Options = {
  form: RefObject<HTMLFormElement | null>
  reference: string
  purpose: Purpose
  /** Whether it can still be sent; afterwards nothing more is kept. */
  isOpen?: boolean
  /** What arrived last, though its answer may have been lost. */
  lastSent?: string | undefined
}

/** Fills the form's text and tick with what was kept; `keep` belongs to the form's onInput. */
export function useKeptText({ form, reference, purpose, isOpen = true, lastSent }: Options) {
  const { drafts } = useContext(SessionContext)
  const [kept] = useState(() => {
    const text = isOpen ? drafts.readText(reference, purpose) : null
    return text?.text === lastSent ? null : text
  })
  const write = (text: Text | null) => drafts.writeText(reference, purpose, text)
  const fill = useEffectEvent(() => {
    if (!kept) return write(null)
    const { text, tick } = controlsOf(form.current)
    if (text) text.value = kept.text
    if (tick) tick.checked = kept.isTicked
  })
  useLayoutEffect(() => fill(), [])
  return {
    kept,
    keep: () => {
      const { text, tick } = controlsOf(form.current)
      if (isOpen && text) write({ text: text.value, isTicked: tick?.checked ?? false })
    },
    forget: () => write(null),
  }
}

/** Texts for what nobody can decide any more go. */
export function useOpenTexts(record: ApplicationRecord): void {
  const { drafts } = useContext(SessionContext)
  useEffect(() => drafts.keepTexts(record.reference, openPurposes(record)), [drafts, record])
}

function controlsOf(form: HTMLFormElement | null) {
  return {
    text: form?.querySelector('textarea'),
    tick: form?.querySelector<HTMLInputElement>('[type="checkbox"]'),
  }
}
