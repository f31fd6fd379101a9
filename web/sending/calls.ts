/** Calls of the apply API: a flow's calls in order under one idempotency key (reading 20), and the only fetch() with its retries, back-off and time-out. */
import {
  customerPath,
  IDEMPOTENCY_KEY_HEADER,
  PATHS,
  REFERENCE_HEADER,
  registrationFields,
  SUPERSEDES,
} from '#contract/apply.ts'
import type { ConsentBody, FacilitiesBody } from '#contract/apply-schemas.ts'
import { type Applicant, CAMPAIGN_KEYS, CAMPAIGN_LIMIT, type Campaign } from '#domain/applicant.ts'
import type { FacilityRow } from '#domain/facilities.ts'
import { type Call, FLOWS, type Flow, hasApplicant } from '#domain/flows.ts'
import { messages, recoveries } from '#domain/messages.ts'
import { withoutUnstorable } from '#domain/text.ts'
import { type Action, actionOf } from './actions.ts'
import { newKey, type Progress } from './session-storage.ts'

/** What the form sends. */
export type FormContent = {
  /** null where the flow registers nobody. */
  applicant: Applicant | null
  /** The page's query string, which the trial's campaign values are read from. */
  search: string
  rows: readonly FacilityRow[]
  /** Left out where the flow has no price. */
  priceText?: string
}

export type ApplicationRun = {
  flow: Flow
  /** The number of the page's query; null where the register call issues one. */
  customer: string | null
  content: FormContent
  apiBase: string
  /** Headers of every call besides the idempotency key; null sends none at all, not even the key. */
  extraHeaders: Record<string, string> | null
  progress: Progress | undefined
  /** Called before each call and after each answer, so that a crash of the tab loses nothing. */
  onProgress: (progress: Progress) => void
  onCall: (call: Call) => void
  /** Given the receipt number, where the server tells one. */
  onReference?: (reference: string) => void
}

/** The {customer} of the calls. Throws ApiError at the first call that fails and is not mended (reading 36). */
export async function runCalls(run: ApplicationRun): Promise<string> {
  let progress = startOf(run)
  const note = (next: Progress) => {
    progress = next
    run.onProgress(next)
  }
  note(progress)
  const consentBefore = progress.consent
  const mended = new Set<Action>()
  for (;;)
    try {
      for (const call of FLOWS[run.flow].calls) {
        run.onCall(call)
        await STEPS[call](run, progress, note)
      }
      return customerOf(run, progress)
    } catch (error) {
      const action = error instanceof ApiError ? actionOf(error.code) : 'retry'
      // Of a consent of an earlier press nobody knows whether it still is the last one.
      const isStale = consentBefore !== undefined && progress.consent === consentBefore
      const next = mendedBy(action, progress)
      if (next) note(next)
      const isWorthIt = next && !mended.has(action) && (action !== 'show-price' || isStale)
      if (!isWorthIt) throw error
      mended.add(action)
    }
}

/** From where the calls go on, by this press or the next one; null where they go on at the call that failed. */
function mendedBy(action: Action, { consent: _, ...beforeConsent }: Progress): Progress | null {
  if (action === 'begin-anew') return { key: newKey() }
  return action === 'consent-again' || action === 'show-price' ? beforeConsent : null
}

/** Resumes from the checkpoint, or makes a new key where other fields were registered under the old one (reading 11). */
function startOf({ flow, content, progress }: ApplicationRun): Progress {
  if (!progress) return { key: newKey() }
  const sent = progress.registration
  if (sent === undefined || sent === formOf(flow, content)?.toString()) return progress
  return { key: newKey(), supersedes: progress.key }
}

type Step = (
  run: ApplicationRun,
  progress: Progress,
  note: (next: Progress) => void,
) => Promise<void>

const STEPS: Record<Call, Step> = { register, consent, facilities }

async function register(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const fields = formOf(run.flow, run.content)
  if (!fields || progress.username !== undefined) return
  const registration = fields.toString()
  note({ ...progress, registration })
  try {
    const username = usernameOf(await send(run, progress, PATHS.register, fields))
    note({ ...progress, registration, username })
  } catch (error) {
    // A 4xx binds no key: the corrected registration may use the same one.
    if (error instanceof ApiError && error.isRefusal) note(progress)
    throw error
  }
}

