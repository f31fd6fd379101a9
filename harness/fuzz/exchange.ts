/** One request over a kept connection, and the shape that every answer has. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { STATUS_ERRORS } from '#contract/status.ts'
import { API_ERRORS } from '#domain/messages.ts'
import { AppError, type FailureCode } from '../../server/errors.ts'

export type Sent = {
  method: string
  /** With its query, percent-encoded. */
  path: string
  headers: Record<string, string>
  body?: Buffer
}
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }

/** Kept shorter than the server keeps it, so that no request meets a closing connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 2_000 })

/** Rejects where no whole answer comes. */
export function exchange(url: string, { method, path, headers, body }: Sent): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sending = request(`${url}${path}`, {
    agent,
    method,
    // Node names the length of a POST alone.
    headers: body ? { ...headers, 'content-length': String(body.length) } : headers,
    timeout: 15_000,
  })
  sending.on('timeout', () => sending.destroy(new Error('no answer')))
  sending.on('error', reject)
  sending.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const { statusCode = 0, headers } = response
      resolve({ status: statusCode, headers, text: Buffer.concat(chunks).toString() })
    })
  })
  sending.end(body)
  return promise
}

/** The code of an error, null for what is none. Throws where an answer is not what every answer must be. */
export function judge({ status, headers, text }: Reply, hasBody = true): FailureCode | null {
  if (status >= 500) throw new Error(`${status} ${text}`)
  for (const [name, value] of Object.entries(ALWAYS))
    if (headers[name] !== value) throw new Error(`${name} is ${headers[name]}`)
  if (!String(headers['content-security-policy']).startsWith("default-src 'none'"))
    throw new Error('no policy')
  if (text.length > MOST_TEXT && !String(headers['cache-control']).includes('public'))
    throw new Error(`an answer of ${text.length} characters`)
  if (status < 400 || !hasBody) return null
  return codeIn(text, status)
}

const ALWAYS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
/** The largest that is not a file: the description of the API. */
const MOST_TEXT = 50_000

const MESSAGES = { ...API_ERRORS, ...STATUS_ERRORS }

function codeIn(text: string, status: number): FailureCode {
  const body: unknown = JSON.parse(text)
  const { error, ...rest } = body as { error: Record<string, unknown> }
  const { code, message, fields, inForce, ...more } = error
  if (typeof code !== 'string' || !Object.hasOwn(MESSAGES, code))
    throw new Error(`an unknown code: ${text}`)
  const errorCode = code as keyof typeof MESSAGES
  const asItShould =
    isDeepStrictEqual([rest, more], [{}, {}]) &&
    message === MESSAGES[errorCode] &&
    status === new AppError(errorCode).status &&
    (fields === undefined || areFields(fields)) &&
    (code === 'price_mismatch' ? isPriceList(inForce) : inForce === undefined)
  if (!asItShould) throw new Error(`an error out of shape: ${status} ${text}`)
  return errorCode
}

/** Version, prices by group in yen, and the server's clock. */
function isPriceList(inForce: unknown): boolean {
  const { version, prices, at, ...more } = Object(inForce)
  return (
    isDeepStrictEqual(more, {}) &&
    typeof version === 'string' &&
    typeof at === 'string' &&
    Object.values(Object(prices)).every((price) => Number.isSafeInteger(price))
  )
}

function areFields(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false
  const lists = Object.values(fields)
  return (
    lists.length > 0 &&
    lists.every(
      (list) =>
        Array.isArray(list) && list.length > 0 && list.every((line) => typeof line === 'string'),
    )
  )
}
