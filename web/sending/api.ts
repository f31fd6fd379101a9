/** HTTP client of the apply API, the only caller of fetch(): retry with back-off, time-out, ApiError. */
import { IDEMPOTENCY_KEY_HEADER } from '#domain/contract.ts'
import { messages } from '#domain/messages.ts'

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

  constructor(status: number | null, body: unknown, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.body = body
  }

  /** The sentence fit to show: the server's own, else the generic one (reading 11). */
  get sentence(): string {
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

type Answer = { status: number; body: unknown; headers: Headers }

/**
 * POST; a body of URLSearchParams goes form-encoded, anything else as JSON. Throws ApiError.
 * `onHeaders` is given those of the answer.
 */
export async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  onHeaders?: (headers: Headers) => void,
): Promise<unknown> {
  const isForm = body instanceof URLSearchParams
  const init = {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    headers: isForm ? headers : { 'Content-Type': 'application/json', ...headers },
  }
  const pauses = IDEMPOTENCY_KEY_HEADER in headers ? BACK_OFF_MS : []
  for (let tried = 0; ; tried += 1) {
    const outcome = await ask(url, init, TIMEOUT_MS).catch(noAnswer)
    const pause = pauseAfter(outcome, pauses[tried])
    if (pause !== null) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      continue
    }
    if (!(outcome instanceof ApiError)) onHeaders?.(outcome.headers)
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
  return { status: response.status, body: parsed(text), headers: response.headers }
}

function noAnswer(error: unknown): ApiError {
  const message = error instanceof Error ? error.message : String(error)
  return new ApiError(null, undefined, message, error)
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
  const asked = retryAfterMs(outcome.headers.get('Retry-After') ?? '')
  return asked > MAX_PAUSE_MS ? null : Math.max(asked, jitter(pause))
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
