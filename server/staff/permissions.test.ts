import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ended } from '../testing/presses.ts'
import {
  addAccount,
  auditTrail,
  codeOf,
  completeEntry,
  logInAs,
  PASSWORD,
  startConsole,
} from '../testing/staff-app.ts'

const LIST = '/api/applications'

describe('an erasure', () => {
  test('asks for the reference and the password again', async () => {
    const staff = await startConsole()
    const reference = await completeEntry(staff.applications)
    const headers = await logInAs(staff, await addAccount(staff, 'hanako', 'administrator'))
    const erase = async (payload: object) => {
      const url = `${LIST}/${reference}/erasure`
      const right = { reference, password: PASSWORD, seen: ended('received') }
      return staff.app.inject({ method: 'POST', url, headers, payload: { ...right, ...payload } })
    }
    expect((await erase({ reference: 'AAAA-AAAA' })).statusCode).toBe(422)
    for (const password of ['', 'wrong wrong wrong'])
      expect(codeOf(await erase({ password }))).toBe('reauthentication_failed')
    expect((await erase({})).statusCode).toBe(200)
    expect((await erase({})).statusCode).toBe(200)
    const { jigyousha } = (await staff.app.inject({ url: `${LIST}/${reference}`, headers })).json()
    expect(jigyousha).toBe('')
    const entries = (await auditTrail(staff)).filter(({ subject }) => subject === reference)
    expect(entries.map(({ who, action }) => [who, action])).toEqual([
      ['hanako', 'erase'],
      ['hanako', 'erase'],
      ['hanako', 'view'],
    ])
  })
})

describe('a proxy that names the person', () => {
  const config = { STAFF_HOST: '0.0.0.0', STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['10.0.0.0/8'] }
  // As a proxy writes it: UTF-8, which Node hands on byte by byte.
  const headers = { 'x-user': Buffer.from('髙﨑').toString('latin1') }

  test('is believed from its own address', async () => {
    const staff = await startConsole({ config })
    await addAccount(staff, '髙﨑', 'reader')
    const proxied = { remoteAddress: '10.1.2.3', headers }
    const response = await staff.app.inject({ url: '/api/session', ...proxied })
    expect(response.json()).toEqual({
      who: '髙﨑',
      role: 'reader',
      canLogOut: false,
      hasPassword: false,
      remaining: null,
      build: expect.any(String),
    })
    // No session of ours: nothing to see of it, and nothing to end.
    for (const [method, url] of [
      ['GET', '/api/account'],
      ['DELETE', '/api/account/sessions'],
    ] as const) {
      const reply = await staff.app.inject({ method, url, ...proxied })
      expect([url, reply.statusCode, codeOf(reply)]).toEqual([url, 404, 'not_found'])
    }
    const export_ = await staff.app.inject({ url: '/api/exports/csv', ...proxied })
    expect(codeOf(export_)).toBe('not_permitted')
    await staff.accounts.setDisabled({ name: 'root', via: 'command' }, '髙﨑', true)
    expect((await staff.app.inject({ url: LIST, ...proxied })).statusCode).toBe(403)
  })

  test('that names two people at once is refused', async () => {
    const config = { STAFF_USER_HEADER: 'x-user', TRUST_PROXY: ['127.0.0.1'] }
    const staff = await startConsole({ config })
    await addAccount(staff, 'hanako', 'reader')
    const url = await staff.app.listen({ port: 0, host: '127.0.0.1' })
    const statusWith = (names: string[], more = {}) =>
      new Promise((resolve, reject) => {
        const headers = { 'x-user': names, ...more }
        const sent = httpRequest(`${url}${LIST}`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.once('error', reject).end()
      })
    expect(await statusWith(['hanako'])).toBe(200)
    // A name of a header is none where it is another's value.
    expect(await statusWith(['hanako'], { 'x-other': 'x-user' })).toBe(200)
    expect(await statusWith(['hanako', 'hanako'])).toBe(400)
    expect(await statusWith(['taro', 'hanako'])).toBe(400)
  })

  test.each([
    ['203.0.113.7', headers],
    ['127.0.0.1', headers],
    ['10.1.2.3', {}],
    ['10.1.2.3', { 'x-user': ' ' }],
    ['203.0.113.7', { ...headers, 'x-forwarded-for': '10.1.2.3' }],
  ])('is not believed from %s with %j', async (remoteAddress, sent) => {
    const staff = await startConsole({ config })
    await addAccount(staff, '髙﨑', 'administrator')
    const response = await staff.app.inject({ url: LIST, remoteAddress, headers: sent })
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'unknown_person'])
  })
})

test('where no header is set to name people, a trusted proxy’s headers name nobody', async () => {
  const staff = await startConsole({ config: { TRUST_PROXY: ['10.0.0.1'] } })
  await addAccount(staff, 'hanako', 'administrator')
  for (const header of ['x-user', 'null', 'undefined', 'remote-user']) {
    const headers = { [header]: 'hanako' }
    const reply = await staff.app.inject({ url: LIST, remoteAddress: '10.0.0.1', headers })
    expect([header, reply.statusCode, codeOf(reply)]).toEqual([header, 401, 'login_required'])
  }
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
