/** The calls of an application as messages, and what an answer means. */
import {
  API_BASE,
  customerPath,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  registrationFields,
} from '#contract/apply.ts'
import { type Call, FLOWS, hasApplicant } from '#domain/flows.ts'
import { API_ERRORS } from '#domain/messages.ts'
import type { Message, Reply } from './http.ts'
import type { Application } from './invent.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** `username` is what the register call answered. */
export function messageOf(application: Application, call: Call, username: string): Message {
  const { key, flow, applicant, campaign, customer, priceText, facilities } = application
  const named = { [IDEMPOTENCY_KEY_HEADER]: key }
  if (call === 'register') {
    if (!hasApplicant(flow)) throw new RangeError(`${flow} registers nobody`)
    const fields = registrationFields(flow, applicant, campaign)
    const body = new URLSearchParams(fields).toString()
    return { path: `${API_BASE}${PATHS.register}`, headers: { ...named, ...FORM_TYPE }, body }
  }
  const path = `${API_BASE}${customerPath(call, customer ?? username)}`
  const { kind } = FLOWS[flow]
  const consent = { kind, ...(priceText !== null && { priceText }) }
  const body = JSON.stringify(call === 'consent' ? consent : { facilities })
  return { path, headers: { ...named, ...JSON_TYPE }, body }
}

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