async function consent(run: ApplicationRun, progress: Progress, note: (next: Progress) => void) {
  const { flow, content } = run
  const { priceText } = content
  const body: ConsentBody = {
    kind: FLOWS[flow].kind,
    ...(priceText === undefined ? {} : { priceText }),
  }
  const text = JSON.stringify(body)
  if (progress.consent === text) return
  await send(run, progress, customerPath('consent', customerOf(run, progress)), body)
  note({ ...progress, consent: text })
}

async function facilities(run: ApplicationRun, progress: Progress) {
  const body: FacilitiesBody = {
    facilities: run.content.rows.map(({ facilityName, facilityNumber, serviceKey }) => ({
      facilityName,
      facilityNumber,
      serviceKey,
    })),
  }
  await send(run, progress, customerPath('facilities', customerOf(run, progress)), body)
}

function send(run: ApplicationRun, progress: Progress, path: string, body: unknown) {
  const { apiBase, extraHeaders, onReference } = run
  const onHeaders = (headers: Headers) => {
    const reference = headers.get(REFERENCE_HEADER)
    if (reference !== null) onReference?.(reference)
  }
  if (!extraHeaders) return post(apiBase + path, body, {}, onHeaders)
  const { key, supersedes } = progress
  const headers = {
    ...extraHeaders,
    [IDEMPOTENCY_KEY_HEADER]: key,
    ...(supersedes === undefined ? {} : { [SUPERSEDES]: supersedes }),
  }
  return post(apiBase + path, body, headers, onHeaders)
}

function formOf(flow: Flow, { applicant, search }: FormContent): URLSearchParams | null {
  return hasApplicant(flow) && applicant
    ? new URLSearchParams(registrationFields(flow, applicant, campaignOf(search)))
    : null
}

function customerOf({ customer }: ApplicationRun, { username }: Progress): string {
  const customerId = customer ?? username
  if (customerId === undefined) throw new RangeError('no customer to send this call for')
  return customerId
}

function usernameOf(reply: unknown): string {
  const username: unknown =
    typeof reply === 'object' && reply !== null ? Reflect.get(reply, 'username') : undefined
  // Another server's API may number its customers (reading 33).
  if (typeof username === 'number') return String(username)
  if (typeof username !== 'string' || username === '')
    throw new ApiError(null, undefined, 'the registration was answered without a username')
  return username
}

/** Back-off before each retry of a call with an idempotency key; jitter of ± 25 %. */
const BACK_OFF_MS = [250, 500, 1000]
/** A longer Retry-After is not waited for: the person decides when to retry. */
const MAX_PAUSE_MS = 10_000
const TIMEOUT_MS = 20_000
/** Statuses that are retried: the outcome is unknown, and only the idempotency key makes a repeat safe. */
const RETRIED = new Set([502, 503, 504])

/** A call that did not end in a 2xx. `status` is null where there was no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number | null
  readonly body: unknown
  /** Something in between has answered in the server's place. */
  readonly isIntercepted: boolean

  constructor(
    status: number | null,
    body: unknown,
    message: string,
    { isIntercepted = false, ...options }: ErrorOptions & { isIntercepted?: boolean } = {},
  ) {
    super(message, options)
    this.status = status
    this.body = body
    this.isIntercepted = isIntercepted
  }

  /** The sentence fit to show: the server's own, else the generic one (reading 11). */
  get sentence(): string {
    if (this.isIntercepted) return recoveries.intercepted
    return serverMessage(this.body) ?? messages.generic
  }

  get code(): string | undefined {
    const code = member(member(this.body, 'error'), 'code')
    return typeof code === 'string' ? code : undefined
  }

  /** A 4xx: nothing of this call was stored. */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500
  }
}

type Answer = { status: number; body: unknown; isMarkup: boolean; headers: Headers }

