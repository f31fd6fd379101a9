/** State of a form with facility rows: problems, row count, draft, and the application that it sends. */

import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { validateApplicant } from '#domain/applicant.ts'
import { type Catalogue, groupOf } from '#domain/catalogue.ts'
import { cellName, type FacilityRow, validateRows, validRows } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows, hasApplicant, type RowRules } from '#domain/flows.ts'
import { messages, type Problem } from '#domain/messages.ts'
import {
  estimate as estimateRows,
  formatAmount,
  type PriceList,
  priceListAt,
} from '#domain/prices.ts'
import { onTouch } from '../directory/load-directory.ts'
import { type Navigation, useHydrated } from '../navigation.ts'
import { type Application, maySend, type Quote } from '../sending/application-state.ts'
import type { FormContent } from '../sending/calls.ts'
import { forgetRefused, recallRefused } from '../sending/session-storage.ts'
import { useSending } from '../sending/use-sending.ts'
import {
  AGREEMENT,
  isCell,
  isEnterInField,
  normaliseControl,
  readForm,
  type Typed,
} from './controls.ts'
import { useDraft } from './draft.ts'

type Options = {
  navigation: Navigation
  /** The usable customer number where the flow works for an existing customer; nullish until it is known. */
  customer?: string | null | undefined
}

export type ApplicationForm = ReturnType<typeof useApplication>

export function useApplication(flow: FlowWithRows, { navigation, customer = null }: Options) {
  const { rows: rules, customer: whose, resultPath, catalogue, isOneStep } = FLOWS[flow]
  const isReady = useHydrated() && (whose === 'issued' || customer !== null)
  const name = !isReady ? null : customer === null ? flow : `${flow}.${customer}`
  const form = useRef<HTMLFormElement>(null)
  const list = usePriceList(catalogue)
  const [rowCount, setRowCount] = useState<number>(rules.initial)
  const draft = useDraft({
    form,
    name,
    rowCount,
    showRows: (count) => setRowCount((shown) => Math.max(shown, Math.min(count, rules.max))),
    onRestored: () => void resume().catch(() => {}),
  })
  const sending = useSending({ flow, customer, name, navigation, onComplete: draft.close })
  const { problems, setProblems, forgetRowProblems } = useProblems(name)
  const { save: saveDraft } = draft
  const act = (action: (context: Context) => void) =>
    action({ flow, form, name, list, sending, setProblems, saveDraft: () => saveDraft() })
  const resume = async () => sending.resume(async () => act(restoreEstimate))
  const normalise = useNormalising(form, rules)
  const formProps = formPropsOf({
    form,
    onPress: () => act(press),
    onEdit: (control) => {
      draft.saveSoon()
      if (isOneStep || isCell(control)) sending.dispatch({ type: 'edited' })
    },
    onStart: () => {
      void onTouch(form.current)
      void navigation.prepare(resultPath)
    },
    onLeave: (control) => normalise([control]),
  })
  const addRows = () => setRowCount((count) => Math.min(count + rules.step, rules.max))
  return {
    ...{ state: sending.state, problems, name, list, rowCount, setRowCount, forgetRowProblems },
    ...{
      isReady,
      form,
      formProps,
      estimate: () => act(estimate),
      press: () => act(press),
      addRows,
    },
  }
}

/** Returns what converts controls that were left; one to which the person has come back is not touched. */
function useNormalising(form: RefObject<HTMLFormElement | null>, rules: RowRules) {
  const normalise = (controls: readonly EventTarget[]) => {
    for (const control of controls)
      if (control !== document.activeElement) normaliseControl(control, rules)
  }
  // After the event: whether the person came back to the control is known only then.
  const soon = (controls: readonly EventTarget[]) => queueMicrotask(() => normalise(controls))
  // What was typed and left before hydration has had no blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at the start.
  useEffect(() => {
    const typed = Array.from(form.current?.elements ?? []).filter(
      (control) =>
        control instanceof HTMLInputElement && control.type !== 'checkbox' && control.value,
    )
    if (typed.length > 0) soon(typed)
  }, [])
  return soon
}

/** Validation problems on the screen; at first those fields that the server refused (reading 15). */
function useProblems(name: string | null) {
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useEffect(() => {
    const refused = name === null ? [] : recallRefused(name)
    if (refused.length > 0) setProblems(refused)
  }, [name])
  /** Row numbers have changed: a problem of one row would stand beside another. */
  const forgetRowProblems = () =>
    setProblems((before) => before.filter(({ field }) => !isCell(field)))
  return { problems, setProblems, forgetRowProblems }
}

/** What the buttons of a form work on. */
type Context = {
  flow: FlowWithRows
  form: RefObject<HTMLFormElement | null>
  /** Names the application in session storage; null while nothing may be sent. */
  name: string | null
  /** The price list that the page shows. */
  list: PriceList
  sending: ReturnType<typeof useSending>
  saveDraft: () => void
  setProblems: (problems: readonly Problem[]) => void
}

