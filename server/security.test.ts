/** What must hold for every answer and every field, whatever route it is on. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { idOfIssued } from './apply/new-rows.ts'
import { PROJECT_ROOT } from './config/settings.ts'
import { loadBuiltPages } from './http/static-files.ts'
import { startApp } from './testing/app.ts'
import { everythingIn, FACILITIES, PRICE } from './testing/calls.ts'
import {
  consentOf,
  ENTRY,
  errorBody,
  facilitiesOf,
  form,
  post,
  register,
} from './testing/requests.ts'

const UNKNOWN = `tmp-${'a'.repeat(26)}`
const BUILT = loadBuiltPages(join(PROJECT_ROOT, 'build/web'))

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** A page may start one worker, by the one policy that may be made. */
const PAGE_POLICY = POLICY.replace(
  "trusted-types 'none'",
  "trusted-types moushikomi-file-worker; worker-src 'self'",
)

const EVERYWHERE = {
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

const isPage = (url: string) =>
  String(BUILT.assets.get(url)?.plain.headers['content-type']).startsWith('text/html')
const headersOf = (url: string) => ({
  ...EVERYWHERE,
  ...(isPage(url) && { 'content-security-policy': PAGE_POLICY }),
})

describe('the protective headers', () => {
  const PATHS = [
    ...BUILT.assets.keys(),
    '/api/docs',
    '/api/docs.css',
    '/api/openapi.json',
    '/api/postal-codes?zipcode=1000001',
    '/.well-known/security.txt',
    '/livez',
    '/readyz',
  ]

  test('stand on every page, file and look-up, for GET and HEAD', async () => {
    const { app } = await startApp({ pages: BUILT })
    expect(PATHS.length).toBeGreaterThan(20)
    for (const url of PATHS)
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers } = await app.inject({ method, url })
        expect([url, statusCode]).toEqual([url, 200])
        expect(headers).toMatchObject(headersOf(url))
      }
  })

  test('stand on every refusal, and nothing on the way may keep one', async () => {
    const { app, health } = await startApp({ pages: BUILT, perHour: { address: 1, mail: 0 } })
    const refusals = [
      [400, { url: '/%zz' }],
      [403, form(ENTRY, { 'sec-fetch-site': 'cross-site' })],
      [404, { url: '/api/nothing' }],
      [404, post(consentOf(UNKNOWN), { kind: 1, priceText: PRICE })],
      [405, { method: 'DELETE', url: '/entry/input' }],
      [409, post(facilitiesOf('C-1'), { facilities: FACILITIES })],
      [413, form({ ...ENTRY, address: 'a'.repeat(65_536) })],
      [415, form(ENTRY, { 'content-type': 'text/plain' })],
      [422, form({ ...ENTRY, tel: '' })],
    ] as const
    const check = async (status: number, request: (typeof refusals)[number][1]) => {
      const { statusCode, headers } = await app.inject(request)
      expect(statusCode).toBe(status)
      expect(headers).toMatchObject({
        ...EVERYWHERE,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
    }
    for (const [status, request] of refusals) await check(status, request)
    await app.inject(form(ENTRY))
    await check(429, form(ENTRY))
    health.drain()
    await check(503, form(ENTRY))
  })

  test('say nothing of what the server is made of', async () => {
    const { app } = await startApp({ pages: BUILT })
    for (const url of ['/', '/api/nothing', '/livez']) {
      const { headers } = await app.inject(url)
      expect(Object.keys(headers)).not.toContain('server')
      expect(Object.keys(headers)).not.toContain('x-powered-by')
      expect(Object.keys(headers)).not.toContain('access-control-allow-origin')
      expect(Object.keys(headers)).not.toContain('set-cookie')
    }
  })
})

test('no page has a script, a style or a handler of its own: the policy would refuse it', async () => {
  const { app } = await startApp({ pages: BUILT })
  const pages = [...BUILT.assets].filter(([, { plain }]) =>
    String(plain.headers['content-type']).startsWith('text/html'),
  )
  expect(pages.length).toBeGreaterThan(9)
  const docs = await app.inject('/api/docs')
  const texts = [
    ...pages.map(([path, { plain }]) => [path, plain.content.toString()]),
    ['/404', BUILT.notFound?.plain.content.toString() ?? ''],
    ['/api/docs', docs.body],
  ]
  for (const [path, html = ''] of texts) {
    // A data block is text that its own scripts read: no browser runs it.
    const scripts = [...html.matchAll(/<script\b(?! type="application\/json")([^>]*)>([^<]*)/gi)]
    expect([path, scripts.filter(([, tag = '', body]) => !/ src="\//.test(tag) || body)]).toEqual([
      path,
      [],
    ])
    expect([
      path,
      /<style\b|\sstyle=|\son\w+\s*=|javascript:|<base\b|<iframe\b/i.exec(html),
    ]).toEqual([path, null])
    const foreign = [...html.matchAll(/<(?:script|link|img)\b[^>]*(?:src|href)="(\w+:|\/\/)/gi)]
    expect([path, foreign.map(([, url]) => url)]).toEqual([path, []])
  }
})

describe('whatever is sent', () => {
  test('a number that is unknown, filed or filed twice is answered in the same bytes', async () => {
    const { app } = await startApp()
    const answer = async (customer: string, body: object) => {
      const { statusCode, headers, body: text } = await app.inject(post(consentOf(customer), body))
      const { date: _, 'x-request-id': __, 'application-reference': reference, ...rest } = headers
      // Drawn anew each time.
      return [statusCode, String(reference).replace(/[0-9A-Z]/g, 'x'), rest, text]
    }
    for (const body of [{ kind: 3 }, { kind: 2, priceText: PRICE }]) {
      const unknown = await answer('A-1', body)
      expect(unknown[0]).toBe(200)
      for (const customer of ['A-1', 'A-1', 'B-2', '9'.repeat(64)])
        expect(await answer(customer, body)).toEqual(unknown)
    }
  })

  test('a temporary customer is no number, and a number no temporary customer', async () => {
    const started = await startApp()
    const { app, database } = started
    const username = await register(started)
    for (const [customer, body] of [
      [username, { kind: 3 }],
      [username, { kind: 2, priceText: PRICE }],
      [username.toUpperCase(), { kind: 1, priceText: PRICE }],
      [username.slice(0, -1), { kind: 1, priceText: PRICE }],
      ['C-1', { kind: 1, priceText: PRICE }],
      ['C-1', { kind: 4, priceText: PRICE }],
    ] as const) {
      const response = await app.inject(post(consentOf(customer), body))
      expect([response.statusCode, response.json()]).toEqual([404, errorBody('unknown_customer')])
    }
    const trial = await app.inject(post(consentOf(username), { kind: 4, priceText: PRICE }))
    expect([trial.statusCode, Object.keys(trial.json().error.fields)]).toEqual([422, ['kind']])
    expect((await everythingIn(database)).consents).toEqual([])
  })

  test('what nobody asks for is stored nowhere, by whatever name it comes', async () => {
    const started = await startApp()
    const { app, database } = started
    const FOREIGN = {
      id: 'mine',
      reference: 'mine',
      state: 'complete',
      status: 'complete',
      staff_status: 'done',
      assurance: 'invited',
      agreed_price: '1',
      completed_at: '1',
      customer: 'C-1',
      issued_name: 'tmp-mine',
      application_key: 'mine',
    }
    const registered = await app.inject(form({ ...ENTRY, ...FOREIGN, toString: 'x' }))
    const { username } = registered.json()
    expect(username).toMatch(/^tmp-/)
    const consent = { kind: 1, priceText: PRICE, seq: 9, at: 1, price_list: 'x', ...FOREIGN }
    expect((await app.inject(post(consentOf(username), consent))).statusCode).toBe(200)
    expect((await everythingIn(database)).applications).toMatchObject([
      {
        id: idOfIssued(username),
        issued_name: username,
        customer: '',
        state: 'pending',
        staff_status: 'received',
        assurance: 'none',
        agreed_price: null,
        completed_at: null,
        application_key: null,
      },
    ])
    const facilities = FACILITIES.map((row) => ({ ...row, no: 7, application: 'x', ...FOREIGN }))
    const completed = await app.inject(post(facilitiesOf(username), { facilities, ...FOREIGN }))
    expect(completed.statusCode).toBe(200)
    const stored = await everythingIn(database)
    expect(stored.facilities.map(({ application, no }) => [application, no])).toEqual([
      [idOfIssued(username), 1],
      [idOfIssued(username), 2],
      [idOfIssued(username), 3],
    ])
    expect(stored.applications).toMatchObject([{ staff_status: 'received', agreed_price: 19_960 }])
  })
})

describe('what makes careless patterns slow is answered at once', () => {
  const LONG = 50_000
  const HOSTILE = [
    'a'.repeat(LONG),
    `${'a'.repeat(LONG)}@`,
    `a@${'a'.repeat(LONG)}`,
    `a@${'a-'.repeat(LONG / 2)}`,
    `a@${'a.'.repeat(LONG / 2)}!`,
    ' '.repeat(LONG),
    `${'\u3000 '.repeat(LONG / 8)}x`,
    `${'9,'.repeat(LONG / 2)}`,
    `9${',999'.repeat(LONG / 4)}x`,
    'ｱﾞ'.repeat(LONG / 20),
    '\\"'.repeat(LONG / 4),
  ]
  const PATIENCE_MS = 1_000

  test.each(HOSTILE.map((text) => [text.slice(0, 12), text]))('%j …', async (_, text) => {
    const { app } = await startApp()
    const requests = [
      ...['mailaddress', 'tel', 'zipcode', 'jigyousha'].map((name) =>
        form({ ...ENTRY, [name]: text }),
      ),
      form(ENTRY, { 'idempotency-key': 'k', 'form-signals': text.slice(0, 9000) }),
      post(consentOf('C-1'), { kind: 2, priceText: text.slice(0, 1200) }),
      post(consentOf('C-1'), { kind: 3 }, { 'x-invitation': `v1.k.${text.slice(0, 9000)}` }),
      ...(['facilityName', 'facilityNumber', 'serviceKey'] as const).map((cell) =>
        post(facilitiesOf('C-1'), { facilities: [{ ...FACILITIES[0], [cell]: text }] }),
      ),
      { url: `/api/postal-codes?zipcode=${encodeURIComponent(text.slice(0, 3000))}` },
      { url: '/entry/input', headers: { 'accept-encoding': text, 'if-none-match': text } },
    ]
    for (const request of requests) {
      const began = performance.now()
      const { statusCode } = await app.inject(request)
      expect(statusCode).toBeLessThan(500)
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS)
    }
  })
})
