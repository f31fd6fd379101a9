/** Sends one application: state machine, progress in session storage, and where success and failure lead. */

import { useEffect, useRef } from 'react'
import { FORM_SIGNALS_HEADER, formatFormSignals, INVITATION_HEADER } from '#contract/apply.ts'
import type { PricesInForce } from '#contract/apply-schemas.ts'
import { completionOf } from '#domain/completions.ts'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import { messages, type Problem, recoveries } from '#domain/messages.ts'
import type { Navigation } from '../navigation.ts'
import * as site from '../site.ts'
import { way } from '../way.ts'
import { type Action, actionOf, type Failed, isOffer, type Offer } from './actions.ts'
import { type ApplicationEvent, maySend, useApplicationState } from './application-state.ts'
import { type FormContent, runCalls } from './calls.ts'
import { ApiError } from './http.ts'
import { currentInvitation } from './invitation.ts'
import {
  type Destination,
  destinationOf,
  pricesInForce,
  problemsOfRefusal,
  problemsOfRows,
  resumeAttempt,
} from './outcome.ts'
import { type Result, receiptOf } from './receipt.ts'
import { markReceived } from './received.ts'
import {
  forgetAttempt,
  forgetProgress,
  keepAttempt,
  keepProgress,
  keepRefused,
  type Progress,
  recallProgress,
  reserveKey,
} from './session-storage.ts'

type Options = {
  flow: Flow
  /** The usable customer number where the flow works for an existing customer. */
  customer: string | null
  /** Names this application in session storage; null until it is known. */
  name: string | null
  navigation: Navigation
  /** Given the receipt number, '' where the server told none. */
  onComplete: (received: string) => void
  /** The price that was sent is not in force: given what is, null where the server told nothing. Ends the attempt. */
  onPrices?: (inForce: PricesInForce | null) => void
  /** Given what the server refused of a form that stays on the screen. */
  onRefused?: (problems: Problem[]) => void
}

export function useSending(options: Options) {
  const { flow, customer, name } = options
  const { state, current, dispatch } = useApplicationState(flow)
  const mountedAt = useMountTime()
  const isNewCustomer = customer === null
  useEffect(() => {
    if (name !== null && isNewCustomer) reserveKey(name)
  }, [name, isNewCustomer])

  /** Does nothing unless the state machine allows it: a double click finds the first press's state. */
  const send = async (content: FormContent, trap = false) => {
    if (name === null || !maySend(current.current)) return
    dispatch({ type: 'pressed' })
    way.marks.add('pressed')
    keepAttempt(name, 'running')
    const elapsed = performance.now() - mountedAt.current
    const progress = recallProgress(name)
    const ending = await submit({
      flow,
      customer,
      content,
      signals: { elapsed, trap },
      progress,
      onProgress: (progress) => keepProgress(name, progress),
      onCall: (call) => dispatch({ type: 'calling', call }),
    })
    return endAttempt(name, ending, progress, { ...options, dispatch })
  }

  const resume = async (prepare: () => Promise<void>) => {
    if (name !== null) await resumeAttempt(name, { current, dispatch, prepare })
  }
  return { state, current, dispatch, send, resume }
}

type EndDeps = FailureDeps & Pick<Options, 'flow' | 'onComplete'>

/** `before`: what was kept when the button was pressed. */
async function endAttempt(
  name: string,
  ending: Awaited<ReturnType<typeof submit>>,
  before: Progress | undefined,
  deps: EndDeps,
): Promise<void> {
  const { flow, dispatch, navigation, onComplete } = deps
  const isFailed = 'action' in ending
  if (isFailed && ending.action !== 'received') return failAttempt(name, ending, deps)
  const received = isFailed ? ending.reference : (ending.receipt?.number ?? '')
  const isElsewhere = isFailed && !before?.isCompleting
  dispatch({ type: 'finished', ...(isFailed && { received, isElsewhere }) })
  forgetAttempt(name)
  if (!isElsewhere) {
    way.marks.add('completed')
    forgetProgress(name)
    onComplete(received)
  }
  // Else what this tab holds stays, under its key: another press files nothing beside what was received.
  markReceived(received, isElsewhere)
  if (!isFailed) await navigation.goTo(FLOWS[flow].resultPath, ending)
}

function useMountTime() {
  const mountedAt = useRef(0)
  useEffect(() => {
    mountedAt.current = performance.now()
  }, [])
  return mountedAt
}

