/** Hook: submits a form's fields once at a time, and keeps why it was refused. */
import { type FormEvent, useState } from 'react'
import type { ConflictSides } from '#contract/error-schemas.ts'
import { Refusal } from './api.ts'

/** An empty sentence is none. */
export type Problem = { sentence: string; sides: ConflictSides | null }
export const NO_PROBLEM: Problem = { sentence: '', sides: null }

type Options = {
  /** Called where somebody was first, before it is said: what came is read. */
  onLate?: (() => Promise<void>) | undefined
  /** Whether the person is asked before this submission goes out. */
  asks?: (() => boolean) | undefined
}

/** `send` gets every field of the form by its name. While `question` is there it waits for `answer`. */
export function useForm<K extends string>(
  send: (fields: Record<K, string>) => Promise<void>,
  { onLate, asks }: Options = {},
) {
  const [refusal, setRefusal] = useState(NO_PROBLEM)
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Record<K, string> | null>(null)
  const go = async (fields: Record<K, string>) => {
    setBusy(true)
    setRefusal(NO_PROBLEM)
    try {
      await send(fields)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.status === 409) await onLate?.()
      setRefusal({ sentence: error.message, sides: error.sides })
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<K, string>
    if (asks?.()) return setAsked(fields)
    await go(fields)
  }
  return {
    ...{ refusal, problem: refusal.sentence, isBusy, submit },
    isAsking: asked !== null,
    answer: (isConfirmed: boolean) => {
      setAsked(null)
      if (isConfirmed && asked) void go(asked)
    },
  }
}
