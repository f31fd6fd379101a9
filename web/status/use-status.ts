/** How an application stands, asked with the link behind `#` of the address. Link and gate's answer are kept nowhere else, but for the way to a correction and back. */
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { STATUS_ERRORS, STATUS_LINK } from '#contract/status.ts'
import type { StatusAnswer } from '#contract/status-schemas.ts'
import { messages } from '#domain/messages.ts'
import { type HandOver, takeBack } from '../correct/hand-over.ts'
import { askStatus, type Outcome } from './ask-status.ts'

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
  const link = useLink()
  const { view, waiting, isSent, passed, setWaiting, begin, show } = useView()
  const asked = useRef(0)

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
  const press = (what: Waiting, answer: string | undefined) => {
    if (waiting !== null || !link) return
    setWaiting(what)
    void ask(what, answer)
  }
  return {
    view,
    waiting,
    /** A correction was sent, and led back. */
    isSent,
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
  const [isSent, setSent] = useState(false)
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
  return { view, waiting, isSent, passed, setWaiting, begin, show }
}

/** What is shown of a link first, and what has come back with it. */
function firstOf(link: string | null | undefined) {
  if (!link) return { step: 'no-link', given: null } as const
  if (!STATUS_LINK.test(link)) return { step: 'unknown', given: null } as const
  return { step: 'loading', given: takeBack(link) } as const
}

/** What stands behind `#`: null where nothing does, undefined until hydration is done. */
function useLink(): string | null | undefined {
  return useSyncExternalStore(subscribe, currentLink, () => undefined)
}

let lastLink: string | null = null

/** A place within the page is no link: the one before stays. */
function currentLink(): string | null {
  const fragment = location.hash.slice(1)
  if (document.getElementById(fragment) === null) lastLink = fragment === '' ? null : fragment
  return lastLink
}

/** After a step to a place within the page the link comes back into the address, for a reload. */
function subscribe(onChange: () => void): () => void {
  const look = () => {
    const link = currentLink()
    if (link !== null && location.hash !== `#${link}`)
      history.replaceState(history.state, '', `#${link}`)
    onChange()
  }
  addEventListener('hashchange', look)
  return () => removeEventListener('hashchange', look)
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
