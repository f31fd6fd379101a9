/** The console's only fetch(): sends JSON, returns JSON or throws a Refusal. */
import { type CONSOLE_ERRORS, POLLING_HEADER } from '#contract/console.ts'
import type { LogoutReply } from '#contract/console-answers.ts'
import type { ConflictSides, LastChange } from '#contract/error-schemas.ts'
import { API_ERRORS } from '#domain/messages.ts'

type Conflicting = { change?: LastChange | undefined; sides?: ConflictSides | undefined }

/** A failed request: its message is fit to show; status 0 is a network error. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The colleague's change of the status that came first. */
  readonly change: LastChange | null
  /** What the person wanted, and what stands there, where somebody was first. */
  readonly sides: ConflictSides | null

  constructor(status: number, message: string, { change, sides }: Conflicting = {}) {
    super(message)
    this.status = status
    this.change = change ?? null
    this.sides = sides ?? null
  }

  /** Whether the server refused it; else it may have been done. */
  get isAnswer(): boolean {
    return this.status >= 400 && this.status < 500
  }
}

const UNREACHABLE =
  'サーバーに接続できません。回線を確認してください。つながりしだい、自動で更新します。'
/** A change whose answer is lost may have been made: nothing sends it again by itself. */
const UNANSWERED =
  'サーバーに接続できません。記録されたかどうかは、まだわかりません。回線を確認してから、もう一度押してください。入力した内容は残っています。'

/** Throws Refusal. */
export async function send<T>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await answerOf(path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

/** GET that nobody pressed anything for: it keeps no session alive. Throws Refusal. */
export async function poll<T>(path: string): Promise<T> {
  const headers = { [POLLING_HEADER]: '1' }
  return (await (await answerOf(path, { headers, cache: 'no-store' })).json()) as T
}

/** Ends sessions, and goes on to the identity provider where its session ends too. False where nobody knows whether they ended. */
export async function leave(path: string, endSession: () => void): Promise<boolean> {
  let signOutUrl: string | null = null
  try {
    signOutUrl = (await send<LogoutReply>('DELETE', path)).signOutUrl
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.status !== 401) return false
  }
  endSession()
  if (signOutUrl !== null) location.assign(signOutUrl)
  return true
}

export type Version<T> = { data: T; etag: string }

type Read = { etag: string | undefined; isPolling: boolean; signal: AbortSignal }

/** Conditional GET: the data of a path, or null where the known ETag is still current. Throws Refusal. */
export async function readNewer<T>(
  path: string,
  { etag, isPolling, signal }: Read,
): Promise<Version<T> | null> {
  const headers = new Headers()
  if (etag !== undefined) headers.set('if-none-match', etag)
  if (isPolling) headers.set(POLLING_HEADER, '1')
  const response = await answerOf(path, { headers, signal, cache: 'no-store' })
  if (response.status === 304) return null
  return { data: (await response.json()) as T, etag: response.headers.get('etag') ?? '' }
}

const CUT_OFF =
  'ダウンロードが途中で切れました。受付日やお手続きで絞り込んでから、もう一度お試しください。'

/** A file of the server and the name it gives it. Throws Refusal, also where the answer ends too early; the signal's error where it is aborted. */
export async function download(
  path: string,
  signal: AbortSignal,
): Promise<{ name: string; content: Blob }> {
  const response = await answerOf(path, { signal, cache: 'no-store' })
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download'
  const content = await response.blob().catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new Refusal(0, CUT_OFF)
  })
  return { name, content }
}

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new Refusal(0, init.method === 'POST' ? UNANSWERED : UNREACHABLE)
  })
  if (response.ok || response.status === 304) return response
  const body: unknown = await response.json().catch(() => null)
  const conflict = (field(body, 'error') ?? {}) as Conflicting
  throw new Refusal(response.status, messageOf(body) ?? API_ERRORS.internal, conflict)
}

const OF_OPERATIONS: ReadonlySet<unknown> = new Set<keyof typeof CONSOLE_ERRORS>([
  'changed_meanwhile',
  'action_refused',
  'account_refused',
])

/** The operation's own sentence where it has one, else the error code's. */
function messageOf(body: unknown): string | undefined {
  const error = field(body, 'error')
  const fields = OF_OPERATIONS.has(field(error, 'code')) ? field(error, 'fields') : undefined
  const [sentence] = Object.values(fields ?? {}).flat()
  const message = sentence ?? field(error, 'message')
  return typeof message === 'string' ? message : undefined
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
