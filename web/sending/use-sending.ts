/** The sending of one application: its state, what the tab keeps of it, and where its end leads. */
import { useEffect, useRef } from 'react'
import { FLOWS, type Flow } from '#domain/flows.ts'
import { messages } from '#domain/messages.ts'
import { forget, keep, recall } from '../browser/session.ts'
import type { Navigation } from '../pages/page.ts'
import { maySend } from './application.ts'
import { newKey } from './application-key.ts'
import type { FormContent, Progress } from './run-calls.ts'
import type { Failure } from './submit.ts'
import { useApplicationState } from './use-application-state.ts'

type Options = {
  flow: Flow
  /** The usable customer number where the flow works for an existing customer. */
  customer: string | null
  /** Under which the tab keeps this application; null until that is known. */
  name: string | null
  navigation: Navigation
  onComplete?: () => void
}

export function useSending({ flow, customer, name, navigation, onComplete }: Options) {
  const { state, current, dispatch } = useApplicationState(flow)
  const bornAt = useRef(0)
  useEffect(() => {
    bornAt.current = performance.now()
  }, [])

  // There before anything is sent: a tab that is duplicated takes it along, and both are one application.
  const isNewCustomer = customer === null
  useEffect(() => {
    if (name !== null && isNewCustomer && !recallProgress(name))
      keep(`progress.${name}`, { key: newKey() } satisfies Progress)
  }, [name, isNewCustomer])

  /** Does nothing unless the state machine lets it: a second press finds the first one's state. */
  const send = async (content: FormContent, trap = false) => {
    if (name === null || !maySend(current.current)) return
    dispatch({ type: 'pressed' })
    keep(`sending.${name}`, true)
    const elapsed = performance.now() - bornAt.current
    const { submit } = await sendingCode().catch(() => ({ submit: unreachable }))
    const ending = await submit({
      flow,
      customer,
      content,
      signals: { elapsed, trap },
      progress: recallProgress(name),
      onProgress: (progress) => keep(`progress.${name}`, progress),
      onCall: (call) => dispatch({ type: 'calling', call }),
    })
    if ('sentence' in ending) return fail(ending)
    dispatch({ type: 'finished' })
    forget(`progress.${name}`)
    forget(`sending.${name}`)
    onComplete?.()
    void navigation.goTo(FLOWS[flow].resultPath, ending)
  }

  const fail = ({ sentence, destination, refused, startsAnew }: Failure) => {
    if (startsAnew) forget(`progress.${name}`)
    if (refused.length > 0) keep(`refused.${name}`, refused)
    dispatch({ type: 'failed', message: sentence })
    if (!destination) return
    forget(`sending.${name}`)
    void navigation.goTo(destination.path, destination.state)
  }

  /** What a reload broke off stands again where it stood, with the button that goes on; `prepare` brings back the quote. */
  const resume = (prepare = async () => {}) => {
    if (name === null || !recall(`sending.${name}`)) return
    const stopAgain = async ({ BROKEN_OFF, untilLoaded }: SendingCode) => {
      await untilLoaded()
      await prepare()
      // Nothing to send was found, or a person was faster.
      if (!maySend(current.current)) return
      dispatch({ type: 'pressed' })
      dispatch({ type: 'failed', message: BROKEN_OFF })
    }
    sendingCode()
      .then(stopAgain)
      .catch(() => {})
  }

  return { state, current, dispatch, send, resume }
}

/** Loaded when a person begins to type: nobody waits for it before there is something to send. */
export const sendingCode = () => import('./submit.ts')
type SendingCode = typeof import('./submit.ts')

/** The code itself could not be loaded: a lost connection, before anything was sent. */
const unreachable = async (): Promise<Failure> => ({
  sentence: messages.generic,
  destination: null,
  refused: [],
  startsAnew: false,
})

function recallProgress(name: string): Progress | undefined {
  const progress = recall(`progress.${name}`)
  const isProgress = typeof progress === 'object' && progress !== null && 'key' in progress
  return isProgress ? (progress as Progress) : undefined
}
