/** State machine of one application: editing → estimated → sending → done or failed; pure, and as a hook. */
import { useCallback, useRef, useState } from 'react'
import type { FacilityRow } from '#domain/facilities.ts'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import type { Estimate } from '#domain/prices.ts'
import type { Failed } from './actions.ts'

/** The valid rows, normalised, and what they cost. */
export type Quote = { rows: FacilityRow[]; estimate: Estimate }

export type Application =
  /** `outdated`: there was an estimate, or there may have been: an edit has cleared it, or the form came back without it. */
  | { step: 'editing'; outdated: false | 'edited' | 'restored' }
  /** May be sent. A flow without rows has nothing to estimate and starts here. */
  | { step: 'estimated'; quote: Quote | null; notice?: Notice }
  | { step: 'sending'; quote: Quote | null; at: Call }
  /** Stopped at the call `at`; a retry resumes there. */
  | ({ step: 'failed'; quote: Quote | null; at: Call } & Failed)
  /** `received`: the receipt number of what was received before ('' where the server told none). */
  | ({ step: 'done' } & Partial<ReceivedBefore>)

/** `isElsewhere`: from another tab. */
export type ReceivedBefore = { received: string; isElsewhere?: boolean }

/** Said beside the button. */
export type Notice =
  /** An earlier attempt failed on the result page. */
  | ({ kind: 'unfinished' } & Failed)
  /** The rows are not those that were estimated. */
  | { kind: 'price-changed' }
  /** Another price list is in force than the one that was shown (reading 29); `also` is a further sentence. */
  | { kind: 'price-revised'; also?: string }
  /** Another correction waits, or none any more, than was seen. */
  | { kind: 'proposal-changed' }

export type ApplicationEvent =
  | { type: 'edited' }
  | { type: 'estimated'; quote: Quote | null; notice?: Notice }
  | { type: 'noticed'; notice: Notice }
  | { type: 'pressed' }
  | { type: 'calling'; call: Call }
  | ({ type: 'failed' } & Failed)
  /** Another press is needed before it is sent. */
  | { type: 'repriced'; quote: Quote | null; notice: Notice }
  | { type: 'restored' }
  | ({ type: 'finished' } & Partial<ReceivedBefore>)
  | { type: 'received'; received: string }

export function initial(flow: Flow): Application {
  return FLOWS[flow].rows === null
    ? { step: 'estimated', quote: null }
    : { step: 'editing', outdated: false }
}

/** Whether sending is allowed: the one guard for buttons, keys and code. */
export function maySend({ step }: Application): boolean {
  return step === 'estimated' || step === 'failed'
}

/** The attempt that has failed, in this visit or before; null where there is none. */
export function unfinishedOf(state: Application): Failed | null {
  if (state.step === 'failed') return state
  return state.step === 'estimated' && state.notice?.kind === 'unfinished' ? state.notice : null
}

/** An event that does not fit the state is ignored: a double click finds the first press's state. */
export function reduce(flow: Flow, state: Application, event: ApplicationEvent): Application {
  switch (event.type) {
    case 'edited':
      return maySend(state) ? { step: 'editing', outdated: 'edited' } : state
    case 'estimated':
      if (state.step === 'sending' || state.step === 'done') return state
      return {
        step: 'estimated',
        quote: event.quote,
        ...(event.notice && { notice: event.notice }),
      }
    case 'noticed':
      return state.step === 'estimated' ? { ...state, notice: event.notice } : state
    case 'pressed':
      if (state.step !== 'estimated' && state.step !== 'failed') return state
      return { step: 'sending', quote: state.quote, at: FLOWS[flow].calls[0] }
    case 'calling':
      return state.step === 'sending' ? { ...state, at: event.call } : state
    case 'failed': {
      if (state.step !== 'sending') return state
      const { type: _, ...failed } = event
      return { step: 'failed', quote: state.quote, at: state.at, ...failed }
    }
    case 'repriced':
      if (state.step !== 'sending') return state
      return { step: 'estimated', quote: event.quote, notice: event.notice }
    case 'restored':
      return state.step === 'editing' && !state.outdated
        ? { ...state, outdated: 'restored' }
        : state
    case 'finished': {
      const { type: _, ...received } = event
      return state.step === 'sending' ? { step: 'done', ...received } : state
    }
    case 'received':
      return maySend(state) ? { step: 'done', received: event.received } : state
  }
}

/** `current` is readable synchronously, so that a double click within one frame passes once. */
export function useApplicationState(flow: Flow) {
  const [state, setState] = useState<Application>(() => initial(flow))
  const current = useRef(state)
  const dispatch = useCallback(
    (event: ApplicationEvent) => {
      current.current = reduce(flow, current.current, event)
      setState(current.current)
    },
    [flow],
  )
  return { state, current, dispatch }
}
