/** A form that corrects an application: what it changes is shown first, and a press proposes exactly that. */
import { type RefObject, useState } from 'react'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { isUnchanged } from '#domain/difference.ts'
import { FLOWS } from '#domain/flows.ts'
import { type Problem, recoveries } from '#domain/messages.ts'
import { type PriceList, priceListAt } from '#domain/prices.ts'
import { readForm, type Typed, typedIn } from '../form/controls.ts'
import { type Draft, recallDraft } from '../form/draft.ts'
import { isSamePrice, listInForce, wrongClock } from '../form/quote.ts'
import { type Onward, type RowsForm, useRowsForm } from '../form/use-rows-form.ts'
import { maySend, type Notice, useApplicationState } from '../sending/application-state.ts'
import { resumeAttempt } from '../sending/outcome.ts'
import {
  forget,
  forgetAttempt,
  forgetProgress,
  keep,
  keepAttempt,
  recall,
} from '../sending/session-storage.ts'
import { type Change, changeOf, isSameChange } from './change.ts'
import type { HandOver } from './hand-over.ts'
import { draftOf, holdsSame, rebased } from './initial-values.ts'
import { sendCorrection } from './send-correction.ts'
import { type Correctable, waitingOf } from './use-correctable.ts'

type Options = {
  correctable: Correctable
  given: HandOver
  onSent: () => void
  /** Something has changed meanwhile, or the number opens nothing more: asks anew. How it stands, or why it cannot go on. */
  onOvertaken: () => Promise<Correctable | string | null>
}

export type CorrectionForm = ReturnType<typeof useCorrection>

const ONWARD: Onward = { id: 'check-title', words: '確認へ進む' }

export function useCorrection({ correctable, given, onSent, onOvertaken }: Options) {
  const { flow, receiptNumber } = correctable
  const name = `correct.${receiptNumber}`
  const [origin] = useState(() => originOf(name, correctable))
  const [isUnseen] = useState(
    () => isTyped(origin) && recallWaiting(name) !== waitingOf(correctable),
  )
  const machine = useApplicationState(flow)
  const [change, setChange] = useState<Change | null>(null)
  const [isNothing, setNothing] = useState(false)
  const { draft, setProblems, serverList, setServerList, ...shared } = useRowsForm(flow, {
    name,
    onPress: () => press(context),
    check: (form) => {
      const change = changeNow(context, typedIn(form))
      return Array.isArray(change) ? change : []
    },
    onEdit: () => {
      setNothing(false)
      machine.dispatch({ type: 'edited' })
    },
    recallFirst: () => firstDraft(name, correctable),
    onRestored: () => {
      const prepare = async () => show(context, read(context, false))
      void resumeAttempt(name, { ...machine, prepare }).catch(() => {})
    },
  })
  const context: Context = {
    ...{ name, correctable, given, machine, form: shared.form, list: shared.list, serverList },
    ...{ change, setChange, setNothing, setProblems, setServerList, onOvertaken },
    saveDraft: () => draft.save(),
    onSent: () => {
      draft.close()
      forgetCorrection(name)
      onSent()
    },
  }
  return {
    ...{ ...shared, onward: ONWARD, state: machine.state, change, isNothing, origin },
    /** Another correction waits than when the typing was begun. */
    isUnseen: isUnseen && waitingOf(correctable) !== null,
    check: () => show(context, read(context, true)),
    press: () => press(context),
    /** The application as it counts: what was typed is given up. */
    giveUp: () => {
      draft.close()
      forgetCorrection(name)
    },
  }
}

/** What the form begins with. */
export type Origin =
  /** The application as it counts. */
  | 'base'
  /** The correction that waits to be confirmed. */
  | 'proposed'
  /** What was typed in this tab before. */
  | 'typed'
  /** The same, and another version counts by now. */
  | 'overtaken'

function originOf(name: string, { base, proposed }: Correctable): Origin {
  const draft = recallDraft(name)
  const was = recallBase(name)
  const begun = draftOf(proposed ?? base)
  if (!draft || holdsSame(draft, begun)) return proposed ? 'proposed' : 'base'
  return was && !holdsSame(was, draftOf(base)) ? 'overtaken' : 'typed'
}

const isTyped = (origin: Origin) => origin === 'typed' || origin === 'overtaken'

const baseKey = (name: string) => `base.${name}`
/** Number of the correction that waited when the typing was begun. */
const waitingKey = (name: string) => `waiting.${name}`

function recallWaiting(name: string): unknown {
  return recall(waitingKey(name)) ?? null
}

function recallBase(name: string): Draft | null {
  return (recall(baseKey(name)) as Draft | undefined) ?? null
}

function firstDraft(name: string, correctable: Correctable): Draft {
  const { base, proposed } = correctable
  if (!isTyped(originOf(name, correctable))) keep(waitingKey(name), waitingOf(correctable))
  const draft = recallDraft(name)
  const was = recallBase(name)
  const now = draftOf(base)
  keep(baseKey(name), now)
  if (!draft) return draftOf(proposed ?? base)
  return was && !holdsSame(was, now) ? rebased(draft, was, now) : draft
}

