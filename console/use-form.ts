/** Hook: submits a form's fields once at a time, and keeps the sentence of a refusal. */
import { type FormEvent, useState } from 'react'
import { Refusal } from './api.ts'

/** `send` gets every field of the form by its name. */
export function useForm<K extends string>(send: (fields: Record<K, string>) => Promise<void>) {
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as Record<K, string>
    setBusy(true)
    setProblem('')
    try {
      await send(fields)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  return { problem, isBusy, submit }
}
