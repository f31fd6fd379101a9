/** Hints beside the applicant's fields: when they are looked for, and what their buttons do. */
import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ApplicantField } from '#domain/applicant.ts'
import { type Debounce, useDebounce } from '#ui/debounce.ts'
import { controlOf, type TextControl, writeControl } from '#ui/write-control.ts'
import { loadLate } from '../reload.ts'
import type { Hint, Hinted } from './hints.ts'

/** Known before the code that judges them: a field that is left out here does not compile. */
const HINTED: Record<Hinted, true> = { address: true, tel: true, email: true }
type Hints = Partial<Record<Hinted, Hint | null>>

export function isHinted(name: string): name is Hinted {
  return Object.hasOwn(HINTED, name)
}

const hintedFields = () => Object.keys(HINTED) as Hinted[]

/** Milliseconds without a key. */
const PAUSE_MS = 800
/** Milliseconds after a field was left: a hint moves what stands below, where a pointer may be about to press. */
const LEFT_MS = 300

export const loadHints = () => import('./hints.ts')

type Block = RefObject<HTMLElement | null>

/** `block` holds the fields. */
export function useHints(block: Block) {
  const [hints, setHints] = useState<Hints>({})
  const shown = useRef(hints)
  /** What a person, or the browser for one, has filled in and left: an unfinished text gets no hint. */
  const left = useRef(new Set<string>())
  const pause = useDebounce(PAUSE_MS)
  const leaving = useDebounce(LEFT_MS)
  const look = async () => {
    const code = await loadLate(loadHints)
    if (!code) return
    const next = judged(code, block, left.current, shown.current)
    if (JSON.stringify(next) !== JSON.stringify(shown.current)) setHints(next)
    shown.current = next
  }
  const begin = useEffectEvent(() => {
    // What was typed and left before hydration.
    for (const name of hintedFields()) if (controlIn(block, name)?.value) left.current.add(name)
    if (left.current.size > 0) void look()
  })
  useEffect(() => begin(), [])
  const mend = (name: Hinted, value: string) => {
    const control = controlIn(block, name)
    writeControl(control, value)
    left.current.add(name)
    // Its button goes.
    control?.focus()
    void look()
  }
  /** Of a field that may have a hint. */
  const noteOf = (name: ApplicantField) => {
    if (!isHinted(name)) return undefined
    const { sentence, mend: by } = hints[name] ?? {}
    const onPress = () => mend(name, by?.value ?? '')
    return { note: sentence ?? null, mend: by && { words: by.words, onPress } }
  }
  const lookAfter = (debounce: Debounce) => {
    pause.cancel()
    debounce.run(() => void look())
  }
  const listeners = listenersOf(left.current, {
    onInput: (name) => {
      // A hint that is mended goes at once: its button would take the next Tab, and go from under it.
      if (shown.current[name]) void look()
      lookAfter(pause)
    },
    onLeave: () => lookAfter(leaving),
  })
  return { noteOf, listeners }
}

type Looks = { onInput: (name: Hinted) => void; onLeave: () => void }

function listenersOf(left: Set<string>, looks: Looks) {
  return {
    onFocus: () => void loadLate(loadHints),
    onInput: ({ target, nativeEvent }: FormEvent) => {
      const { name } = target as HTMLInputElement
      if (!isHinted(name)) return
      // What the page fills in is looked at when it has been left; what the browser fills in is left already.
      if (!nativeEvent.isTrusted) left.delete(name)
      else if (target !== document.activeElement) left.add(name)
      looks.onInput(name)
    },
    onBlur: ({ target }: FocusEvent) => {
      const { name } = target as unknown as HTMLInputElement
      if (!isHinted(name)) return
      left.add(name)
      looks.onLeave()
    },
  }
}

function controlIn(block: Block, name: Hinted): TextControl | null {
  return controlOf(block.current?.closest('form') ?? null, name)
}

function judged(
  { hintOf }: typeof import('./hints.ts'),
  block: Block,
  left: ReadonlySet<string>,
  shown: Hints,
): Hints {
  const entries = hintedFields().map((name) => {
    const control = controlIn(block, name)
    // A mail address is known to be wrong before it is left (reading 15).
    const isJudged = control && (name === 'email' || left.has(name))
    const hint = isJudged ? hintOf(name, control.value) : null
    return [name, isTooEarly(control, hint, shown[name]) ? null : hint]
  })
  return Object.fromEntries(entries)
}

/** While a text is being typed a hint may go or stay, and of a mail address its form is told: what was meant is not, as long as it may still be typed. */
function isTooEarly(control: TextControl | null, hint: Hint | null, before?: Hint | null): boolean {
  if (!hint || control !== document.activeElement) return false
  return hint.mend ? !before?.mend : !before && control?.name !== 'email'
}
