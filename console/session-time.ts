/** When a session ends by itself, and what is said about it before. */

import { SESSION_HOURS } from '#contract/console.ts'
import type { SessionTime } from '#contract/console-answers.ts'

/** In which warnings begin. */
export const WARNING_SECONDS = 5 * 60

export type SessionWarning = {
  sentence: string
  /** Whether a press puts the end off. */
  canGoOn: boolean
}

/** Null while there is more than five minutes' time. */
export function warningOf({ untilIdle, atMost }: SessionTime): SessionWarning | null {
  const left = Math.min(untilIdle, atMost)
  if (left > WARNING_SECONDS) return null
  const canGoOn = atMost > WARNING_SECONDS
  const sentence = `あと${minutesIn(left)}分でログアウトします`
  return { sentence: canGoOn ? sentence : `${sentence}。${CANNOT}`, canGoOn }
}

const CANNOT = `ログインから${SESSION_HOURS.most}時間を超えては続けられません。続けるには、新しいタブでログインし直してください。`

/** Rounded up: nobody is told of a minute less than there is. */
function minutesIn(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60))
}

/** What is left after so many seconds. */
export function after({ untilIdle, atMost }: SessionTime, seconds: number): SessionTime {
  return { untilIdle: untilIdle - seconds, atMost: atMost - seconds }
}
