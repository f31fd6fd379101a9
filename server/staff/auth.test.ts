import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { completeEntry, startConsole, type TestConsole } from '../testing/staff-app.ts'
import { hashPassword } from './password.ts'

const PASSWORD = '正しい馬の電池'
const STAFF_PASSWORD_HASH = await hashPassword(PASSWORD)
const LIST = '/api/applications'
const HOURS = 3_600_000

async function logIn({ app }: TestConsole, password = PASSWORD, remoteAddress = '127.0.0.1') {
  return app.inject({
    method: 'POST',
    url: '/api/session',
    remoteAddress,
    payload: { name: ' 髙﨑 花子 ', password },
  })
}

const codeOf = (response: { json(): { error: { code: string } } }) => response.json().error.code

describe('a password', () => {
  const config = { STAFF_HOST: '0.0.0.0', STAFF_PASSWORD_HASH }

  test('is asked for everything but the page itself', async () => {
    const { app } = await startConsole({ config })
    for (const url of ['/api/session', LIST, `${LIST}/A`, '/api/exports/csv']) {
      const response = await app.inject(url)
      expect([url, response.statusCode, codeOf(response)]).toEqual([url, 401, 'login_required'])
    }
    const post = await app.inject({
      method: 'POST',
      url: `${LIST}/A/notes`,
      payload: { note: 'a' },
    })
    expect(post.statusCode).toBe(401)
    expect((await app.inject('/')).statusCode).toBe(200)
  })

  test('opens a session in a cookie that no script reads and no other site sends', async () => {
    const staff = await startConsole({ config })
    const reference = await completeEntry(staff.applications)
    const login = await logIn(staff)
    expect([login.statusCode, login.json()]).toEqual([200, { who: '髙﨑 花子', canLogOut: true }])
    const setCookie = String(login.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^staff-session-3001=[\w-]+\.[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const [cookie = ''] = setCookie.split(';')
    const headers = { cookie: `other=1; ${cookie}` }
    expect((await staff.app.inject({ url: LIST, headers })).statusCode).toBe(200)
    const url = `${LIST}/${reference}/notes`
    await staff.app.inject({ method: 'POST', url, headers, payload: { note: '確認' } })
    const record = await staff.app.inject({ url: `${LIST}/${reference}`, headers })
    expect(record.json().history).toMatchObject([{ who: '髙﨑 花子', detail: '確認' }])

    const forged = { cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` }
    expect((await staff.app.inject({ url: LIST, headers: forged })).statusCode).toBe(401)
    staff.clock.now += 12 * HOURS
    expect((await staff.app.inject({ url: LIST, headers })).statusCode).toBe(401)
  })

  test('logging out takes the cookie away', async () => {
    const { app } = await startConsole({ config })
    const { headers } = await app.inject({ method: 'DELETE', url: '/api/session' })
    expect(headers['set-cookie']).toMatch(/^staff-session-3001=; Max-Age=0; /)
  })

  test('behind TLS the cookie stays there', async () => {
    const staff = await startConsole({ config: { ...config, TRUST_PROXY: ['10.0.0.1'] } })
    const login = await staff.app.inject({
      method: 'POST',
      url: '/api/session',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-proto': 'https' },
      payload: { name: 'a', password: PASSWORD },
    })
    expect(login.headers['set-cookie']).toMatch(/; SameSite=Strict; Secure$/)
  })

  test('ten wrong ones close the door to an address for the hour, even to the right one', async () => {
    const staff = await startConsole({ config })
    for (let i = 0; i < 10; i += 1) {
      const wrong = await logIn(staff, `wrong ${i}`, '203.0.113.7')
      expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'login_failed'])
    }
    const shut = await logIn(staff, PASSWORD, '203.0.113.7')
    expect([shut.statusCode, shut.headers['retry-after']]).toEqual([429, '3600'])
    expect((await logIn(staff, PASSWORD, '203.0.113.8')).statusCode).toBe(200)
    staff.clock.now += HOURS
    expect((await logIn(staff, PASSWORD, '203.0.113.7')).statusCode).toBe(200)
  })

  test.each([
    { name: '', password: PASSWORD },
    { name: 'あ'.repeat(65), password: PASSWORD },
    { name: 'a\u0007', password: PASSWORD },
    { name: 'a', password: '' },
    { name: ['a'], password: PASSWORD },
    { name: 'a' },
  ])('%j is no login', async (payload) => {
    const { app } = await startConsole({ config })
    const response = await app.inject({ method: 'POST', url: '/api/session', payload })
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([422, undefined])
  })

  test('where none is set there is nothing to log in to', async () => {
    const { app } = await startConsole()
    const payload = { name: 'a', password: 'b' }
    const response = await app.inject({ method: 'POST', url: '/api/session', payload })
    expect(response.statusCode).toBe(405)
  })
})

describe('a proxy that names the person', () => {
  const config = { STAFF_HOST: '0.0.0.0', STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.0/8'] }
  // As a proxy writes it: UTF-8, which Node hands on byte by byte.
  const headers = { 'x-user': Buffer.from('髙﨑').toString('latin1') }

  test('is believed from its own address', async () => {
    const { app } = await startConsole({ config })
    const response = await app.inject({ url: '/api/session', remoteAddress: '10.1.2.3', headers })
    expect(response.json()).toEqual({ who: '髙﨑', canLogOut: false })
  })

  test.each([
    ['203.0.113.7', headers],
    ['127.0.0.1', headers],
    ['10.1.2.3', {}],
    ['10.1.2.3', { 'x-user': ' ' }],
    ['203.0.113.7', { ...headers, 'x-forwarded-for': '10.1.2.3' }],
  ])('is not believed from %s with %j', async (remoteAddress, sent) => {
    const { app } = await startConsole({ config })
    const response = await app.inject({ url: LIST, remoteAddress, headers: sent })
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'unknown_person'])
  })
})

describe('other sites', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, 403],
    [{ origin: 'http://evil.test' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3001' }, 200],
  ])('a post with %j is %i', async (headers, status) => {
    const { app, applications } = await startConsole()
    const reference = await completeEntry(applications)
    const response = await app.inject({
      method: 'POST',
      url: `${LIST}/${reference}/notes`,
      headers: { host: 'localhost:3001', 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ note: 'a' }),
    })
    expect(response.statusCode).toBe(status)
    const { history } = (await app.inject(`${LIST}/${reference}`)).json()
    expect(history).toHaveLength(status === 200 ? 1 : 0)
  })

  test.each(['evil.test', 'evil.test:3001', '192.168.1.5:3001', 'localhost.evil.test'])(
    'whoever calls it %s gets nothing, not even the page',
    async (host) => {
      const { app } = await startConsole()
      for (const url of ['/', LIST, '/api/session', '/nothing']) {
        const response = await app.inject({ url, headers: { host, accept: 'text/html' } })
        expect([url, response.statusCode, codeOf(response)]).toEqual([url, 403, 'foreign_host'])
      }
    },
  )
})

describe('every answer', () => {
  test('carries the strict policy, and data is kept nowhere', async () => {
    const { app } = await startConsole()
    for (const url of ['/', LIST, '/api/session', '/api/nothing']) {
      const { headers } = await app.inject(url)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
      expect(headers['cache-control']).toBe(url === '/' ? 'no-cache' : 'no-store')
    }
  })
})

test('a start that would leave it open to a network is refused', async () => {
  await expect(startConsole({ config: { STAFF_HOST: '0.0.0.0' } })).rejects.toThrow(ConfigError)
  await expect(
    startConsole({ config: { STAFF_HOST: '192.168.1.5', STAFF_USER_HEADER: 'x-user' } }),
  ).rejects.toThrow(/^STAFF_USER_HEADER: /)
})
