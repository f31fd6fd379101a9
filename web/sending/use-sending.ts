/** Sends one application: state machine, progress in session storage, and where success and failure lead. */
import { useEffect, useRef } from 'react'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { maySend } from './application-state.ts'
import {
  forgetAttempt,
  forgetProgress,
  keepAttempt,
  keepProgress,
  recallAttempt,
  recallProgress,
  reserveKey,
} from './attempt.ts'
import { codeMissing, failAttempt, sendingCode } from './failed-attempt.ts'
import type { Navigation } from './navigation.ts'
import { markReceived } from './received.ts'
import type { FormContent } from './run-calls.ts'
import { useApplicationState } from './use-application-state.ts'

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
    const { resumeAttempt } = await sendingCode()
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
