/** A press behind the gate that changes something: sent once under its key, and said where it was pressed when it failed. */
import { useEffect, useRef, useState } from 'react'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/apply.ts'
import type { StatusQuestion } from '#contract/status-schemas.ts'
import { newKey } from '../sending/session-storage.ts'
import { useWaitingFocus } from '../waiting-focus.ts'
import { answered, type Outcome } from './ask-status.ts'

export type Given = { link: string; answer: string }

export type Press = {
  address: string
  /** Besides link and answer. */
  body?: { text: string; question?: string } | { proposal: number | null }
  /** Id of the place in which a failure is said. */
  place: string
  /** What is waited for. */
  words: string
  /** Id of what has the focus when it is done. */
  goesTo: string
}

type Options = { given: () => Given; take: (outcome: Outcome) => void }

export function usePress({ given, take }: Options) {
  const [waiting, setWaiting] = useState<Pick<Press, 'place' | 'words'> | null>(null)
  const [problem, setProblem] = useState<{ place: string; sentence: string } | null>(null)
  const [goal, setGoal] = useState<{ id: string } | null>(null)
  /** Of what was pressed and not answered yet: the same again has the same key. */
  const keys = useRef(new Map<string, string>())
  /** False where another link was opened in this tab meanwhile. */
  const isShown = useRef(true)
  useWaitingFocus(waiting?.words ?? null)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => {
    if (goal) document.getElementById(goal.id)?.focus()
  }, [goal])
  /** True where it is done. */
  const press = async ({ address, body, place, words, goesTo }: Press): Promise<boolean> => {
    if (waiting !== null) return false
    const content = JSON.stringify([address, body])
    const key = keys.current.get(content) ?? newKey()
    keys.current.set(content, key)
    setProblem(null)
    setWaiting({ place, words })
    const outcome = await callStatus(address, { ...given(), ...body }, key)
    if (!isShown.current) return false
    setWaiting(null)
    if (outcome.kind === 'failed') {
      setProblem({ place, sentence: outcome.sentence })
      setGoal({ id: place })
      return false
    }
    take(outcome)
    if (outcome.kind !== 'answered') return false
    keys.current.delete(content)
    setGoal({ id: goesTo })
    return true
  }
  return { press, waiting, isWaiting: waiting !== null, problem, reference: referenceOf(given()) }
}

/** Receipt number, with which a link begins. */
const referenceOf = ({ link }: Given) => link.split('.', 1)[0] ?? ''

/** Changes something behind the gate, once under its key: what is repeated after a lost answer is not done again. */
function callStatus(address: string, call: StatusQuestion, key: string): Promise<Outcome> {
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key }
  return answered(address, call, { mayRepeat: true, headers })
}

export type Presses = ReturnType<typeof usePress>
