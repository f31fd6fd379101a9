import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { admin } from '../../admin/testing.ts'
import { query } from '../../store/statement.ts'
import {
  HANAKO,
  newBrowser,
  STAFF_URL,
  signIn,
  startWithProvider,
} from '../../testing/provider-sign-in.ts'
import {
  addAccount,
  auditTrail,
  codeOf,
  logInAs,
  type TestConsole,
} from '../../testing/staff-app.ts'
import { createIdentityProvider } from '../sign-in/openid-connect.ts'

const MINUTES = 60_000
const PROVIDER = {
  STAFF_URL,
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: '',
  OIDC_ROLE_CLAIM: ['roles'],
  OIDC_ROLES: {},
  OIDC_NAME_CLAIM: ['name'],
}

describe('a sign-in is refused', () => {
  const refusal = async (url: string, browser: ReturnType<typeof newBrowser>) => {
    const reply = await browser.visit(url)
    return [reply.headers.location, (await browser.visit('/api/session')).statusCode]
  }
  const begun = async (staff: TestConsole) => {
    const browser = newBrowser(staff)
    const start = await browser.visit('/api/oidc/login')
    const callback = await browser.atProvider(String(start.headers.location), 'u-1')
    return { browser, callback: new URL(callback, STAFF_URL) }
  }
  const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

  test('with another state, without one, and in another browser', async () => {
    const { staff } = await startWithProvider()
    const { browser, callback } = await begun(staff)
    callback.searchParams.set('state', 'x')
    expect(await refusal(pathOf(callback), browser)).toEqual(['/?sign-in=failed', 401])
    const second = await begun(staff)
    second.callback.searchParams.delete('state')
    expect(await refusal(pathOf(second.callback), second.browser)).toEqual([
      '/?sign-in=failed',
      401,
    ])
    const third = await begun(staff)
    expect(await refusal(pathOf(third.callback), newBrowser(staff))).toEqual([
      '/?sign-in=expired',
      401,
    ])
  })

  test('where code and answer belong to another sign-in: verifier and nonce are its own', async () => {
    const { staff } = await startWithProvider()
    const [mine, theirs] = [await begun(staff), await begun(staff)]
    const code = theirs.callback.searchParams.get('code') ?? ''
    mine.callback.searchParams.set('code', code)
    expect(await refusal(pathOf(mine.callback), mine.browser)).toEqual(['/?sign-in=failed', 401])
  })

  test('with another nonce, and with claims that the provider did not sign', async () => {
    const { staff, provider } = await startWithProvider()
    const browser = newBrowser(staff)
    const start = await browser.visit('/api/oidc/login')
    const asked = new URL(String(start.headers.location))
    asked.searchParams.set('nonce', 'of an earlier sign-in')
    const callback = await browser.atProvider(asked.href, 'u-1')
    expect(await refusal(callback, browser)).toEqual(['/?sign-in=failed', 401])
    provider.forge((claims) => ({ ...claims, roles: ['desk-admin'] }))
    expect((await signIn(staff, 'u-1')).to).toBe('/?sign-in=failed')
  })

  test('when the code comes a second time', async () => {
    const { staff } = await startWithProvider()
    const { browser, callback } = await begun(staff)
    const sealed = new Map(browser.own)
    expect(await refusal(pathOf(callback), browser)).toEqual(['/', 200])
    const again = newBrowser(staff)
    for (const [name, value] of sealed) again.own.set(name, value)
    expect(await refusal(pathOf(callback), again)).toEqual(['/?sign-in=failed', 401])
  })

  test('after ten minutes, and with a cookie that was changed', async () => {
    const { staff } = await startWithProvider()
    const late = await begun(staff)
    staff.clock.now += 10 * MINUTES
    expect(await refusal(pathOf(late.callback), late.browser)).toEqual(['/?sign-in=expired', 401])
    const { browser, callback } = await begun(staff)
    for (const [name, value] of browser.own) browser.own.set(name, `${value.slice(0, -2)}AA`)
    expect(await refusal(pathOf(callback), browser)).toEqual(['/?sign-in=expired', 401])
  })

  test('when the person says no, has no name, or has another’s', async () => {
    const { staff, provider } = await startWithProvider()
    expect((await signIn(staff, '')).to).toBe('/?sign-in=failed')
    provider.people.set('u-2', { roles: ['desk-reader'] })
    expect((await signIn(staff, 'u-2')).to).toBe('/?sign-in=no_name')
    expect((await auditTrail(staff)).at(-1)).toMatchObject({
      who: '（名前のない利用者）',
      via: 'console',
      action: 'login_failed',
    })
    provider.people.set('u-2', { preferred_username: 42, roles: ['desk-reader'] })
    expect((await signIn(staff, 'u-2')).to).toBe('/?sign-in=no_name')
    provider.people.set('u-2', { preferred_username: '申込者', roles: ['desk-worker'] })
    expect((await signIn(staff, 'u-2')).to).toBe('/?sign-in=no_name')
    await signIn(staff, 'u-1')
    provider.people.set('u-3', { ...HANAKO, roles: ['desk-admin'] })
    expect((await signIn(staff, 'u-3')).to).toBe('/?sign-in=name_taken')
    await staff.accounts.add({ name: 'root', via: 'command' }, 'taro', 'administrator')
    provider.people.set('u-4', { preferred_username: 'taro', roles: ['desk-admin'] })
    expect((await signIn(staff, 'u-4')).to).toBe('/?sign-in=name_taken')
  })

  test('with a role that is nobody’s, and leaves alone whoever has the name that it came with', async () => {
    const { staff, provider } = await startWithProvider({
      config: { config: { OIDC_ROLES: { worker: 'desk-worker' } } },
    })
    const { browser } = await signIn(staff, 'u-1')
    for (const [subject, roles] of [
      ['u-2', undefined],
      ['u-3', ['desk-admin', null]],
    ] as const) {
      provider.people.set(subject, { ...HANAKO, roles })
      expect((await signIn(staff, subject)).to).toBe('/?sign-in=no_role')
    }
    expect((await browser.visit('/api/session')).statusCode).toBe(200)
  })

  test.each([undefined, null, 'desk-admin', 7])(
    'where the claim that has the roles is %j',
    async (realm_access) => {
      const OIDC_ROLE_CLAIM = ['realm_access', 'roles']
      const { staff, provider } = await startWithProvider({
        config: { config: { OIDC_ROLE_CLAIM } },
      })
      provider.people.set('u-1', { ...HANAKO, realm_access })
      expect((await signIn(staff, 'u-1')).to).toBe('/?sign-in=no_role')
    },
  )

  test('while the account is disabled', async () => {
    const { staff } = await startWithProvider()
    const { browser } = await signIn(staff, 'u-1')
    await admin(staff.database, ['staff', 'disable', '髙﨑 花子'])
    expect((await browser.visit('/api/session')).statusCode).toBe(401)
    expect((await signIn(staff, 'u-1')).to).toBe('/?sign-in=disabled')
  })

  test('while the provider is down, at the login and on the way back, and no longer', async () => {
    const { staff, provider } = await startWithProvider()
    await provider.listen(false)
    const browser = newBrowser(staff)
    const down = await browser.visit('/api/oidc/login')
    expect([down.statusCode, down.headers.location]).toEqual([303, '/?sign-in=unavailable'])
    await provider.listen(true)
    const { browser: other, callback } = await begun(staff)
    await provider.listen(false)
    expect(await refusal(pathOf(callback), other)).toEqual(['/?sign-in=unavailable', 401])
    await provider.listen(true)
    expect((await signIn(staff, 'u-1')).to).toBe('/')
  })

  test.each([
    [500, 'unavailable'],
    [503, 'unavailable'],
    [404, 'failed'],
  ])('while the provider answers %i: %s', async (status, refusal) => {
    const server = createServer((_request, response) => response.writeHead(status).end())
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { staff } = await startWithProvider({
      config: { config: { OIDC_ISSUER: `http://127.0.0.1:${port}` } },
    })
    const reply = await staff.app.inject('/api/oidc/login')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/?sign-in=${refusal}`])
    // Whoever logs out meanwhile stays logged in there, and is told nothing else.
    const config = { ...PROVIDER, OIDC_ISSUER: `http://127.0.0.1:${port}` }
    expect(await createIdentityProvider(config).signOutUrl('token')).toBeNull()
  })

  test('while the provider takes a call and does not answer it', async () => {
    const server = createServer(() => {})
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const { staff } = await startWithProvider({
      config: { config: { OIDC_ISSUER: `http://127.0.0.1:${port}` } },
    })
    // Not the five seconds that it really waits.
    const { timeout } = AbortSignal
    AbortSignal.timeout = () => timeout.call(AbortSignal, 100)
    onTestFinished(() => {
      AbortSignal.timeout = timeout
    })
    const reply = await staff.app.inject('/api/oidc/login')
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/?sign-in=unavailable'])
  })

  test('and recorded with the address, ten times an hour from each at most', async () => {
    const { staff } = await startWithProvider()
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']
    const url = '/api/oidc/callback?code=x&state=y'
    for (const remoteAddress of addresses)
      for (let i = 0; i < 12; i += 1) {
        const { headers } = await staff.app.inject({ url, remoteAddress })
        expect(headers.location).toBe('/?sign-in=expired')
      }
    const entries = (await auditTrail(staff)).map(({ who, via, action, detail }) =>
      [who, via, action, detail].join(' '),
    )
    const line = '（認証サービスの利用者） console login_failed OpenID Connect expired'
    expect(entries).toEqual(addresses.flatMap((address) => Array(10).fill(`${line} ${address}`)))
    expect((await signIn(staff, 'u-1')).to).toBe('/')
  })

  test('and closes no login with a password', async () => {
    const { staff } = await startWithProvider()
    const account = await addAccount(staff, 'hanako', 'worker')
    for (let i = 0; i < 12; i += 1) await staff.app.inject('/api/oidc/callback?code=x&state=y')
    const { cookie } = await logInAs(staff, account)
    expect(cookie).toMatch(/^staff-session-3001=[\w-]{43}$/)
  })

  test('and logged with its cause, without what the browser brought', async () => {
    const { staff } = await startWithProvider()
    const { browser, callback } = await begun(staff)
    callback.searchParams.set('state', 'of-another')
    await browser.visit(pathOf(callback))
    const { level, event, code, fault } = JSON.parse(staff.logged())
    expect([level, event, code, fault.type]).toEqual([
      'warn',
      'sign_in_refused',
      'failed',
      'ClientError',
    ])
    expect(staff.logged()).not.toContain('of-another')
  })

  test('over plain HTTP or by HEAD, before anything is asked of the provider', async () => {
    const { staff } = await startWithProvider()
    for (const url of ['/api/oidc/login', '/api/oidc/callback?code=x&state=y']) {
      const reply = await staff.app.inject({ url, headers: { 'x-forwarded-for': '1.2.3.4' } })
      expect([url, reply.statusCode, codeOf(reply)]).toEqual([url, 403, 'encryption_required'])
    }
    for (const url of ['/api/oidc/login', '/api/oidc/callback']) {
      const reply = await staff.app.inject({ method: 'HEAD', url })
      expect([url, reply.statusCode, reply.headers.allow]).toEqual([url, 405, 'GET'])
    }
    expect(await auditTrail(staff)).toEqual([])
  })

  test.each([
    ['/api/oidc/login', 'staff_sessions'],
    ['/api/oidc/callback', 'audit'],
  ] as const)('by a fault of the server as such, %s without %s', async (url, table) => {
    const { staff } = await startWithProvider()
    await staff.database.atomic((tx) => tx.run(query((db) => db.schema.dropTable(table))))
    const headers = { cookie: `staff-session-3001=${'x'.repeat(43)}` }
    const reply = await staff.app.inject({ url, headers })
    expect([reply.statusCode, codeOf(reply)]).toEqual([500, 'internal'])
  })
})
