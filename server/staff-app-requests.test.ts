import { describe, expect, test, vi } from 'vitest'
import { statusBody } from './testing/presses.ts'
import { auditTrail, completeEntry, startConsole, type TestConsole } from './testing/staff-app.ts'

const LIST = '/api/applications'

test('a third export at once is asked to wait, and runs when one has ended', async () => {
  const staff = await startConsole()
  for (let i = 0; i < 400; i += 1)
    await completeEntry(staff.applications, { person: 'あ'.repeat(250) })
  const url = `${await staff.app.listen({ port: 0, host: '127.0.0.1' })}/api/exports/csv`
  // Nobody reads them: back-pressure keeps both running.
  const running = [new AbortController(), new AbortController()]
  const replies = await Promise.all(running.map(({ signal }) => fetch(url, { signal })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const refused = await fetch(url)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  expect(await refused.json()).toMatchObject({ error: { code: 'export_busy' } })
  running[0]?.abort()
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), 20_000)
  running[1]?.abort()
})

test('exports whose clients left before they were known leave room for others', async () => {
  let asked = 0
  let gate: PromiseWithResolvers<void> | undefined
  const staff = await startConsole({
    usedAs: (database) => ({
      ...database,
      read: async (work) => {
        asked += 1
        await gate?.promise
        return database.read(work)
      },
    }),
  })
  const url = `${await staff.app.listen({ port: 0, host: '127.0.0.1' })}/api/exports/csv`
  gate = Promise.withResolvers()
  asked = 0
  const left = Array.from({ length: 3 }, () => new AbortController())
  const gone = left.map(({ signal }) => fetch(url, { signal }).catch(() => 'gone'))
  await vi.waitFor(() => expect(asked).toBe(3))
  for (const each of left) each.abort()
  expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone'])
  // So long their sockets take to close on this side.
  await vi.waitFor(async () =>
    expect(await new Promise((count) => staff.app.server.getConnections((_, n) => count(n)))).toBe(
      0,
    ),
  )
  gate.resolve()
  gate = undefined
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200))
})

describe('polling', () => {
  test('what is known already is not sent again', async () => {
    const staff = await startConsole()
    const reference = await completeEntry(staff.applications)
    for (const url of [LIST, `${LIST}/${reference}`]) {
      const { headers } = await staff.app.inject(url)
      const conditional = { 'if-none-match': String(headers.etag) }
      const again = await staff.app.inject({ url, headers: conditional })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      await staff.app.inject({
        method: 'POST',
        url: `${LIST}/${reference}/notes`,
        payload: { note: url },
      })
      const changed = await staff.app.inject({ url: `${LIST}/${reference}`, headers: conditional })
      expect(changed.statusCode).toBe(200)
    }
  })
})

describe('what a page of another site makes a browser read', () => {
  const API = '/api/staff/v1/applications'
  const READS = [
    '/api/session',
    '/api/sign-in',
    LIST,
    `${LIST}/A`,
    '/api/exports/csv',
    '/api/audit.jsonl',
    API,
    `${API}/A`,
    '/api/oidc/callback',
    '/api/staff/v1/docs',
  ]
  const config = {
    OIDC_ISSUER: 'http://127.0.0.1:9',
    STAFF_URL: 'http://localhost:3001',
  }
  const answer = async ({ app }: TestConsole, url: string, headers: Record<string, string>) => {
    const reply = await app.inject({ url, headers })
    return [url, reply.statusCode, reply.body.includes('"code":"cross_site"')]
  }

  test('is refused, and leaves no trace', async () => {
    const staff = await startConsole({ config })
    for (const site of ['cross-site', 'same-site'])
      for (const url of READS) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
        for (const dest of ['image', 'empty', 'iframe']) {
          const found = await answer(staff, url, { ...headers, 'sec-fetch-dest': dest })
          expect([site, ...found]).toEqual([site, url, 403, true])
        }
      }
    expect(await auditTrail(staff)).toEqual([])
  })

  test('is what the browser itself goes to: the way back from the identity provider, and the description', async () => {
    const staff = await startConsole({ config })
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    for (const [url, status] of [
      ['/api/oidc/callback', 303],
      ['/api/oidc/login', 303],
      ['/api/staff/v1/docs', 200],
      ['/', 200],
      [`${LIST}/A`, 403],
      [API, 403],
    ] as const)
      expect(await answer(staff, url, visit)).toEqual([url, status, status === 403])
  })

  test('is read by its own pages, and by whoever types an address', async () => {
    const staff = await startConsole()
    for (const site of ['same-origin', 'none']) {
      expect(await answer(staff, LIST, { 'sec-fetch-site': site })).toEqual([LIST, 200, false])
      expect(await answer(staff, API, { 'sec-fetch-site': site })).toEqual([API, 401, false])
    }
  })
})

describe('what has the wrong shape', () => {
  test('of a list or a reference is refused by its name', async () => {
    const { app } = await startConsole()
    for (const [query, field] of [
      ['?flow=entry&flow=trial', 'flow'],
      ['?flow=other', 'flow'],
      ['?status=1', 'status'],
      ['?from=2026-02-31', 'from'],
      ['?to=20261120', 'to'],
      ['?after=1', 'after'],
      [`?search=${'a'.repeat(256)}`, 'search'],
      ['?search=%00', 'search'],
      ['/a%00b', 'reference'],
    ]) {
      const response = await app.inject(`${LIST}${query}`)
      const { fields = {} } = response.json().error ?? {}
      expect([query, response.statusCode, ...Object.keys(fields)]).toEqual([query, 422, field])
    }
  })

  test('of a status or a note is refused', async () => {
    const { app, applications } = await startConsole()
    const reference = await completeEntry(applications)
    for (const [path, payload] of [
      ['status', { ...statusBody('received', 'done'), to: 'gone' }],
      ['status', { ...statusBody('received', 'done'), note: undefined }],
      ['status', statusBody('received', 'done', { note: 1 })],
      ['notes', { note: '' }],
      ['notes', { note: ' \n' }],
      ['notes', { note: 'a\u0000' }],
      ['status', statusBody('received', 'done', { note: '\ud800' })],
      ['notes', { note: 'あ'.repeat(2001) }],
      ['notes', {}],
    ] as const) {
      const url = `${LIST}/${reference}/${path}`
      const response = await app.inject({ method: 'POST', url, payload })
      const found = [response.statusCode, response.json().error?.code]
      expect([path, payload, ...found]).toEqual([path, payload, 422, 'validation_failed'])
    }
  })

  test('unknown paths and methods have the one shape of an error', async () => {
    const { app } = await startConsole()
    const unknown = await app.inject('/api/nothing')
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'not_found'])
    const method = await app.inject({ method: 'PUT', url: LIST })
    expect([method.statusCode, method.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('an address of a page is the page; another one is the page as 404', async () => {
    const { app } = await startConsole()
    const visit = { accept: 'text/html' }
    const page = await app.inject({ url: '/applications/ABCD-EFGH', headers: visit })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<title>console')])
    const wrong = await app.inject({ url: '/nothing', headers: visit })
    expect([wrong.statusCode, wrong.body]).toEqual([404, expect.stringContaining('<title>console')])
  })
})
