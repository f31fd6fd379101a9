/** A form with facility rows as pages share it: controls, row count, problems, draft, the price list in force. What its buttons do is its page's. */
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Catalogue } from '#domain/catalogue.ts'
import { FLOWS, type FlowWithRows, type RowRules } from '#domain/flows.ts'
import type { Problem } from '#domain/messages.ts'
import { type PriceList, priceListAt } from '#domain/prices.ts'
import { announceSuggestions } from '../directory/announced.ts'
import { onTouch } from '../directory/load-directory.ts'
import { useHydrated } from '../navigation.ts'
import { isEnterInField, normaliseControl, type Values } from './controls.ts'
import { type Draft, useDraft } from './draft.ts'
import { isTyping, useProblems } from './use-problems.ts'

type Options = {
  /** Names the form in session storage; null until it is known whose it is. */
  name: string | null
  /** As in useDraft. */
  recallFirst?: (name: string) => Draft | null
  onPress: () => void
  /** Everything wrong with the form as it stands, which it leaves as it is. */
  check: (form: HTMLFormElement) => readonly Problem[]
  /** An input event in the control of this name. */
  onEdit: (control: string) => void
  /** The draft, or what it held first, stands in the controls. */
  onRestored: (values: Values) => void
}

/** What follows the table: where it stands, and the words of the way there. */
export type Onward = { id: string; words: string }

/** What the table of a form works on. */
export type TableForm = Pick<
  RowsForm,
  'form' | 'name' | 'rowCount' | 'setRowCount' | 'addRows' | 'forgetRowProblems' | 'formProps'
> & { onward: Onward }

export type RowsForm = ReturnType<typeof useRowsForm>

export function useRowsForm(flow: FlowWithRows, options: Options) {
  const { name, recallFirst, onPress, check, onEdit } = options
  const { rows: rules, catalogue } = FLOWS[flow]
  const form = useRef<HTMLFormElement>(null)
  const prices = usePriceList(catalogue)
  const { showRows, ...rows } = useRowCount(rules)
  const { rememberRefused, lookAgain, ...said } = useProblems({ form, name, check })
  const { rowCount } = rows
  const onRestored = (values: Values) => {
    rememberRefused()
    options.onRestored(values)
  }
  const draft = useDraft({ form, name, rowCount, showRows, recallFirst, onRestored })
  const normalise = useNormalising(form, rules)
  useEffect(() => announceSuggestions(form.current), [])
  const formProps = formPropsOf({
    form,
    onPress,
    onEdit: (control) => {
      draft.saveSoon()
      onEdit(control.name)
      if (!isTyping(control)) lookAgain()
    },
    onStart: () => void onTouch(form.current),
    onLeave: (control) => {
      normalise(control)
      lookAgain()
    },
  })
  return { ...rows, ...said, ...prices, name, form, draft, formProps }
}

function useRowCount({ initial, step, max }: RowRules) {
  const [rowCount, setRowCount] = useState<number>(initial)
  const addRows = () => setRowCount((count) => Math.min(count + step, max))
  /** At least so many. */
  const showRows = (count: number) => setRowCount((shown) => Math.max(shown, Math.min(count, max)))
  return { rowCount, setRowCount, addRows, showRows }
}

/** Returns what converts a control that was left; one to which the person has come back is not touched. */
function useNormalising(form: RefObject<HTMLFormElement | null>, rules: RowRules) {
  const normalise = (controls: Iterable<EventTarget>) => {
    for (const control of controls)
      if (control !== document.activeElement) normaliseControl(control, rules)
  }
  // After the event: whether the person came back to the control is known only then.
  const soon = (control: EventTarget) => queueMicrotask(() => normalise([control]))
  // What was typed and left before hydration has had no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => normalise(form.current?.elements ?? []), [])
  return soon
}

type Listeners = {
  form: RefObject<HTMLFormElement | null>
  onPress: () => void
  /** An input event there. */
  onEdit: (control: HTMLInputElement) => void
  /** A control got focus. */
  onStart: () => void
  onLeave: (control: EventTarget) => void
}

/** Event delegation: one set of handlers on the form for all of its controls. */
function formPropsOf({ form, onPress, onEdit, onStart, onLeave }: Listeners) {
  return {
    ref: form,
    noValidate: true,
    // Submitted before hydration, a GET form would put personal data into the address.
    method: 'post',
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      onPress()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (isEnterInField(event.nativeEvent)) event.preventDefault()
    },
    onInput: ({ target }: Pick<Event, 'target'>) => onEdit(target as HTMLInputElement),
    onBlur: ({ target }: FocusEvent) => onLeave(target),
    onFocus: onStart,
  } as const
}

/**
 * The price list in force by the client's clock, read only after hydration (reading 4); the oldest list until then, since
 * prerendered HTML must not depend on the build date. What the server has sent outranks the clock and the lists of this build.
 */
function usePriceList(catalogue: Catalogue) {
  const [serverList, setServerList] = useState<PriceList | null>(null)
  const known = priceListAt(catalogue, useHydrated() ? Date.now() : 0)
  return { list: serverList ?? known, serverList, setServerList }
}
