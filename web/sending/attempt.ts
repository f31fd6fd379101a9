/** What session storage keeps of an application that is being sent: its idempotency key and progress, whether an attempt is unfinished, refused fields. */
import type { Problem } from '#domain/problem.ts'
import { forget, keep, recall } from '../browser/session.ts'
import { newKey } from './application-key.ts'
import type { Progress } from './run-calls.ts'

const progressKey = (name: string) => `progress.${name}`
const attemptKey = (name: string) => `sending.${name}`
const refusedKey = (name: string) => `refused.${name}`

/** `running`: the page was unloaded while calls were in flight. `failed`: it ended on the result page. */
export type Attempt = 'running' | 'failed'

export function recallProgress(name: string): Progress | undefined {
  const progress = recall(progressKey(name))
  const isProgress = typeof progress === 'object' && progress !== null && 'key' in progress
  return isProgress ? (progress as Progress) : undefined
}

export function keepProgress(name: string, progress: Progress): void {
  keep(progressKey(name), progress)
}

export function forgetProgress(name: string): void {
  forget(progressKey(name))
}

/** Makes the key before anything is sent: a duplicated tab copies it, so that both tabs are one application. */
export function reserveKey(name: string): void {
  if (!recallProgress(name)) keepProgress(name, { key: newKey() })
}

export function recallAttempt(name: string): Attempt | null {
  const attempt = recall(attemptKey(name))
  return attempt === 'running' || attempt === 'failed' ? attempt : null
}

export function keepAttempt(name: string, attempt: Attempt): void {
  keep(attemptKey(name), attempt)
}

export function forgetAttempt(name: string): void {
  forget(attemptKey(name))
}

/** Fields that the server refused, to be marked when the form is shown again (reading 15). */
export function recallRefused(name: string): Problem[] {
  const refused = recall(refusedKey(name))
  return Array.isArray(refused) ? refused : []
}

export function keepRefused(name: string, refused: readonly Problem[]): void {
  keep(refusedKey(name), refused)
}

export function forgetRefused(name: string): void {
  forget(refusedKey(name))
}