type Submission = {
  flow: Flow
  customer: string | null
  content: FormContent
  /** Milliseconds since hydration, and whether the honeypot was filled in. */
  signals: { elapsed: number; trap: boolean }
  progress: Progress | undefined
  onProgress: (progress: Progress) => void
  onCall: (call: Call) => void
}

/** A failed attempt, and how it continues. */
type Failure = {
  action: Action
  failed: Failed
  destination: Destination
  /** Fields that the server refused, to be marked when the form is seen again. */
  refused: Problem[]
  inForce: PricesInForce | null
  /** The receipt number, as far as this attempt was told it. */
  reference: string
}

/** The navigation state of the result page when the application is complete, else how it goes on. */
export async function submit({ signals, ...submission }: Submission): Promise<Result | Failure> {
  const { flow, content } = submission
  let at: Call | undefined
  let reference: string | undefined
  let statusLink: string | undefined
  const invitation = currentInvitation()
  try {
    const customer = await runCalls({
      ...submission,
      apiBase: site.apiBase,
      extraHeaders: site.extraHeaders
        ? {
            [FORM_SIGNALS_HEADER]: formatFormSignals(signals),
            ...(invitation && { [INVITATION_HEADER]: invitation }),
          }
        : null,
      onCall: (call) => {
        at = call
        submission.onCall(call)
      },
      onReference: (given) => {
        reference = given
      },
      onStatusLink: (given) => {
        statusLink = given
      },
    })
    const told = { reference: reference ?? null, ...(statusLink && { statusLink }) }
    const received = { flow, content, customer, ...told, at: Date.now() }
    return { ...completionOf(flow, site.words), receipt: receiptOf(received) }
  } catch (thrown) {
    // Anything but an ApiError is a bug of the page: report it, and show the generic failure.
    if (!(thrown instanceof ApiError)) reportError(thrown)
    const error =
      thrown instanceof ApiError ? thrown : new ApiError(null, undefined, messages.generic)
    return { ...failureOf(error, submission, at ?? 'consent'), reference: reference ?? '' }
  }
}

/** What is said of an action that was tried and did not help, and of the offer to reload. */
const SENTENCES: Partial<Record<Action, string>> = {
  'consent-again': recoveries.consentMissing,
  'begin-anew': recoveries.recordLost,
  reload: recoveries.outdatedPage,
}

function offerOf(action: Action): Offer {
  if (isOffer(action)) return action
  return action === 'begin-by-link' ? 'support' : 'retry'
}

function failureOf(
  error: ApiError,
  { flow, content }: Pick<Submission, 'flow' | 'content'>,
  at: Call,
): Omit<Failure, 'reference'> {
  const { body, isIntercepted } = error
  const action = isIntercepted ? 'retry' : actionOf(error.code)
  const offer = offerOf(action)
  const message = SENTENCES[action] ?? error.sentence
  const destination = isOffer(action) ? destinationOf(flow, at, body) : null
  // The result page says the generic sentence (specification 8); whatever it cannot mend, it says too.
  if (destination?.state && (isIntercepted || offer !== 'retry'))
    destination.state = {
      ...destination.state,
      failed: { offer, ...(isIntercepted && { message }) },
    }
  return {
    action,
    failed: { message, offer },
    destination,
    refused: at === 'register' ? problemsOfRefusal(body) : problemsOfRows(body, content.rows),
    inForce: pricesInForce(body),
  }
}

type FailureDeps = Pick<Options, 'navigation' | 'onPrices' | 'onRefused'> & {
  dispatch: (event: ApplicationEvent) => void
}

async function failAttempt(
  name: string,
  { action, failed, destination, refused, inForce }: Failure,
  { dispatch, navigation, onPrices, onRefused }: FailureDeps,
): Promise<void> {
  if (action === 'show-price' && onPrices) {
    forgetAttempt(name)
    return onPrices(inForce)
  }
  dispatch({ type: 'failed', ...failed })
  if (destination === null) {
    // What a reload mends, or nothing, is not gone on with after one.
    if (failed.offer !== 'retry') forgetAttempt(name)
    return onRefused?.(refused)
  }
  if (refused.length > 0) keepRefused(name, refused)
  const isPlain = failed.offer === 'retry' && !destination.state?.failed
  keepAttempt(name, isPlain ? 'failed' : failed)
  return navigation.goTo(destination.path, destination.state)
}
