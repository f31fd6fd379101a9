/** A text field that suggests corporations of the directory, by the ARIA pattern of an editable combobox with list autocomplete. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { DIRECTORY_SOURCE, type DirectoryHit, formatPeriod } from '#domain/directory.ts'
import { isComposing as isOfInputMethod } from '#ui/composing.ts'
import { useDebounce } from '#ui/debounce.ts'
import { Status } from '#ui/status.tsx'
import { Unbroken } from '#ui/unbroken.tsx'
import { makeCombobox } from './announced.ts'
import { searchCorporations } from './look-up.ts'

type Props = {
  /** Stands on the page already and keeps what is typed; the list opens under it. */
  input: HTMLInputElement
  period: string
  onChoose: (hit: DirectoryHit) => void
}

export function Combobox({ input, period, onChoose }: Props) {
  const { hits, announcement, close, askSoon, isComposing } = useSearch(input)
  const [active, setActive] = useState(-1)
  const listId = `${input.id}-options`
  const optionId = (index: number) => `${listId}-${index}`
  const isOpen = hits.length > 0

  const choose = (index: number) => {
    const hit = hits[index]
    // What is still being composed would be written behind the name.
    if (isComposing()) {
      input.blur()
      input.focus()
    }
    if (hit) onChoose(hit)
    setActive(-1)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return
    const step = STEPS[event.key]
    if (step !== undefined && isOpen) setActive(next(active, step, hits.length))
    else if (step !== undefined) askSoon()
    else if (event.key === 'Enter' && active >= 0) choose(active)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }
  const onInput = () => {
    setActive(-1)
    // What is written into the field from elsewhere is no question.
    if (document.activeElement === input) askSoon()
  }
  useListeners(input, { onKeyDown, onInput, onEnd: askSoon, onLeave: close })
  useAttributes(input, { listId, isOpen, option: active < 0 ? null : optionId(active) })

  return createPortal(
    <div className="combobox">
      {/* In a dialog nothing else on the screen says that there is no hit. */}
      <Status className={isOpen || !isInDialog(input) ? 'unseen' : 'support'}>
        {announcement}
      </Status>
      {isOpen && (
        <div className="options" style={{ insetBlockStart: input.offsetTop + input.offsetHeight }}>
          <Options {...{ hits, active, listId, optionId, choose }} />
          <p className="support">
            出典：{DIRECTORY_SOURCE}（<Unbroken>{formatPeriod(period)}</Unbroken>）
          </p>
        </div>
      )}
    </div>,
    input.parentElement ?? document.body,
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Round about, with nothing chosen between the last and the first. */
function next(active: number, step: number, count: number): number {
  const turned = active + step
  if (turned < -1) return count - 1
  return turned >= count ? -1 : turned
}

type OptionsProps = {
  hits: readonly DirectoryHit[]
  active: number
  listId: string
  optionId: (index: number) => string
  choose: (index: number) => void
}

function Options({ hits, active, listId, optionId, choose }: OptionsProps) {
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div role="listbox" id={listId} aria-label="公表されている法人">
      {hits.map(({ id, name, address, facilities, facility }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys.
        <div
          key={id}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          // The text field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => choose(index)}
        >
          <strong>{name}</strong>
          <span>
            {facility && `${facility}　`}
            {address}（{facilities}件）
          </span>
        </div>
      ))}
    </div>
  )
}

type Heard = {
  onKeyDown: (event: KeyboardEvent) => void
  onInput: () => void
  onEnd: () => void
  onLeave: () => void
}

function useListeners(input: HTMLInputElement, { onKeyDown, onInput, onEnd, onLeave }: Heard) {
  const key = useEffectEvent(onKeyDown)
  const typed = useEffectEvent(onInput)
  const end = useEffectEvent(onEnd)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const listeners = {
      keydown: (event: Event) => key(event as KeyboardEvent),
      input: () => typed(),
      compositionend: () => end(),
      blur: () => leave(),
    }
    for (const [type, listener] of Object.entries(listeners)) input.addEventListener(type, listener)
    // Typed before this code came.
    if (document.activeElement === input && input.value !== '') end()
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        input.removeEventListener(type, listener)
    }
  }, [input])
}

type Attributes = { listId: string; isOpen: boolean; option: string | null }

/** The field belongs to another React root: what makes it a combobox is set beside what that one sets. */
function useAttributes(input: HTMLInputElement, { listId, isOpen, option }: Attributes): void {
  useEffect(() => {
    makeCombobox(input)
    input.setAttribute('aria-expanded', String(isOpen))
    // The Nu checker knows the older aria-owns alone.
    for (const name of ['aria-controls', 'aria-owns'])
      if (isOpen) input.setAttribute(name, listId)
      else input.removeAttribute(name)
    if (isOpen && option) input.setAttribute('aria-activedescendant', option)
    else input.removeAttribute('aria-activedescendant')
  }, [input, listId, isOpen, option])
}

/** Typing pauses this long before it is a question. */
const DEBOUNCE_MS = 120

type Search = { hits: readonly DirectoryHit[]; announcement: string }

const NOTHING: Search = { hits: [], announcement: '' }

/** Searches while a person types, kana that are being composed included; only the answer to the last question is shown. */
function useSearch(input: HTMLInputElement) {
  const isComposing = useComposing(input)
  const [found, setFound] = useState(NOTHING)
  const debounce = useDebounce(DEBOUNCE_MS)
  const latestQuestion = useRef(0)

  const close = () => {
    debounce.cancel()
    latestQuestion.current += 1
    setFound(NOTHING)
  }
  const ask = async () => {
    latestQuestion.current += 1
    const question = latestQuestion.current
    const typed = input.value.trim()
    // Consonants that wait for their vowel.
    const text = isComposing() ? typed.replace(/[a-zａ-ｚ]{1,3}$/i, '') : typed
    const hits = text === '' ? [] : await searchCorporations(text)
    if (question !== latestQuestion.current || document.activeElement !== input) return
    // The input method speaks itself: nothing is said beside it of what is not finished.
    const isQuiet = text === '' || (isComposing() && !hits?.length)
    setFound({ hits: hits ?? [], announcement: isQuiet ? '' : sentenceOf(hits, input) })
  }
  const askSoon = () => debounce.run(() => void ask())
  return { ...found, close, askSoon, isComposing }
}

/** Whether an input method is at work in the field now. */
function useComposing(input: HTMLInputElement): () => boolean {
  const isOn = useRef(false)
  useEffect(() => {
    const listen = ({ type }: Event) => {
      isOn.current = type === 'compositionstart'
    }
    for (const type of ['compositionstart', 'compositionend']) input.addEventListener(type, listen)
    return () => {
      for (const type of ['compositionstart', 'compositionend'])
        input.removeEventListener(type, listen)
    }
  }, [input])
  return () => isOn.current
}

const isInDialog = (input: HTMLInputElement) => input.closest('dialog') !== null

function sentenceOf(hits: readonly DirectoryHit[] | undefined, input: HTMLInputElement): string {
  const goOn = `${isInDialog(input) ? 'この画面を閉じて、' : ''}そのまま入力できます。`
  if (hits === undefined) return `公表されている法人を検索できませんでした。${goOn}`
  if (hits.length === 0) return `候補が見つかりません。${goOn}`
  return `候補が${hits.length}件あります。上下の矢印キーで選び、Enterキーで決定します。`
}
