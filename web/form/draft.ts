/** Keeps what was typed for the tab, so that a reload, a crash or a trip away loses nothing (reading 15). */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { forget, keep, recall } from '../browser/session.ts'
import { fillForm, type Values, valuesOf } from './form.ts'

const DELAY_MS = 300

/** Where lines of a paste wait that did not fit into the rows of this draft. */
export const overflowKey = (name: string) => `overflow.${name}`

export type Draft = { rowCount: number; values: Values }

type DraftOptions = {
  form: RefObject<HTMLFormElement | null>
  /** Names the draft; null until the page knows whose it is. */
  name: string | null
  rowCount: number
  /** Must bring at least so many rows on the screen. */
  showRows: (count: number) => void
  /** What was typed stands in its fields again. */
  onRestored: () => void
}

/** Restores once, then saves on request and whenever the page may be about to go. */
export function useDraft({ form, name, rowCount, showRows, onRestored }: DraftOptions) {
  const waiting = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isClosed = useRef(false)
  const current = useRef({ name, rowCount })
  current.current = { name, rowCount }

  const save = (element = form.current) => {
    clearTimeout(timer.current)
    const { name, rowCount } = current.current
    // A draft that still waits for its rows is the better copy.
    if (!element || name === null || isClosed.current || waiting.current) return
    keep(`draft.${name}`, { rowCount, values: valuesOf(element) } satisfies Draft)
  }
  const saveSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(save, DELAY_MS)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once for its name.
  useEffect(() => {
    if (name === null) return
    waiting.current = recallDraft(name)
    if (waiting.current) showRows(waiting.current.rowCount)
  }, [name])

  useEffect(() => {
    const draft = waiting.current
    if (!draft || !form.current || rowCount < draft.rowCount) return
    waiting.current = null
    fillForm(form.current, draft.values)
    onRestored()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: save reads what is current through refs.
  useLayoutEffect(() => {
    const element = form.current
    const saveNow = () => save(element)
    addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveNow)
      saveNow()
    }
  }, [])

  /** The application is complete: nothing of it stays behind. */
  const close = () => {
    isClosed.current = true
    clearTimeout(timer.current)
    if (name === null) return
    forget(`draft.${name}`)
    forget(overflowKey(name))
  }
  return { save, saveSoon, close }
}

/** The draft of this name; null where there is none of the right shape. */
export function recallDraft(name: string): Draft | null {
  const draft = recall(`draft.${name}`)
  if (typeof draft !== 'object' || draft === null) return null
  const { rowCount, values } = draft as Partial<Draft>
  return typeof rowCount === 'number' && typeof values === 'object' && values !== null
    ? { rowCount, values }
    : null
}
