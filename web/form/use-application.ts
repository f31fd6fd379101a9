/** A form with facility rows and the application that it sends: estimate, press, and what a price that is not in force leads to. */

import type { RefObject } from 'react'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { type ApplicantField, missingFields, validateApplicant } from '#domain/applicant.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { FLOWS, type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { messages, type Problem, recoveries } from '#domain/messages.ts'
import { formatAmount, type PriceList, priceListAt } from '#domain/prices.ts'
import { type Navigation, useHydrated } from '../navigation.ts'
import { type Application, maySend, type Notice, type Quote } from '../sending/application-state.ts'
import type { FormContent } from '../sending/calls.ts'
import { forgetRefused } from '../sending/session-storage.ts'
import { useSending } from '../sending/use-sending.ts'
import { way } from '../way.ts'
import { AGREEMENT, isCell, readForm, type Typed, typedIn } from './controls.ts'
import { isSamePrice, listInForce, quoteOf, wrongClock } from './quote.ts'
import { type Onward, useRowsForm } from './use-rows-form.ts'
import { useTyped } from './use-typed.ts'

type Options = {
  navigation: Navigation
  /** The usable customer number where the flow works for an existing customer; nullish until it is known. */
  customer?: string | null | undefined
}

export type ApplicationForm = ReturnType<typeof useApplication>

export function useApplication(flow: FlowWithRows, { navigation, customer = null }: Options) {
  const { isOneStep } = FLOWS[flow]
  const name = useName(flow, customer)
  const { draft, setProblems, serverList, setServerList, ...shared } = useRowsForm(flow, {
    name,
    onPress: () => press(context),
    check: (form) => {
      const typed = typedIn(form)
      return problemsOf(flow, typed, quoteNow(context, typed.rows))
    },
    onEdit: (control) => {
      if (isOneStep || isCell(control)) sending.dispatch({ type: 'edited' })
    },
    onRestored: (values) => {
      if (Object.keys(values).some(isCell)) sending.dispatch({ type: 'restored' })
      void sending.resume(async () => restoreEstimate(context)).catch(() => {})
    },
  })
  const { form, list } = shared
  const sending = useSending({
    ...{ flow, customer, name, navigation, onComplete: draft.close, onRefused: setProblems },
    onPrices: (inForce) => showPrices(context, inForce),
  })
  const saveDraft = () => draft.save()
  const prices = { list, serverList, setServerList }
  const context: Context = { flow, form, name, ...prices, sending, setProblems, saveDraft }
  const missing = useMissing(flow, form, sending.state)
  return {
    ...shared,
    ...{ missing, state: sending.state, isReady: name !== null, onward: ONWARD[flow] },
    ...{ estimate: () => estimate(context), press: () => press(context) },
  }
}

const CONTRACT_ONWARD: Onward = { id: 'estimate-title', words: '見積もりへ進む' }

const ONWARD: Record<FlowWithRows, Onward> = {
  entry: CONTRACT_ONWARD,
  migration: CONTRACT_ONWARD,
  trial: { id: 'submit-title', words: 'お申し込みへ進む' },
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
  if (!Array.isArray(quote)) way.marks.add('estimated')
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