function forgetCorrection(name: string): void {
  forget(baseKey(name))
  forget(waitingKey(name))
  forgetProgress(name)
  forgetAttempt(name)
}

type Context = {
  name: string
  correctable: Correctable
  given: HandOver
  machine: ReturnType<typeof useApplicationState>
  form: RefObject<HTMLFormElement | null>
  /** The price list that the page shows. */
  list: PriceList
  /** The list that the server has sent; null as long as the page's own clock and lists say which one is in force. */
  serverList: PriceList | null
  /** What was shown last. */
  change: Change | null
  setChange: (change: Change | null) => void
  setNothing: (isNothing: boolean) => void
  saveDraft: () => void
} & Pick<RowsForm, 'setProblems' | 'setServerList'> &
  Pick<Options, 'onSent' | 'onOvertaken'>

/** What the form changes; null where something is wrong, or nothing changes. `isAsked`: somebody has pressed for it. */
function read(context: Context, isAsked: boolean): Change | null {
  const { correctable, form, machine, saveDraft, setNothing, setProblems } = context
  const { step } = machine.current.current
  if (!form.current || step === 'sending' || step === 'done') return null
  const typed = readForm(form.current, FLOWS[correctable.flow].rows)
  saveDraft()
  const change = changeNow(context, typed)
  const isNothing = !Array.isArray(change) && isUnchanged(change.difference)
  if (isAsked) {
    setProblems(Array.isArray(change) ? change : [])
    setNothing(isNothing)
  }
  return Array.isArray(change) || isNothing ? null : change
}

/** Under the list that is in force at this moment, as far as the page knows. */
function changeNow({ correctable, serverList }: Context, typed: Typed): Change | Problem[] {
  const { flow, base } = correctable
  const list = serverList ?? priceListAt(FLOWS[flow].catalogue, Date.now())
  return changeOf(flow, base, typed, list)
}

function show({ machine, setChange }: Context, change: Change | null, notice?: Notice): void {
  setChange(change)
  if (change)
    machine.dispatch({ type: 'estimated', quote: change.quote, ...(notice && { notice }) })
  else machine.dispatch({ type: 'edited' })
}

function press(context: Context): void {
  const { machine, change: shown } = context
  if (!maySend(machine.current.current)) return
  const change = read(context, true)
  // What is proposed, at which price, is what was shown (reading 29).
  if (change && isSameChange(shown, change)) void send(context, change)
  else show(context, change, { kind: isRevised(shown, change) ? 'price-revised' : 'price-changed' })
}

function isRevised(shown: Change | null, now: Change | null): boolean {
  return shown?.quote?.estimate.priceList !== now?.quote?.estimate.priceList
}

async function send(context: Context, { version, quote }: Change): Promise<void> {
  const { name, correctable, given, machine, setProblems, onSent, onOvertaken } = context
  const { dispatch } = machine
  dispatch({ type: 'pressed' })
  keepAttempt(name, 'running')
  const price = quote?.estimate.total ?? null
  const seen = { base: correctable.revision, waiting: waitingOf(correctable) }
  const correction = { ...seen, version, price }
  const outcome = await sendCorrection(name, given, correction)
  if (outcome.kind !== 'failed' || outcome.failed.offer !== 'retry') forgetAttempt(name)
  if (outcome.kind === 'sent') {
    dispatch({ type: 'finished' })
    return onSent()
  }
  if (outcome.kind === 'price') return showPrices(context, outcome.inForce)
  if (outcome.kind === 'overtaken') {
    const now = await onOvertaken()
    if (now === null || typeof now === 'string')
      return dispatch({ type: 'failed', ...(now !== null && { message: now }), offer: 'support' })
    // Where another version counts, this form has given way to one that begins from it.
    return dispatch({ type: 'repriced', quote, notice: { kind: 'proposal-changed' } })
  }
  dispatch({ type: 'failed', ...outcome.failed })
  setProblems(outcome.problems)
}

/** Answers price_mismatch (reading 36): the price in force, for which another press is needed; else a newer page. */
function showPrices(context: Context, inForce: PricesInForce | null): void {
  const { correctable, change: shown, machine, setServerList, setProblems, setChange } = context
  const { flow, base } = correctable
  const list = inForce && listInForce(FLOWS[flow].catalogue, inForce)
  const typed = shown && { applicant: shown.version.fields, rows: [...shown.version.rows] }
  const change = list && typed && changeOf(flow, base, typed, list)
  if (Array.isArray(change)) {
    setServerList(list)
    machine.dispatch({ type: 'failed', message: recoveries.priceRevised, offer: 'correct' })
    setProblems(change)
  } else if (change?.quote && shown?.quote && !isSamePrice(change.quote, shown.quote)) {
    setServerList(list)
    setChange(change)
    const also = wrongClock(Date.now(), Date.parse(inForce?.at ?? ''))
    const notice: Notice = { kind: 'price-revised', ...(also && { also }) }
    machine.dispatch({ type: 'repriced', quote: change.quote, notice })
  } else machine.dispatch({ type: 'failed', message: recoveries.outdatedPage, offer: 'reload' })
}