/**
 * POST; a body of URLSearchParams goes form-encoded, anything else as JSON. Throws ApiError.
 * `onHeaders` is given those of the answer. A call with an idempotency key is known to go to this project's server.
 */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  onHeaders?: (headers: Headers) => void,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const isOwn = IDEMPOTENCY_KEY_HEADER in headers
  const init: RequestInit = {
    method: 'POST',
    // The server redirects nobody: to follow would only bring a login page.
    redirect: isOwn ? 'manual' : 'follow',
    body: isForm ? body : JSON.stringify(body),
    headers: isForm ? headers : { 'Content-Type': 'application/json', ...headers },
  }
  const pauses = isOwn ? BACK_OFF_MS : []
  for (let tried = 0; ; tried += 1) {
    const outcome = await ask(url, init, TIMEOUT_MS).catch(noAnswer)
    const pause = pauseAfter(outcome, pauses[tried])
    if (pause !== null) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      continue
    }
    if (!(outcome instanceof ApiError)) {
      refuseIntercepted(outcome, isOwn)
      onHeaders?.(outcome.headers)
    }
    return dataOf(outcome)
  }
}

/** GET without retry: a person waits and can press again. Throws ApiError with the network error's own text. */
export async function get(url: string, timeoutMs: number): Promise<unknown> {
  return dataOf(await ask(url, {}, timeoutMs).catch(noAnswer))
}

/** The server's sentence in an error body; null where there is none. */
export function serverMessage(body: unknown): string | null {
  const message = member(member(body, 'error'), 'message')
  return typeof message === 'string' && message.trim() !== '' ? message : null
}

async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const text = await response.text()
  const { status, headers } = response
  return { status, body: parsed(text), isMarkup: /^\s*</.test(text), headers }
}

/** Network authentication (RFC 6585), a proxy's own, and of an unfollowed redirect no status at all. */
const IN_BETWEEN = new Set([0, 301, 302, 303, 307, 308, 407, 511])

/** Throws where a captive portal, a proxy or a filter has answered: a reply of the server is a JSON object, of any server no page. */
function refuseIntercepted({ status, body, isMarkup }: Answer, isOwn: boolean): void {
  const isForeign = isMarkup || (isOwn && (typeof body !== 'object' || body === null))
  if (IN_BETWEEN.has(status) || (status < 300 && isForeign))
    throw new ApiError(status, undefined, `HTTP ${status}, not from the server`, {
      isIntercepted: true,
    })
}

function noAnswer(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError(null, undefined, message, { cause: error })
}

function dataOf(outcome: Answer | ApiError): unknown {
  if (outcome instanceof ApiError) throw outcome
  const { status, body } = outcome
  if (status > 299) throw new ApiError(status, body, `HTTP ${status}`)
  return body
}

/** Milliseconds before the next retry; null for none. */
function pauseAfter(outcome: Answer | ApiError, pause: number | undefined): number | null {
  if (pause === undefined) return null
  if (outcome instanceof ApiError) return hasTimedOut(outcome) ? null : jitter(pause)
  if (!RETRIED.has(outcome.status)) return null
  const requestedMs = retryAfterMs(outcome.headers.get('Retry-After') ?? '')
  return requestedMs > MAX_PAUSE_MS ? null : Math.max(requestedMs, jitter(pause))
}

/** Not retried by itself: the person has waited long enough, and retries with a press. */
function hasTimedOut({ cause }: ApiError): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError'
}

function jitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}

/** A Retry-After in milliseconds from now, be it seconds or a date; 0 where it says nothing. */
function retryAfterMs(header: string): number {
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return ms || 0
}

// A proxy answers in HTML, the postal service with text/plain: what counts is whether it is JSON.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** At most 255 UTF-16 units of each, without what could not be stored: a damaged link must not stop an application (reading 30). */
export function campaignOf(search: string): Campaign {
  const query = new URLSearchParams(search)
  const entries = CAMPAIGN_KEYS.map((key) => {
    const value = withoutUnstorable(query.get(key) ?? '').slice(0, CAMPAIGN_LIMIT)
    // The cut may have halved a pair of surrogates.
    return [key, withoutUnstorable(value)]
  })
  return Object.fromEntries(entries) as Campaign
}
