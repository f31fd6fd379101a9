/** The calls of the pages: time-out, retry with back-off, and what an answer is that the server did not give. */
import { messages, recoveries } from '#domain/messages.ts'
import { fetchText } from './fetch-text.ts'

/** Back-off before each retry; jitter of ± 25 %. */
const BACK_OFF_MS = [250, 500, 1000]
/** A longer Retry-After is not waited for: the person decides when to retry. */
const MAX_PAUSE_MS = 10_000
const TIMEOUT_MS = 20_000
/** Statuses that are retried: the outcome is unknown. */
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

type Options = {
  headers?: Record<string, string>
  /** Given the headers of the answer. */
  onHeaders?: (headers: Headers) => void
  /** Known to go to this project's server. */
  isOwn?: boolean
  /** Twice does what once does. */
  mayRepeat?: boolean
}

/** POST; a body of URLSearchParams goes form-encoded, anything else as JSON. Throws ApiError. */
export async function post(
  url: string,
  body: unknown,
  { headers = {}, onHeaders, isOwn = false, mayRepeat = false }: Options = {},
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const init: RequestInit = {
    method: 'POST',
    // The server redirects nobody: to follow would only bring a login page.
    redirect: isOwn ? 'manual' : 'follow',
    body: isForm ? body : JSON.stringify(body),
    headers: isForm ? headers : { 'Content-Type': 'application/json', ...headers },
  }
  const pauses = mayRepeat ? BACK_OFF_MS : []
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
  const { response, text } = await fetchText(url, init, timeoutMs)
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

/** Of whatever it is; undefined where it has none. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
