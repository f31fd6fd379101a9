/** What the buttons of a form do: estimate, and submit. Lazy-loaded. */
import type { RefObject } from 'react'
import { validateApplicant } from '#domain/applicant-rules.ts'
import { FLOWS, type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import { formatAmount, type PriceList } from '#domain/price-lists.ts'
import type { Problem } from '#domain/problem.ts'
import { type Application, maySend, type Quote } from '../sending/application-state.ts'
import { forgetRefused } from '../sending/attempt.ts'
import type { FormContent } from '../sending/run-calls.ts'
import type { useSending } from '../sending/use-sending.ts'
import { AGREEMENT } from './form.ts'
import { quoteOf } from './quote.ts'
import { readForm, type Typed } from './read.ts'

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
