/** What session storage keeps of an application that is being sent: its idempotency key and progress, whether an attempt is unfinished, refused fields. */

import type { Problem } from '#domain/messages.ts'
import type { Failed } from './actions.ts'

const progressKey = (name: string) => `progress.${name}`
const attemptKey = (name: string) => `sending.${name}`
const refusedKey = (name: string) => `refused.${name}`

/** Checkpoint of an application, kept in session storage: a retry or a reload resumes after the last acknowledged call. */
export type Progress = {
  key: string
  /** The earlier key, where the registered fields were edited afterwards. */
  supersedes?: string
  /** The registration that was sent under the key, whatever became of it. */
  registration?: string
  /** The customer that the register call issued for exactly that registration. */
  username?: string
  /** The consent that was acknowledged. */
  consent?: string
  /** Rows were sent from this tab, which may have completed the application. */
  isCompleting?: true
}

/** `running`: the page was unloaded while calls were in flight. Else it ended on the result page: `failed` where a retry is all, or what is said and offered. */
export type Attempt = 'running' | 'failed' | Failed

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
  if (typeof attempt === 'object' && attempt !== null && 'offer' in attempt)
    return attempt as Failed
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

/** Session storage with a fallback to memory where the browser refuses it; values are JSON. */

const PREFIX = 'moushikomi:'
/** `isStored`: else a reload would lose it. */
type Kept = { text: string; isStored: boolean }
const memory = new Map<string, Kept>()

export function keep(key: string, value: unknown): void {
  const text = JSON.stringify(value)
  memory.set(key, { text, isStored: store(key, text) })
}

/** The stored value; undefined if there is none. The caller validates its shape. */
export function recall(key: string): unknown {
  const text = memory.get(key)?.text ?? stored(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function forget(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(PREFIX + key)
  } catch {
    // Nothing was stored either.
  }
}

/** Whether all that was kept, and what will be, outlives a reload. */
export function isKept(): boolean {
  keep(PROBE, true)
  const areStored = [...memory.values()].every(({ isStored }) => isStored)
  forget(PROBE)
  return areStored
}

const PROBE = 'probe'

/** False where the quota is exceeded, storage forbidden or absent: memory keeps it until the page is unloaded. */
function store(key: string, text: string): boolean {
  try {
    sessionStorage.setItem(PREFIX + key, text)
    return true
  } catch {
    return false
  }
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(PREFIX + key)
  } catch {
    return null
  }
}

/** Makes idempotency keys (reading 20). */

/** Visible ASCII, 128 random bits. Not randomUUID: that is missing on a plain-HTTP address. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
