/** The calls of a page as they cross the wire, and ways in which one of them fails. */
import { expect, type Page, type Request, type Route } from '@playwright/test'
import { API_BASE, IDEMPOTENCY_KEY_HEADER, PATHS, SUPERSEDES } from '#contract/apply.ts'
import type { Call } from '#domain/flows.ts'

export type SentCall = {
  /** Method, path and query: `POST /api/public/…`. */
  line: string
  type: string | undefined
  /** Exactly as sent. */
  body: string
  key: string | undefined
  supersedes: string | undefined
}

const CUSTOMERS = `${API_BASE}/public/temp/customers`

/** Every call to the apply API from now on, retries included, in order. */
export function recordCalls(page: Page): SentCall[] {
  const calls: SentCall[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith(CUSTOMERS)) calls.push(asSent(request, pathname + search))
  })
  return calls
}

function asSent(request: Request, address: string): SentCall {
  const headers = request.headers()
  return {
    line: `${request.method()} ${address}`,
    type: headers['content-type'],
    body: request.postData() ?? '',
    key: headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()],
    supersedes: headers[SUPERSEDES.toLowerCase()],
  }
}

/** The last part of each call's path: regist-renewal, consent, facilities. */
export function stepsOf(calls: readonly Pick<SentCall, 'line'>[]): (string | undefined)[] {
  return calls.map(({ line }) => line.split('/').at(-1))
}

/** The {customer} that the calls behind the first one name. */
export function customerOf(calls: readonly Pick<SentCall, 'line'>[]): string {
  const names = new Set(calls.slice(1).map(({ line }) => line.split('/').at(-2)))
  expect([...names]).toEqual([expect.any(String)])
  return [...names].join()
}

type ExpectedCall = Pick<SentCall, 'line' | 'type' | 'body'>

/** Exactly these calls, in this order, all under one key. */
export function expectCalls(
  page: Page,
  calls: readonly SentCall[],
  expected: readonly ExpectedCall[],
): void {
  // Firefox tells Playwright no bodies: there the database alone says what arrived.
  const seesBodies = page.context().browser()?.browserType().name() !== 'firefox'
  const seen = ({ line, type, body }: ExpectedCall) => ({ line, type, ...(seesBodies && { body }) })
  expect(calls.map(seen)).toEqual(expected.map(seen))
  const [first] = calls
  expect(first?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
}

/** The two calls of a customer, exactly as they have to be. */
export function jsonCall(
  call: 'consent' | 'facilities',
  customer: string,
  body: object,
): ExpectedCall {
  return {
    line: `POST ${CUSTOMERS}/${customer}/${call}`,
    type: 'application/json',
    body: JSON.stringify(body),
  }
}

/** A registration, its fields in this order. */
export function formCall(fields: [string, string][]): ExpectedCall {
  return {
    line: `POST ${CUSTOMERS}/regist-renewal`,
    type: 'application/x-www-form-urlencoded;charset=UTF-8',
    body: new URLSearchParams(fields).toString(),
  }
}

export type Breakage =
  | { status: number; body: object | string; type?: string }
  /** The connection breaks before the server has heard of it. */
  | 'lost'
  /** The server takes the call, its answer never arrives. */
  | 'reply lost'
  /** The same, and nobody is told that it never will. */
  | 'hanging'

export const SERVER_SENTENCE = 'ただいま点検中です。15時以降にお試しください。'

/** What fails, by name. */
export const BREAKAGES = {
  refused: { status: 500, body: { error: { code: 'internal', message: SERVER_SENTENCE } } },
  proxy: { status: 500, body: '<html><h1>Bad gateway</h1></html>', type: 'text/html' },
  lost: 'lost',
} as const satisfies Record<string, Breakage>

/** Breaks a call until the returned function is called. */
export async function breakCall(page: Page, call: Call, how: Breakage) {
  const pattern = `**${PATHS[call].replace(':customer', '*')}`
  const handler = (route: Route) => fail(route, how)
  await page.route(pattern, handler)
  return () => page.unroute(pattern, handler)
}

async function fail(route: Route, how: Breakage): Promise<void> {
  if (typeof how !== 'string') {
    const { status, body, type = 'application/json' } = how
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return route.fulfill({ status, contentType: type, body: text })
  }
  if (how !== 'lost') await route.fetch()
  if (how !== 'hanging') return route.abort('connectionreset')
}
