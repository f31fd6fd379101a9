/** The navigation state of a result page: all that it shows (reading 16). */
import type { Completion } from '#domain/completions.ts'

/** What was received, in words. */
export type Receipt = {
  /** The receipt number; null where the server tells none. */
  number: string | null
  facts: [label: string, words: string][]
  facilities: [name: string, number: string, service: string][]
  /** Where the acknowledgement goes; null where none is sent. */
  mailTo: string | null
}

export type Result = Completion & { isFailure?: true; receipt?: Receipt }

/** Navigation state is whatever the history holds: only a result of this shape is shown. */
export function isResult(state: unknown): state is Result {
  if (typeof state !== 'object' || state === null) return false
  const { title, message, receipt } = state as Partial<Result>
  return (
    typeof title === 'string' &&
    typeof message === 'string' &&
    (receipt === undefined || isReceipt(receipt))
  )
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false
  const { number, facts, facilities, mailTo } = value as Partial<Receipt>
  return isTexts(facts) && isTexts(facilities) && isTextOrNull(number) && isTextOrNull(mailTo)
}

function isTexts(value: unknown): value is string[][] {
  return (
    Array.isArray(value) &&
    value.every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === 'string'))
  )
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
