/** What a result page is told through the navigation state, and nothing else (reading 16). */
import type { Completion } from '#domain/messages.ts'

export type Result = Completion & { isFailure?: true }

/** Navigation state is whatever the history holds: only a result of this shape is shown. */
export function isResult(state: unknown): state is Result {
  if (typeof state !== 'object' || state === null) return false
  const { title, message } = state as Partial<Result>
  return typeof title === 'string' && typeof message === 'string'
}
