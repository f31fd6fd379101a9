/** A form with facility rows: reads and checks what was typed, estimates it, and has it sent. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { validateApplicant } from '#domain/applicant.ts'
import { FLOWS, type FlowWithRows, hasApplicant, type RowRules } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import { formatAmount } from '#domain/pricing.ts'
import type { Problem } from '#domain/problem.ts'
import { useHydrated } from '../browser/hydrated.ts'
import { forget, recall } from '../browser/session.ts'
import type { Navigation } from '../pages/page.ts'
import { quotedCode } from '../parts/quoted-later.tsx'
import { type Application, maySend, type Quote } from '../sending/application.ts'
import type { FormContent } from '../sending/run-calls.ts'
import { sendingCode, useSending } from '../sending/use-sending.ts'
import { useDraft } from './draft.ts'
import { AGREEMENT, isCell, normaliseControl, readForm, type Typed } from './form.ts'
import { formPropsOf } from './form-props.ts'
import { postalCode } from './look-up.ts'
import { quoteOf } from './quote.ts'

type Options = {
  navigation: Navigation
  /** The usable customer number where the flow works for an existing customer; nullish until it is known. */
  customer?: string | null | undefined
}

export type ApplicationForm = ReturnType<typeof useApplication>

export function useApplication(flow: FlowWithRows, { navigation, customer = null }: Options) {
  const { rows: rules, customer: whose, resultPath, isOneStep } = FLOWS[flow]
  const isReady = useHydrated() && (whose === 'issued' || customer !== null)
  const name = !isReady ? null : customer === null ? flow : `${flow}.${customer}`
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [rowCount, setRowCount] = useState<number>(rules.initial)
  const draft = useDraft({
    form,
    name,
    rowCount,
    showRows: (count) => setRowCount((shown) => Math.max(shown, Math.min(count, rules.max))),
    onRestored: () => resume(() => quotedCode().then(estimate)),
  })
  const { state, current, dispatch, send, resume } = useSending({
    flow,
    customer,
    name,
    navigation,
    onComplete: draft.close,
  })

  useWelcome({ form, name, rules, showProblems: setProblems })

  /** The form as typed, normalised in place; undefined while nothing may be estimated or sent. */
  const read = (): Typed | undefined => {
    const { step } = current.current
    if (!form.current || name === null || step === 'sending' || step === 'done') return undefined
    forget(`refused.${name}`)
    const typed = readForm(form.current, rules)
    draft.save()
    return typed
  }

  const estimate = () => {
    const typed = read()
    if (!typed) return
    const quote = quoteOf(flow, typed.rows, Date.now())
    setProblems(Array.isArray(quote) ? quote : [])
    dispatch(Array.isArray(quote) ? { type: 'edited' } : { type: 'estimated', quote })
  }

  const press = () => {
    const typed = isOneStep || maySend(current.current) ? read() : undefined
    if (!typed) return
    const quote = quoteOf(flow, typed.rows, Date.now())
    const found = problemsOf(flow, typed, quote, isOneStep)
    setProblems(found)
    if (found.length > 0 || Array.isArray(quote)) return
    if (isOneStep) dispatch({ type: 'estimated', quote })
    // Rows can change without an event (an extension, a restored form): the price shown is the price sent.
    else if (!isQuoted(current.current, quote)) return dispatch({ type: 'edited' })
    void send(contentOf(flow, typed, quote), typed.trap)
  }

  const addRows = () => setRowCount((count) => Math.min(count + rules.step, rules.max))

  const formProps = formPropsOf({
    form,
    rules,
    onPress: press,
    onEdit: (control) => {
      draft.saveSoon()
      if (isOneStep || isCell(control)) dispatch({ type: 'edited' })
    },
    onStart: () => {
      warmUp()
      navigation.prepare(resultPath)
    },
  })

  /** What was said of rows may no longer stand beside the right one. */
  const forgetRowProblems = () => setProblems((said) => said.filter(({ field }) => !isCell(field)))

  return {
    state,
    problems,
    name,
    rowCount,
    setRowCount,
    forgetRowProblems,
    isReady,
    form,
    formProps,
    estimate,
    press,
    addRows,
  }
}

type Welcome = {
  form: RefObject<HTMLFormElement | null>
  name: string | null
  rules: RowRules
  showProblems: (problems: Problem[]) => void
}

/** What a page does once, as it comes to life. */
function useWelcome({ form, name, rules, showProblems }: Welcome): void {
  // Fields that the server refused are marked when the form is seen again.
  useEffect(() => {
    const refused = name === null ? undefined : recall(`refused.${name}`)
    if (Array.isArray(refused)) showProblems(refused)
  }, [name, showProblems])

  // What was typed and left before the page came to life has had no blur.
  useEffect(() => {
    for (const control of form.current?.elements ?? [])
      if (control !== document.activeElement) normaliseControl(control, rules)
  }, [form, rules])
}

/** Code that is needed from the first press on comes while the person types. */
function warmUp(): void {
  for (const load of [sendingCode, quotedCode, postalCode]) load().catch(() => {})
}

/** Everything wrong with the form, in screen order. */
function problemsOf(
  flow: FlowWithRows,
  typed: Typed,
  quote: Quote | Problem[],
  needsAgreement: boolean,
): Problem[] {
  return [
    ...(hasApplicant(flow) ? validateApplicant(flow, typed.applicant) : []),
    ...(Array.isArray(quote) ? quote : []),
    ...(needsAgreement && !typed.agreed
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
