/** The application that is corrected, asked for with what `/status` has handed over. */
import { useEffect, useEffectEvent, useState } from 'react'
import { STATUS_ERRORS } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import type { ApplicantField } from '#domain/applicant.ts'
import type { Version } from '#domain/difference.ts'
import { type FlowWithApplicant, type FlowWithRows, hasApplicant } from '#domain/flows.ts'
import { askStatus, type Outcome } from '../status/ask-status.ts'
import { type HandOver, handedOver } from './hand-over.ts'
import { versionFrom } from './version-from.ts'

export type Correctable = {
  flow: FlowWithApplicant & FlowWithRows
  receiptNumber: string
  /** Of what counts. */
  revision: number
  base: Version<ApplicantField>
  /** The correction that waits to be confirmed. */
  proposed: Version<ApplicantField> | null
  /** The price that was agreed to, as it stands on the wire. */
  price: string | null
}

export type View =
  | { step: 'loading' }
  /** Nothing was handed over in this tab. */
  | { step: 'no-link' }
  /** Nothing can be corrected: why. */
  | { step: 'ended'; given: HandOver; sentence: string }
  | { step: 'failed'; sentence: string }
  | { step: 'shown'; given: HandOver; correctable: Correctable; asked: number }

/** `askAgain` resolves with why nothing can be corrected any more, null where it can; a form that is shown stays. */
export function useCorrectable() {
  const [view, setView] = useState<View>({ step: 'loading' })
  const [isWaiting, setWaiting] = useState(false)
  const ask = async (): Promise<string | null> => {
    const given = handedOver()
    setWaiting(true)
    const next = given ? viewOf(await askStatus(given), given) : ({ step: 'no-link' } as const)
    setWaiting(false)
    setView((before) => (before.step === 'shown' && next.step !== 'shown' ? before : next))
    return 'sentence' in next ? next.sentence : null
  }
  const askFirst = useEffectEvent(ask)
  useEffect(() => void askFirst(), [])
  return { view, isWaiting, askAgain: ask }
}

const ENDED = {
  unknown: STATUS_ERRORS.link_unknown,
  refused: STATUS_ERRORS.gate_refused,
  resting: STATUS_ERRORS.gate_resting,
} as const

export function viewOf(outcome: Outcome, given: HandOver): View {
  if (outcome.kind === 'failed') return { step: 'failed', sentence: outcome.sentence }
  if (outcome.kind !== 'answered') return { step: 'ended', given, sentence: ENDED[outcome.kind] }
  const correctable = correctableOf(outcome.answer)
  return correctable
    ? { step: 'shown', given, correctable, asked: outcome.at }
    : { step: 'ended', given, sentence: STATUS_ERRORS.correction_closed }
}

function correctableOf({ application, details }: StatusAnswer): Correctable | null {
  const { flow, receiptNumber, price } = application
  if (!details?.actions.correct || !hasApplicant(flow)) return null
  const { revision, proposal } = details
  return {
    ...{ flow, receiptNumber, revision, price },
    base: versionFrom(flow, details),
    proposed: proposal?.state === 'waiting' ? versionFrom(flow, proposal) : null,
  }
}
