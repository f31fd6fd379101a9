/** Sends one application: state machine, progress in session storage, and where success and failure lead. */
import { useEffect, useRef } from 'react'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { FAILURE } from '#domain/messages.ts'
import { maySend } from './application.ts'
import {
  forgetAttempt,
  forgetProgress,
  keepAttempt,
  keepProgress,
  keepRefused,
  recallAttempt,
  recallProgress,
  recallRefused,
  reserveKey,
} from './attempt.ts'
import type { Navigation } from './navigation.ts'
import type { FormContent } from './run-calls.ts'
import type { Failure } from './submit.ts'
import { useApplicationState } from './use-application-state.ts'

type Options = {
  flow: Flow
  /** The usable customer number where the flow works for an existing customer. */
  customer: string | null
  /** Names this application in session storage; null until it is known. */
  name: string | null
  navigation: Navigation
  onComplete?: () => void
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
    const { submit } = await sendingCode().catch(() => ({ submit: async () => codeMissing(flow) }))
    const ending = await submit({
      flow,
      customer,
      content,
      signals: { elapsed, trap },
      progress: recallProgress(name),
      onProgress: (progress) => keepProgress(name, progress),
      onCall: (call) => dispatch({ type: 'calling', call }),
    })
    if ('sentence' in ending) return fail(name, ending)
    dispatch({ type: 'finished' })
    forgetProgress(name)
    forgetAttempt(name)
    onComplete?.()
    void navigation.goTo(FLOWS[flow].resultPath, ending)
  }

  const fail = async (name: string, { sentence, destination, refused, startsAnew }: Failure) => {
    if (startsAnew) forgetProgress(name)
    if (refused.length > 0) keepRefused(name, refused)
    // Without the result page's code the banner says it: a reload would lose the page to a dead connection.
    const leaves = destination !== null && (await navigation.prepare(destination.path))
    if (leaves) keepAttempt(name, 'failed')
    dispatch({ type: 'failed', message: sentence })
    if (leaves) void navigation.goTo(destination.path, destination.state)
  }

  /** Shows an unfinished attempt again after a reload or a return; `prepare` brings the estimate back first. */
  const resume = async (prepare: () => Promise<void>) => {
    const attempt = name === null ? null : recallAttempt(name)
    if (name === null || attempt === null) return
    const { BROKEN_OFF, untilLoaded } = await sendingCode()
    await untilLoaded()
    await prepare()
    // Nothing to send was found, or a person was faster.
    if (!maySend(current.current)) return
    if (attempt === 'failed') {
      if (recallRefused(name).length === 0) dispatch({ type: 'noticed', notice: 'unfinished' })
      return forgetAttempt(name)
    }
    dispatch({ type: 'pressed' })
    dispatch({ type: 'failed', message: BROKEN_OFF })
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

/** Lazy-loaded when a person begins to type: it is not needed before there is something to send. */
export const sendingCode = () => import('./submit.ts')

/** The chunk could not be loaded: a lost connection, before anything was sent. */
function codeMissing(flow: Flow): Failure {
  return {
    sentence: FAILURE.message,
    destination: { path: FLOWS[flow].resultPath, state: { ...FAILURE, isFailure: true } },
    refused: [],
    startsAnew: false,
  }
}
