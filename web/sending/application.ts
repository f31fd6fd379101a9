/** One application's state: editing → estimated → sending → done or failed, and whether it may be sent. Pure. */
import type { FacilityRow } from '#domain/facilities.ts'
import { type Call, FLOWS, type Flow } from '#domain/flows.ts'
import type { Estimate } from '#domain/pricing.ts'

/** The rows that count, cleaned, and what they cost. */
export type Quote = { rows: FacilityRow[]; estimate: Estimate }

export type Application =
  /** `outdated`: there was an estimate, and an edit has cleared it. */
  | { step: 'editing'; outdated: boolean }
  /** May be sent. A flow without rows has nothing to estimate and starts here. */
  | { step: 'estimated'; quote: Quote | null }
  | { step: 'sending'; quote: Quote | null; at: Call }
  /** Stopped at the call `at`; may go on there. */
  | { step: 'failed'; quote: Quote | null; at: Call; message: string }
  | { step: 'done' }

export type ApplicationEvent =
  | { type: 'edited' }
  | { type: 'estimated'; quote: Quote }
  | { type: 'pressed' }
  | { type: 'calling'; call: Call }
  | { type: 'failed'; message: string }
  | { type: 'finished' }

export function initial(flow: Flow): Application {
  return FLOWS[flow].rows === null
    ? { step: 'estimated', quote: null }
    : { step: 'editing', outdated: false }
}

/** The one answer to "may I send?", for buttons, keys and code alike. */
export function maySend({ step }: Application): boolean {
  return step === 'estimated' || step === 'failed'
}

/** An event that does not fit the state changes nothing: a second press finds the first one's state. */
export function reduce(flow: Flow, state: Application, event: ApplicationEvent): Application {
  switch (event.type) {
    case 'edited':
      return maySend(state) ? { step: 'editing', outdated: true } : state
    case 'estimated':
      if (state.step === 'sending' || state.step === 'done') return state
      return { step: 'estimated', quote: event.quote }
    case 'pressed':
      if (state.step !== 'estimated' && state.step !== 'failed') return state
      return { step: 'sending', quote: state.quote, at: FLOWS[flow].calls[0] }
    case 'calling':
      return state.step === 'sending' ? { ...state, at: event.call } : state
    case 'failed':
      if (state.step !== 'sending') return state
      return { step: 'failed', quote: state.quote, at: state.at, message: event.message }
    case 'finished':
      return state.step === 'sending' ? { step: 'done' } : state
  }
}
