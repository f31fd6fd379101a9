/** Sends one application: state machine, progress in session storage, and where success and failure lead. */

import { useEffect, useRef } from 'react'
import { FORM_SIGNALS_HEADER, formatFormSignals, INVITATION_HEADER } from '#contract/apply.ts'
import { completionOf } from '#domain/completions.ts'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import { messages, type Problem } from '#domain/messages.ts'
import { type Navigation, useHistoryState } from '../navigation.ts'
import * as site from '../site.ts'
import { type ApplicationEvent, maySend, useApplicationState } from './application-state.ts'
import { ApiError, type FormContent, runCalls } from './calls.ts'
import { type Destination, destinationOf, problemsOfRefusal, resumeAttempt } from './outcome.ts'
import { type Result, receiptOf } from './receipt.ts'
import {
  forgetAttempt,
  forgetProgress,
  keep,
  keepAttempt,
  keepProgress,
  keepRefused,
  type Progress,
  recall,
  recallAttempt,
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
  onComplete?: (received: string) => void
}

export function useSending({ flow, customer, name, navigation, onComplete }: Options) {
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
    keepAttempt(name, 'running')
    const elapsed = performance.now() - mountedAt.current
    const ending = await submit({
      flow,
      customer,
      content,
      signals: { elapsed, trap },
      progress: recallProgress(name),
      onProgress: (progress) => keepProgress(name, progress),
      onCall: (call) => dispatch({ type: 'calling', call }),
    })
    if ('sentence' in ending) return failAttempt(name, ending, { dispatch, navigation })
    dispatch({ type: 'finished' })
    forgetProgress(name)
    forgetAttempt(name)
    const received = ending.receipt?.number ?? ''
    onComplete?.(received)
    markReceived(received)
    void navigation.goTo(FLOWS[flow].resultPath, ending)
  }

  const resume = async (prepare: () => Promise<void>) => {
    if (name === null || recallAttempt(name) === null) return
    await resumeAttempt(name, { current, dispatch, prepare })
  }
  return { state, current, dispatch, send, resume }
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
  /** The sentence fit to show. */
  sentence: string
  destination: Destination
  /** Fields that the server refused, to be marked when the form is seen again. */
  refused: Problem[]
  /** The server does not know the application any more: a retry needs a new key. */
  startsAnew: boolean
}

const UNKNOWN_TO_SERVER = ['unknown_customer', 'superseded', 'key_reused']

/** The navigation state of the result page when the application is complete, else how it goes on. */
export async function submit({ signals, ...submission }: Submission): Promise<Result | Failure> {
  const { flow, content } = submission
  let at: Call | undefined
  let reference: string | undefined
  const invitation = invitationOf(location.hash)
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
    })
    const received = { flow, content, customer, reference: reference ?? null, at: Date.now() }
    return { ...completionOf(flow, site.words), receipt: receiptOf(received) }
  } catch (thrown) {
    // Anything but an ApiError is a bug of the page: report it, and show the generic failure.
    if (!(thrown instanceof ApiError)) reportError(thrown)
    const error =
      thrown instanceof ApiError ? thrown : new ApiError(null, undefined, messages.generic)
    return {
      sentence: error.sentence,
      destination: destinationOf(flow, at ?? 'consent', error.body),
      refused: at === 'register' ? problemsOfRefusal(error.body) : [],
      startsAnew: UNKNOWN_TO_SERVER.some((code) => code === error.code),
    }
  }
}

/** The invitation token of the URL fragment, which never reaches a server log; null if there is none. */
export function invitationOf(hash: string): string | null {
  const token = new URLSearchParams(hash.slice(1)).get('inv')
  return token !== null && /^[\x21-\x7e]{1,512}$/.test(token) ? token : null
}

type Dispatch = (event: ApplicationEvent) => void

async function failAttempt(
  name: string,
  { sentence, destination, refused, startsAnew }: Failure,
  { dispatch, navigation }: { dispatch: Dispatch; navigation: Navigation },
): Promise<void> {
  if (startsAnew) forgetProgress(name)
  if (refused.length > 0) keepRefused(name, refused)
  // Without the result page's code the banner says it: a reload would lose the page to a dead connection.
  const leaves = destination !== null && (await navigation.prepare(destination.path))
  if (leaves) keepAttempt(name, 'failed')
  dispatch({ type: 'failed', message: sentence })
  if (leaves) await navigation.goTo(destination.path, destination.state)
}

const receivedKey = (name: string) => `received.${name}`

/** Marks the form's entry in the history. */
export function markReceived(received: string): void {
  history.replaceState({ received }, '')
}

/** The receipt number of what was sent from this entry of the history, '' where the server told none; null before. */
export function useReceived(): string | null {
  return receivedOf(useHistoryState())
}

/** For a flow without anything to type: kept while the tab lives, because a second press alone would be a second application. */
export function keepReceived(name: string, received: string): void {
  keep(receivedKey(name), received)
}

/** The receipt number of what this tab has sent under the name, as useReceived gives it. */
export function recallReceived(name: string): string | null {
  const received = recall(receivedKey(name))
  return typeof received === 'string' ? received : receivedOf(history.state)
}

function receivedOf(state: unknown): string | null {
  const received =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'received') : null
  return typeof received === 'string' ? received : null
}
