/** What an answer to a call of an application means. */
import { API_ERRORS } from '#domain/messages.ts'
import type { Reply } from '../client/http.ts'

/** A 5xx leaves open what was stored; a 4xx does not. */
export type Verdict =
  | { event: 'acknowledged'; username?: string }
  | { event: 'unknown' | 'refused'; why: string }

export function verdictOf({ status, text }: Reply): Verdict {
  if (status === 200) {
    const { username } = JSON.parse(text)
    return { event: 'acknowledged', ...(username !== undefined && { username }) }
  }
  return { event: status >= 500 ? 'unknown' : 'refused', why: `${status} ${text}` }
}

/** What is wrong with how a failure was told; undefined where it keeps to the one shape of an error. */
export function misshapen({ status, headers, text }: Reply): string | undefined {
  if (status === 200) return undefined
  if (status === 503 && !/^\d+$/.test(headers['retry-after'] ?? ''))
    return `503 without Retry-After: ${text}`
  const code = codeOf(text)
  if (code === undefined) return `${status} without the shape of an error: ${text}`
  return status >= 500 && code !== 'unavailable' ? `${status} ${code}` : undefined
}

function codeOf(text: string): string | undefined {
  try {
    const { code, message } = JSON.parse(text).error
    return Object.hasOwn(API_ERRORS, code) && typeof message === 'string' ? code : undefined
  } catch {
    return undefined
  }
}