export function estimate(context: Context): void {
  const { flow, name, sending, setProblems } = context
  const typed = read(context)
  if (!typed || name === null) return
  forgetRefused(name)
  const quote = quoteOf(flow, typed.rows, Date.now())
  setProblems(Array.isArray(quote) ? quote : [])
  sending.dispatch(Array.isArray(quote) ? { type: 'edited' } : { type: 'estimated', quote })
}

/** The estimate of a restored form; says nothing about problems, for nobody has pressed anything yet. */
export function restoreEstimate(context: Context): void {
  const typed = read(context)
  const quote = typed && quoteOf(context.flow, typed.rows, Date.now())
  if (quote && !Array.isArray(quote)) context.sending.dispatch({ type: 'estimated', quote })
}

export function press(context: Context): void {
  const { flow, name, list, sending, setProblems } = context
  const { current, dispatch, send } = sending
  const { isOneStep } = FLOWS[flow]
  const typed = isOneStep || maySend(current.current) ? read(context) : undefined
  if (!typed || name === null) return
  forgetRefused(name)
  const quote = quoteOf(flow, typed.rows, Date.now())
  const found = problemsOf(flow, typed, quote)
  setProblems(found)
  if (found.length > 0 || Array.isArray(quote)) return
  // The price consented to is the price on the screen, also over midnight of a new list (reading 29).
  const isShown = isOneStep
    ? quote.estimate.priceList === list.version
    : isQuoted(current.current, quote)
  if (!isShown) dispatch({ type: 'estimated', quote, notice: 'price-changed' })
  else if (isOneStep) dispatch({ type: 'estimated', quote })
  if (isShown) void send(contentOf(flow, typed, quote), typed.trap)
}

/** The form as typed, normalised in place; undefined while nothing may be estimated or sent. */
function read({ flow, form, name, sending, saveDraft }: Context): Typed | undefined {
  const { step } = sending.current.current
  if (!form.current || name === null || step === 'sending' || step === 'done') return undefined
  const typed = readForm(form.current, FLOWS[flow].rows)
  saveDraft()
  return typed
}

/** Everything wrong with the form, in screen order. */
function problemsOf(flow: FlowWithRows, typed: Typed, quote: Quote | Problem[]): Problem[] {
  return [
    ...(hasApplicant(flow) ? validateApplicant(flow, typed.applicant) : []),
    ...(Array.isArray(quote) ? quote : []),
    ...(FLOWS[flow].isOneStep && !typed.agreed
      ? [{ field: AGREEMENT, message: messages.agreementMissing }]
      : []),
  ]
}

function contentOf(flow: FlowWithRows, { applicant }: Typed, quote: Quote): FormContent {
  return {
    applicant: hasApplicant(flow) ? applicant : null,
    search: location.search,
    priceText: formatAmount(quote.estimate.total),
    rows: quote.rows,
  }
}

function isQuoted(state: Application, quote: Quote): boolean {
  return 'quote' in state && JSON.stringify(state.quote) === JSON.stringify(quote)
}

/** The estimate step: rows are checked first, and priced only where nothing is wrong (specification 5). The quote for normalised rows at an instant (epoch milliseconds), or everything wrong with them. */
export function quoteOf(
  flow: FlowWithRows,
  rows: readonly FacilityRow[],
  now: number,
): Quote | Problem[] {
  const { rows: rules, catalogue } = FLOWS[flow]
  const problems = validateRows(rules, catalogue, rows)
  if (problems.length > 0) return problems
  const list = priceListAt(catalogue, now)
  const counted = validRows(catalogue, rows)
  const priced = estimateRows(list, counted)
  return priced ? { rows: counted, estimate: priced } : unpriced(list, counted)
}

/** Services that the list in force does not offer: the clock was set back after they were chosen. */
function unpriced(list: PriceList, rows: readonly FacilityRow[]): Problem[] {
  return rows
    .filter(({ serviceKey }) => {
      const group = groupOf(list.catalogue, serviceKey)
      return group === undefined || list.prices[group] === undefined
    })
    .map(({ no }) => ({
      field: cellName(no, 'serviceKey'),
      message: messages.inRow(no, messages.unknownService),
    }))
}

type Listeners = {
  form: RefObject<HTMLFormElement | null>
  onPress: () => void
  /** An input event in the control of this name. */
  onEdit: (control: string) => void
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
    onInput: ({ target }: Pick<Event, 'target'>) => onEdit((target as HTMLInputElement).name),
    onBlur: ({ target }: FocusEvent) => onLeave(target),
    onFocus: onStart,
  } as const
}

/**
 * The price list in force by the client's clock, read only after hydration (reading 4); the oldest list until then, since
 * prerendered HTML must not depend on the build date.
 */
function usePriceList(catalogue: Catalogue): PriceList {
  return priceListAt(catalogue, useHydrated() ? Date.now() : 0)
}
