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
import type { PricesInForce } from '#contract/apply.ts'
import { type ApplicantField, missingFields, validateApplicant } from '#domain/applicant.ts'
import type { Catalogue } from '#domain/catalogue.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows, hasApplicant, type RowRules } from '#domain/flows.ts'
import { messages, type Problem, recoveries } from '#domain/messages.ts'
import { formatAmount, type PriceList, priceListAt } from '#domain/prices.ts'
import { announceSuggestions } from '../directory/announced.ts'
import { onTouch } from '../directory/load-directory.ts'
import { type Navigation, useHydrated } from '../navigation.ts'
import { type Application, maySend, type Notice, type Quote } from '../sending/application-state.ts'
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
import { isSamePrice, listInForce, quoteOf, wrongClock } from './quote.ts'
import { useTyped } from './use-typed.ts'

type Options = {
  navigation: Navigation
  /** The usable customer number where the flow works for an existing customer; nullish until it is known. */
  customer?: string | null | undefined
}

export type ApplicationForm = ReturnType<typeof useApplication>

export function useApplication(flow: FlowWithRows, { navigation, customer = null }: Options) {
  const { rows: rules, resultPath, catalogue, isOneStep } = FLOWS[flow]
  const name = useName(flow, customer)
  const form = useRef<HTMLFormElement>(null)
  const prices = usePriceList(catalogue)
  const { showRows, ...rows } = useRowCount(rules)
  const { setProblems, ...said } = useProblems(name)
  const draft = useDraft({
    ...{ form, name, rowCount: rows.rowCount, showRows },
    onRestored: (values) => {
      if (Object.keys(values).some(isCell)) sending.dispatch({ type: 'restored' })
      void sending.resume(async () => restoreEstimate(context)).catch(() => {})
    },
  })
  const sending = useSending({
    ...{ flow, customer, name, navigation, onComplete: draft.close, onRefused: setProblems },
    onPrices: (inForce) => showPrices(context, inForce),
  })
  const saveDraft = () => draft.save()
  const context: Context = { flow, form, name, ...prices, sending, setProblems, saveDraft }
  const normalise = useNormalising(form, rules)
  useEffect(() => announceSuggestions(form.current), [])
  const missing = useMissing(flow, form, sending.state)
  const formProps = formPropsOf({
    form,
    onPress: () => press(context),
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
  return {
    ...{
      ...rows,
      ...said,
      missing,
      state: sending.state,
      name,
      isReady: name !== null,
      list: prices.list,
    },
    ...{ form, formProps, estimate: () => estimate(context), press: () => press(context) },
  }
}

const NOTHING: readonly ApplicantField[] = []

/** What stands between an estimate and the last step. */
function useMissing(
  flow: FlowWithRows,
  form: RefObject<HTMLFormElement | null>,
  { step }: Application,
): readonly ApplicantField[] {
  const isAsked = !FLOWS[flow].isOneStep && step !== 'editing'
  return useTyped(form, isAsked, NOTHING, (values) =>
    hasApplicant(flow) ? missingFields(flow, values) : NOTHING,
  )
}

/** Names the application in session storage; null until it is known whose it is. */
function useName(flow: FlowWithRows, customer: string | null): string | null {
  const isReady = useHydrated() && (FLOWS[flow].customer === 'issued' || customer !== null)
  if (!isReady) return null
  return customer === null ? flow : `${flow}.${customer}`
}

function useRowCount({ initial, step, max }: RowRules) {
  const [rowCount, setRowCount] = useState<number>(initial)
  const addRows = () => setRowCount((count) => Math.min(count + step, max))
  /** At least so many. */
  const showRows = (count: number) => setRowCount((shown) => Math.max(shown, Math.min(count, max)))
  return { rowCount, setRowCount, addRows, showRows }
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
  /** The list that the server has sent; null as long as the page's own clock and lists say which one is in force. */
  serverList: PriceList | null
  setServerList: (list: PriceList) => void
  sending: ReturnType<typeof useSending>
  saveDraft: () => void
  setProblems: (problems: readonly Problem[]) => void
}

export function estimate(context: Context): void {
  const { name, sending, setProblems } = context
  const typed = read(context)
  if (!typed || name === null) return
  forgetRefused(name)
  const quote = quoteNow(context, typed.rows)
  setProblems(Array.isArray(quote) ? quote : [])
  sending.dispatch(Array.isArray(quote) ? { type: 'edited' } : { type: 'estimated', quote })
}

/** The estimate of a restored form; says nothing about problems, for nobody has pressed anything yet. */
export function restoreEstimate(context: Context): void {
  const typed = read(context)
  const quote = typed && quoteNow(context, typed.rows)
  if (quote && !Array.isArray(quote)) context.sending.dispatch({ type: 'estimated', quote })
}

export function press(context: Context): void {
  const { flow, name, list, sending, setProblems } = context
  const { current, dispatch, send } = sending
  const { isOneStep } = FLOWS[flow]
  const typed = isOneStep || maySend(current.current) ? read(context) : undefined
  if (!typed || name === null) return
  forgetRefused(name)
  const quote = quoteNow(context, typed.rows)
  const found = problemsOf(flow, typed, quote)
  setProblems(found)
  if (found.length > 0 || Array.isArray(quote)) return
  // The price consented to is the price on the screen, also over midnight of a new list (reading 29).
  const shown = isOneStep ? list.version : listOf(current.current)
  const isRevised = quote.estimate.priceList !== shown
  const isShown = !isRevised && (isOneStep || isQuoted(current.current, quote))
  const notice: Notice = { kind: isRevised ? 'price-revised' : 'price-changed' }
  if (!isShown) dispatch({ type: 'estimated', quote, notice })
  else if (isOneStep) dispatch({ type: 'estimated', quote })
  if (isShown) void send(contentOf(flow, typed, quote), typed.trap)
}

/** Answers price_mismatch (reading 36): the price in force, for which another press is needed; else a newer page. */
export function showPrices(context: Context, inForce: PricesInForce | null): void {
  const { flow, sending, setProblems, setServerList } = context
  const { current, dispatch } = sending
  const sent = 'quote' in current.current ? current.current.quote : null
  const list = inForce && listInForce(FLOWS[flow].catalogue, inForce)
  const quote = list && sent && quoteOf(flow, sent.rows, list)
  if (!inForce || !list || !quote || isSamePrice(quote, sent)) {
    dispatch({ type: 'failed', message: recoveries.outdatedPage, offer: 'reload' })
    return
  }
  setServerList(list)
  if (Array.isArray(quote)) {
    dispatch({ type: 'failed', message: recoveries.priceRevised, offer: 'correct' })
    setProblems(quote)
    return
  }
  const also = wrongClock(Date.now(), Date.parse(inForce.at))
  dispatch({ type: 'repriced', quote, notice: { kind: 'price-revised', ...(also && { also }) } })
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

/** The version of the list that the shown estimate is made by. */
function listOf(state: Application): string | undefined {
  return 'quote' in state ? state.quote?.estimate.priceList : undefined
}

function isQuoted(state: Application, quote: Quote): boolean {
  return 'quote' in state && JSON.stringify(state.quote) === JSON.stringify(quote)
}

/** Under the list that is in force at this moment, as far as the page knows. */
function quoteNow({ flow, serverList }: Context, rows: readonly FacilityRow[]): Quote | Problem[] {
  return quoteOf(flow, rows, serverList ?? priceListAt(FLOWS[flow].catalogue, Date.now()))
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
 * prerendered HTML must not depend on the build date. What the server has sent outranks the clock and the lists of this build.
 */
function usePriceList(catalogue: Catalogue) {
  const [serverList, setServerList] = useState<PriceList | null>(null)
  const known = priceListAt(catalogue, useHydrated() ? Date.now() : 0)
  return { list: serverList ?? known, serverList, setServerList }
}
