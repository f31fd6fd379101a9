/** How an application stands, asked with the link behind `#` of the address. Link and gate's answer are kept nowhere else, but for the way to a correction and back. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { STATUS_ERRORS, STATUS_LINK } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { messages } from '#domain/messages.ts'
import { forgetHandOver, type HandOver, takeBack } from '../correct/hand-over.ts'
import { useFragment } from '../fragment.ts'
import { askStatus, type Outcome } from './ask-status.ts'
import { useLeaving } from './use-leaving.ts'

export type View =
  | { step: 'loading' }
  | { step: 'no-link' }
  | { step: 'unknown' }
  | { step: 'failed'; sentence: string }
  | {
      step: 'shown'
      answer: StatusAnswer
      /** Epoch milliseconds. */
      at: number
      /** What became of a question after this answer. */
      failure?: Failure
    }

/** `of`: an answer that was wrong, or the press whose question has failed. */
export type Failure = { sentence: string; of: 'answer' | Waiting }

/** What a press waits for; the first question waits without one. */
export type Waiting = 'status' | 'gate'

export function useStatus() {
  const link = useFragment()
  const { passed, asked, setWaiting, begin, show, leave, ...shown } = useView()

  const ask = async (press: Waiting, answer?: string) => {
    if (!link) return
    const mine = ++asked.current
    const outcome = await askStatus({ link, ...(answer !== undefined && { answer }) })
    // Else another link was opened in this tab meanwhile.
    if (mine !== asked.current) return
    if (outcome.kind === 'answered' && outcome.answer.details) passed.current = answer
    show(outcome, press)
  }
  const open = useEffectEvent(() => {
    asked.current += 1
    const { step, given } = firstOf(link)
    if (link !== undefined) begin({ step }, given)
    if (step === 'loading') void ask('status', given?.answer)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is opened in this tab is another application.
  useEffect(() => open(), [link])
  useLeaving(leave, () => {
    forgetHandOver()
    void ask('status')
  })
  const press = (what: Waiting, answer: string | undefined) => {
    if (shown.waiting !== null || !link) return
    setWaiting(what)
    void ask(what, answer)
  }
  return {
    ...shown,
    given: () => ({ link: link ?? '', answer: passed.current ?? '' }),
    /** Shows what became of a press behind the gate. */
    take: (outcome: Outcome) => {
      // An older question is not shown over it.
      asked.current += 1
      show(outcome, 'status')
    },
    askAgain: () => press('status', passed.current),
    answerGate: (answer: string) => press('gate', answer),
  }
}

function useView() {
  const [view, setView] = useState<View>({ step: 'loading' })
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  /** A correction was sent, and led back. */
  const [isSent, setSent] = useState(false)
  /** How often the page was left: it may have been shown to somebody else. */
  const [visits, setVisits] = useState(0)
  /** Questions, so that the answer to an older one is not shown. */
  const asked = useRef(0)
  /** What has opened the gate. */
  const passed = useRef<string | undefined>(undefined)
  const show = (outcome: Outcome, press: Waiting) => {
    // A number that opens nothing now is not asked with again: it may count as a wrong one, and the standing needs none.
    if (outcome.kind === 'refused' || outcome.kind === 'resting') passed.current = undefined
    setWaiting(null)
    setView((before) => viewAfter(before, outcome, press))
  }
  const begin = (first: View, given: HandOver | null) => {
    passed.current = given?.answer
    setView(first)
    setWaiting(given && 'gate')
    setSent(given?.isSent ?? false)
  }
  const leave = () => {
    asked.current += 1
    passed.current = undefined
    setWaiting(null)
    setView(closed)
    setVisits((before) => before + 1)
  }
  const forgetRefusal = () =>
    setView((before) =>
      before.step === 'shown' && before.failure?.of === 'answer' ? withoutFailure(before) : before,
    )
  const shown = { view, waiting, isSent, visits, forgetRefusal }
  return { ...shown, passed, asked, setWaiting, begin, show, leave }
}

type Shown = Extract<View, { step: 'shown' }>

const withoutFailure = ({ failure: _, ...view }: Shown): Shown => view

/** As whoever has but the link sees it. */
function closed(view: View): View {
  if (view.step !== 'shown') return view
  const { details: _, ...answer } = view.answer
  return withoutFailure({ ...view, answer })
}

/** What is shown of a link first, and what has come back with it. */
function firstOf(link: string | null | undefined) {
  if (!link) return { step: 'no-link', given: null } as const
  if (!STATUS_LINK.test(link)) return { step: 'unknown', given: null } as const
  return { step: 'loading', given: takeBack(link) } as const
}

/** A question that failed leaves what is shown, and says so. */
export function viewAfter(before: View, outcome: Outcome, press: Waiting): View {
  if (outcome.kind === 'answered') return { step: 'shown', answer: outcome.answer, at: outcome.at }
  if (outcome.kind === 'unknown') return { step: 'unknown' }
  const sentence = outcome.kind === 'failed' ? outcome.sentence : messages.generic
  if (before.step !== 'shown') return { step: 'failed', sentence }
  const { at } = before
  const { application, gate } = before.answer
  if (outcome.kind === 'failed') return { ...before, failure: { sentence, of: press } }
  if (outcome.kind === 'resting')
    return { step: 'shown', at, answer: { application, gate: 'resting' } }
  const failure: Failure = { sentence: STATUS_ERRORS.gate_refused, of: 'answer' }
  return { step: 'shown', at, answer: { application, gate }, failure }
}
