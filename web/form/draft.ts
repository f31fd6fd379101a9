/** Autosave of a form to session storage (debounced), and its restore after a reload, a crash or a return (reading 15). */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useDebounce } from '#ui/debounce.ts'
import { forget, keep, recall } from '../sending/session-storage.ts'
import { fillForm, rowCountOf, type Values, valuesOf } from './controls.ts'

const DEBOUNCE_MS = 300

/** Session storage key of pasted lines that did not fit into the rows of this draft. */
export const overflowKey = (name: string) => `overflow.${name}`
const draftKey = (name: string) => `draft.${name}`

export type Draft = { rowCount: number; values: Values }

type DraftOptions = {
  form: RefObject<HTMLFormElement | null>
  /** Names the draft; null until the page knows whose it is. */
  name: string | null
  rowCount: number
  /** Must render at least so many rows. */
  showRows: (count: number) => void
  /** What the controls hold at first, where that is not the draft alone. */
  recallFirst?: ((name: string) => Draft | null) | undefined
  onRestored: (values: Values) => void
}

/** Restores once, then saves on request and whenever the page is hidden or left. */
export function useDraft(options: DraftOptions) {
  const { form, name } = options
  const waiting = useRestore(options)
  const debounce = useDebounce(DEBOUNCE_MS)
  const isClosed = useRef(false)

  const save = (element = form.current) => {
    debounce.cancel()
    // A draft that still waits for its rows is the better copy.
    if (!element || name === null || isClosed.current || waiting.current) return
    const draft: Draft = { rowCount: rowCountOf(element), values: valuesOf(element) }
    keep(draftKey(name), draft)
  }
  const saveSoon = () => debounce.run(save)
  useSaveOnHide(form, save)

  /** The application is complete: its draft is deleted and no later save brings it back. */
  const close = () => {
    isClosed.current = true
    if (name === null) return
    forget(draftKey(name))
    forget(overflowKey(name))
  }
  return { save, saveSoon, close }
}

/** Fills the form from its draft, once there are rows enough; the ref holds the draft until then. */
function useRestore(options: DraftOptions) {
  const { form, name, rowCount, showRows, recallFirst = recallDraft, onRestored } = options
  const waiting = useRef<Draft | null>(null)
  const load = useEffectEvent((name: string) => {
    waiting.current = recallFirst(name)
    if (waiting.current) showRows(waiting.current.rowCount)
  })
  useEffect(() => {
    if (name !== null) load(name)
  }, [name])
  useEffect(() => {
    const draft = waiting.current
    if (!draft || !form.current || rowCount < draft.rowCount) return
    waiting.current = null
    fillForm(form.current, draft.values)
    onRestored(draft.values)
  })
  return waiting
}

function useSaveOnHide(
  form: RefObject<HTMLFormElement | null>,
  save: (element: HTMLFormElement | null) => void,
): void {
  const onHide = useEffectEvent(save)
  useLayoutEffect(() => {
    const element = form.current
    const saveNow = () => onHide(element)
    addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveNow)
    return () => {
      removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveNow)
      saveNow()
    }
  }, [form])
}

/** The draft of this name; null where there is none of the right shape. */
export function recallDraft(name: string): Draft | null {
  const draft = recall(draftKey(name))
  if (typeof draft !== 'object' || draft === null) return null
  const { rowCount, values } = draft as Partial<Draft>
  return typeof rowCount === 'number' && typeof values === 'object' && values !== null
    ? { rowCount, values }
    : null
}
