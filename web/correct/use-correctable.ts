/** The application that is corrected, asked for with what `/status` has handed over. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { STATUS_ERRORS } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import type { ApplicantField } from '#domain/applicant.ts'
import type { Version } from '#domain/difference.ts'
import { type FlowWithApplicant, type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { askStatus, type Outcome } from '../status/ask-status.ts'
import { useLeaving } from '../status/use-leaving.ts'
import { forgetHandOver, type HandOver, handedOver } from './hand-over.ts'
import { versionFrom } from './version-from.ts'

export type Correctable = {
  flow: FlowWithApplicant & FlowWithRows
  receiptNumber: string
  /** Of what counts. */
  revision: number
  base: Version<ApplicantField>
  /** The correction that waits to be confirmed, where the form begins with it. */
  proposed: Version<ApplicantField> | null
  /** The last correction, where it waits or was declined. */
  proposal: Proposal | null
  /** The price that was agreed to, as it stands on the wire. */
  price: string | null
}

export type Proposal = {
  number: number
  isWaiting: boolean
  version: Version<ApplicantField>
  /** Of staff, where it was declined. */
  reason: string
}

/** The number of the correction that waits; null where none does. */
export function waitingOf({ proposal }: Pick<Correctable, 'proposal'>): number | null {
  return proposal?.isWaiting ? proposal.number : null
}

export type View =
  | { step: 'loading' }
  /** Nothing was handed over in this tab. */
  | { step: 'no-link' }
  /** Nothing can be corrected: why. */
  | { step: 'ended'; given: HandOver; sentence: string }
  | { step: 'failed'; sentence: string }
  /** The page was left, and may be shown to somebody else. */
  | { step: 'left'; link: string }
  | { step: 'shown'; given: HandOver; correctable: Correctable }

/** `askAgain` resolves with the application as it stands, or why nothing can be corrected any more; a form that is shown stays. */
export function useCorrectable() {
  const [view, setView] = useState<View>({ step: 'loading' })
  const [isWaiting, setWaiting] = useState(false)
  const asked = useRef(0)
  const ask = async (): Promise<Correctable | string | null> => {
    const mine = ++asked.current
    const given = handedOver()
    setWaiting(true)
    const next = given ? viewOf(await askStatus(given), given) : ({ step: 'no-link' } as const)
    if (mine !== asked.current) return null
    setWaiting(false)
    setView((before) => (before.step === 'shown' && next.step !== 'shown' ? before : next))
    if (next.step === 'shown') return next.correctable
    return 'sentence' in next ? next.sentence : null
  }
  const leave = () => {
    asked.current += 1
    setWaiting(false)
    setView(left)
  }
  useLeaving(leave, forgetHandOver)
  const askFirst = useEffectEvent(ask)
  useEffect(() => void askFirst(), [])
  return { view, isWaiting, askAgain: ask }
}

/** What was typed stays in the draft, which another opening of the gate brings back. */
function left(view: View): View {
  if (view.step === 'left') return view
  return 'given' in view ? { step: 'left', link: view.given.link } : { step: 'no-link' }
}

const ENDED = {
  unknown: STATUS_ERRORS.link_unknown,
  refused: STATUS_ERRORS.gate_refused,
  resting: STATUS_ERRORS.gate_resting,
} as const

export function viewOf(outcome: Outcome, given: HandOver): View {
  if (outcome.kind === 'failed') return { step: 'failed', sentence: outcome.sentence }
  if (outcome.kind !== 'answered') return { step: 'ended', given, sentence: ENDED[outcome.kind] }
  const { answer } = outcome
  const correctable = correctableOf(answer)
  if (!correctable) return { step: 'ended', given, sentence: STATUS_ERRORS.correction_closed }
  // Said before anything is typed.
  return answer.details?.actions.correctionsLeft === 0
    ? { step: 'ended', given, sentence: STATUS_ERRORS.correction_limit }
    : { step: 'shown', given, correctable }
}

function correctableOf({ application, details }: StatusAnswer): Correctable | null {
  const { flow, receiptNumber, price } = application
  if (!details?.actions.correct || !hasApplicant(flow)) return null
  const { revision, proposal: last } = details
  const proposal = last && {
    ...{ number: last.number, isWaiting: last.state === 'waiting', reason: last.reason },
    version: versionFrom(flow, last),
  }
  return {
    ...{ flow, receiptNumber, revision, price, proposal },
    base: versionFrom(flow, details),
    proposed: proposal?.isWaiting ? proposal.version : null,
  }
}
