/** The validation problems on the screen: set by a press, mended as their fields are left. */
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isMailAddress } from '#domain/mail-address.ts'
import type { Problem } from '#domain/messages.ts'
import { controlOf, type TextControl } from '#ui/write-control.ts'
import { forgetRefused, recallRefused } from '../sending/session-storage.ts'
import { noteError } from '../way.ts'
import { isCell, type Values } from './controls.ts'
import { type Line, type Look, mended } from './mending.ts'
import { useAfterPress } from './use-after-press.ts'

/** The error summary: `round` counts the presses, each of which takes the focus there. */
export type Summary = { round: number; lines: readonly Line[] }

type Options = {
  form: RefObject<HTMLFormElement | null>
  /** Names the form in session storage; null until it is known whose it is. */
  name: string | null
  /** Everything wrong with the form as it stands, which it leaves as it is. */
  check: (form: HTMLFormElement) => readonly Problem[]
}

export function useProblems({ form, name, check }: Options) {
  const [{ round, lines }, setSummary] = useState<Summary>({ round: 0, lines: [] })
  const { refused, ...refusals } = useRefused(form, check)
  const afterPress = useAfterPress()
  const setProblems = (problems: readonly Problem[]) => {
    const [first] = problems
    if (first && form.current)
      noteError(first.field, typedText(controlOf(form.current, first.field)))
    refusals.remember(problems)
    setSummary((before) => ({ round: before.round + 1, lines: problems }))
  }
  // At first those fields that the server refused (reading 15).
  const recall = useEffectEvent((name: string) => {
    const kept = recallRefused(name)
    if (kept.length > 0) setProblems(kept)
  })
  useEffect(() => {
    if (name !== null) recall(name)
  }, [name])
  /** Row numbers have changed: a problem of one row would stand beside another. */
  const forgetRowProblems = () =>
    setSummary((before) => ({
      ...before,
      lines: before.lines.filter(({ field }) => !isCell(field)),
    }))
  const look = useEffectEvent((at: number) => {
    const element = form.current
    // What a press has just said is not taken back by what was left before it.
    if (!element || round !== at) return
    const how = lookAt(element, check(element), refused.current)
    setSummary((before) => {
      const next = mended(before.lines, how)
      return next === before.lines ? before : { ...before, lines: next }
    })
  })
  const problems = useMemo(() => lines.filter(({ filled }) => filled === undefined), [lines])
  const isMended = lines.length > problems.length && problems.length === 0
  useEffect(() => {
    // A reload would mark what has taken the place of what was refused.
    if (isMended && name !== null) forgetRefused(name)
  }, [isMended, name])
  return {
    ...{ problems, summary: { round, lines }, setProblems, forgetRowProblems },
    /** To be called where the form is filled in after them. */
    rememberRefused: refusals.rememberAgain,
    /** A control was left, or something was chosen, ticked or filled in by the page. */
    lookAgain: () => {
      if (lines.length > 0) afterPress(() => look(round))
    },
  }
}

/** What the server has refused, by its field: none of the page's own rules says that problem. */
function useRefused(form: Options['form'], check: Options['check']) {
  const refused = useRef<Values>({})
  const said = useRef<readonly Problem[]>([])
  const rememberAgain = () => {
    const [element, problems] = [form.current, said.current]
    const own = element && problems.length > 0 ? check(element) : []
    const ownWords = new Set(own.map(({ message }) => message))
    const others = problems.filter(({ message }) => !ownWords.has(message))
    refused.current = Object.fromEntries(
      others.map(({ field }) => [field, controlOf(element, field)?.value ?? '']),
    )
  }
  const remember = (problems: readonly Problem[]) => {
    said.current = problems
    rememberAgain()
  }
  return { refused, remember, rememberAgain }
}

function lookAt(form: HTMLFormElement, now: readonly Problem[], refused: Values): Look {
  const control = (field: string) => controlOf(form, field)
  return {
    now,
    isInUse: (field) => isTyping(control(field)),
    isRefused: (field) => {
      const value = control(field)?.value
      if (value === undefined || refused[field] === undefined) return false
      return value === refused[field] || (field === 'email' && !isMailAddress(value))
    },
    labelOf: (field) => labelOf(control(field)),
  }
}

/** A choice is made at once, a text when its field is left. */
export function isTyping(target: unknown): boolean {
  const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
  return isText && target === document.activeElement
}

/** Null where the control is not shown, or holds nothing. */
function labelOf(control: TextControl | null): string | null {
  if (!control || control.closest('[hidden]')) return null
  const isFilled = isBox(control) ? control.checked : control.value !== ''
  if (!isFilled) return null
  return control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? ''
}

/** A box that has to be ticked holds nothing until it is. */
const typedText = (control: TextControl | null) =>
  control && isBox(control) ? undefined : control?.value

const isBox = (control: TextControl): control is HTMLInputElement => control.type === 'checkbox'
