import { describe, expect, onTestFinished, test } from 'vitest'
import { admin } from '../../admin/testing.ts'
import { ENGINES, type Engine } from '../../testing/databases.ts'
import { startIdentityProvider } from '../../testing/identity-provider.ts'
import {
  auditTrail,
  completeEntry,
  startConsole,
  type TestConsole,
} from '../../testing/staff-app.ts'

const STAFF_URL = 'http://localhost:3001'
const HANAKO = { preferred_username: '髙﨑 花子', roles: ['desk-worker', 'other'] }
const MINUTES = 60_000

type Wanted = { engine?: Engine; config?: Parameters<typeof startConsole>[0]; hasLogout?: boolean }

async function setUp({ engine = 'sqlite', config, hasLogout = true }: Wanted = {}) {
  const provider = await startIdentityProvider(STAFF_URL, { hasLogout })
  onTestFinished(() => provider.close())
  provider.people.set('u-1', HANAKO)
  const staff = await startConsole({
    engine,
    config: {
      STAFF_URL,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.id,
      OIDC_CLIENT_SECRET: provider.client.secret,
      OIDC_ROLES: { reader: 'desk-reader', worker: 'desk-worker', administrator: 'desk-admin' },
      ...config?.config,
    },
  })
  // What the provider signs carries the real time.
  staff.clock.now = Date.now()
  return { provider, staff }
}

type Jar = Map<string, string>

/** Takes over the cookies of an answer; a value that is gone is no cookie. */
function keep(jar: Jar, cookies: readonly string[]): void {
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
}

const headerOf = (jar: Jar) => ({ cookie: [...jar].map(([k, v]) => `${k}=${v}`).join('; ') })

/** A browser: the console's cookies, and the provider's. */
function newBrowser({ app }: TestConsole) {
  const [own, foreign]: [Jar, Jar] = [new Map(), new Map()]
  return {
    own,
    foreign,
    async visit(url: string) {
      const reply = await app.inject({ url, headers: headerOf(own) })
      keep(own, [reply.headers['set-cookie'] ?? []].flat())
      return reply
    },
    /** Follows the provider's redirects, signing in where it asks, to the address at the console. */
    async atProvider(start: string, subject: string): Promise<string> {
      let url = start
      for (;;) {
        if (url.startsWith(STAFF_URL)) return url.slice(STAFF_URL.length)
        const isForm = url.includes('/interaction/')
        const reply = await fetch(url, {
          redirect: 'manual',
          headers: { ...headerOf(foreign), ...(isForm && FORM) },
          ...(isForm && { method: 'POST', body: new URLSearchParams({ subject }) }),
        })
        keep(foreign, reply.headers.getSetCookie())
        const to = reply.headers.get('location')
        if (to === null) throw new Error(`${reply.status} ${await reply.text()}`)
        url = new URL(to, url).href
      }
    },
  }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** From the login page to where the console leads in the end. */
async function signIn(
  staff: TestConsole,
  subject: string,
  query = '',
  browser = newBrowser(staff),
) {
  const start = await browser.visit(`/api/oidc/login${query}`)
  const callback = await browser.atProvider(String(start.headers.location), subject)
  const end = await browser.visit(callback)
  return { browser, start, callback, end, to: end.headers.location }
}

const session = async (browser: ReturnType<typeof newBrowser>) =>
  (await browser.visit('/api/session')).json()

describe.each(ENGINES)('sign-in through an identity provider, %s', (engine) => {
  test('opens a session with the name and role of the claims, and records it', async () => {
    const { staff } = await setUp({ engine })
    expect((await staff.app.inject('/api/applications')).statusCode).toBe(401)
    expect((await staff.app.inject('/api/sign-in')).json()).toEqual({ provider: true })
    const { browser, start, end, to } = await signIn(staff, 'u-1', '?to=/applications/ABC')
    const asked = new URL(String(start.headers.location)).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('redirect_uri')).toBe(`${STAFF_URL}/api/oidc/callback`)
    expect([end.statusCode, to]).toEqual([303, '/applications/ABC'])
    expect(String(end.headers['set-cookie'])).toContain('SameSite=Strict')
    expect(await session(browser)).toEqual({
      who: '髙﨑 花子',
      role: 'worker',
      canLogOut: true,
      hasPassword: false,
    })
    // The sealed journey is gone.
    expect([...browser.own.keys()]).toEqual(['staff-session-3001'])
    const reference = await completeEntry(staff.applications)
    await browser.visit(`/api/applications/${reference}`)
    expect(await auditTrail(staff)).toMatchObject([
      { who: '髙﨑 花子', action: 'account_added', detail: '対応' },
      { who: '髙﨑 花子', action: 'login', detail: 'OpenID Connect' },
      { who: '髙﨑 花子', action: 'view', subject: reference },
    ])
  })

  test('the role follows the claim, the account the subject; whoever has no role any more is out', async () => {
    const { staff, provider } = await setUp({ engine })
    const { browser } = await signIn(staff, 'u-1')
    provider.people.set('u-1', { preferred_username: '鈴木 花子', roles: 'desk-admin' })
    const second = await signIn(staff, 'u-1')
    const admitted = { who: '髙﨑 花子', role: 'administrator' }
    expect(await session(second.browser)).toMatchObject(admitted)
    expect(await session(browser)).toMatchObject(admitted)
    provider.people.set('u-1', { ...HANAKO, roles: ['other'] })
    const third = await signIn(staff, 'u-1')
    expect(third.to).toBe('/?sign-in=no_role')
    for (const one of [browser, second.browser, third.browser])
      expect((await one.visit('/api/session')).statusCode).toBe(401)
    expect((await auditTrail(staff)).at(-1)).toMatchObject({
      who: '髙﨑 花子',
      action: 'login_failed',
      detail: 'OpenID Connect no_role',
    })
  })

  test('sessions cross processes and end everywhere, the provider’s too', async () => {
    const { staff, provider } = await setUp({ engine })
    const { browser } = await signIn(staff, 'u-1')
    const other = await signIn(staff, 'u-1')
    const account = (await browser.visit('/api/account')).json()
    expect(account.sessions).toHaveLength(2)
    const reply = await staff.app.inject({
      method: 'DELETE',
      url: '/api/account/sessions',
      headers: headerOf(browser.own),
    })
    const { signOutUrl } = reply.json()
    expect((await other.browser.visit('/api/session')).statusCode).toBe(401)
    const asked = new URL(signOutUrl)
    expect(asked.origin).toBe(provider.issuer)
    expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${STAFF_URL}/`)
    expect(asked.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    const page = await fetch(signOutUrl, { headers: headerOf(browser.foreign) })
    expect(await page.text()).toContain('Log out?')
  })
})

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
    const { staff } = await setUp()
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
    const { staff } = await setUp()
    const [mine, theirs] = [await begun(staff), await begun(staff)]
    const code = theirs.callback.searchParams.get('code') ?? ''
    mine.callback.searchParams.set('code', code)
    expect(await refusal(pathOf(mine.callback), mine.browser)).toEqual(['/?sign-in=failed', 401])
  })

  test('with another nonce, and with claims that the provider did not sign', async () => {
    const { staff, provider } = await setUp()
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
    const { staff } = await setUp()
    const { browser, callback } = await begun(staff)
    const sealed = new Map(browser.own)
    expect(await refusal(pathOf(callback), browser)).toEqual(['/', 200])
    const again = newBrowser(staff)
    for (const [name, value] of sealed) again.own.set(name, value)
    expect(await refusal(pathOf(callback), again)).toEqual(['/?sign-in=failed', 401])
  })

  test('after ten minutes, and with a cookie that was changed', async () => {
    const { staff } = await setUp()
    const late = await begun(staff)
    staff.clock.now += 10 * MINUTES
    expect(await refusal(pathOf(late.callback), late.browser)).toEqual(['/?sign-in=expired', 401])
    const { browser, callback } = await begun(staff)
    for (const [name, value] of browser.own) browser.own.set(name, `${value.slice(0, -2)}AA`)
    expect(await refusal(pathOf(callback), browser)).toEqual(['/?sign-in=expired', 401])
  })

  test('when the person says no, has no name, or has another’s', async () => {
    const { staff, provider } = await setUp()
    expect((await signIn(staff, '')).to).toBe('/?sign-in=failed')
    provider.people.set('u-2', { roles: ['desk-reader'] })
    expect((await signIn(staff, 'u-2')).to).toBe('/?sign-in=no_name')
    await signIn(staff, 'u-1')
    provider.people.set('u-3', { ...HANAKO, roles: ['desk-admin'] })
    expect((await signIn(staff, 'u-3')).to).toBe('/?sign-in=name_taken')
    await staff.accounts.add({ name: 'root', via: 'command' }, 'taro', 'administrator')
    provider.people.set('u-4', { preferred_username: 'taro', roles: ['desk-admin'] })
    expect((await signIn(staff, 'u-4')).to).toBe('/?sign-in=name_taken')
  })

  test('while the account is disabled', async () => {
    const { staff } = await setUp()
    const { browser } = await signIn(staff, 'u-1')
    await admin(staff.database, ['staff', 'disable', '髙﨑 花子'])
    expect((await browser.visit('/api/session')).statusCode).toBe(401)
    expect((await signIn(staff, 'u-1')).to).toBe('/?sign-in=disabled')
  })

  test('while the provider is down, at the login and on the way back, and no longer', async () => {
    const { staff, provider } = await setUp()
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

  test('and recorded, ten times an hour from an address at most', async () => {
    const { staff } = await setUp()
    for (let i = 0; i < 14; i += 1) await staff.app.inject('/api/oidc/callback?code=x&state=y')
    const failures = (await auditTrail(staff)).filter(({ action }) => action === 'login_failed')
    expect(failures).toHaveLength(10)
    expect((await signIn(staff, 'u-1')).to).toBe('/')
  })
})

test('a role may stand deep in a claim', async () => {
  const { staff, provider } = await setUp({
    config: { config: { OIDC_ROLE_CLAIM: ['realm_access', 'roles'] } },
  })
  provider.people.set('u-1', { ...HANAKO, realm_access: { roles: ['desk-reader', 'desk-admin'] } })
  expect(await session((await signIn(staff, 'u-1')).browser)).toMatchObject({
    role: 'administrator',
  })
})

test.each(['//evil.test', 'https://evil.test/', '/\\evil.test', '/a?b', '/../x'])(
  'nothing leads to %s after the sign-in',
  async (to) => {
    const { staff } = await setUp()
    const reply = await staff.app.inject(`/api/oidc/login?to=${encodeURIComponent(to)}`)
    expect(reply.statusCode).toBe(422)
  },
)

test('an erasure needs the provider’s proof of the last five minutes', async () => {
  const { staff, provider } = await setUp()
  provider.people.set('u-1', { ...HANAKO, roles: ['desk-admin'] })
  const reference = await completeEntry(staff.applications)
  const { browser } = await signIn(staff, 'u-1')
  const erase = async () => {
    const payload = { reference, password: '' }
    const url = `/api/applications/${reference}/erasure`
    const reply = await staff.app.inject({
      method: 'POST',
      url,
      headers: headerOf(browser.own),
      payload,
    })
    return [reply.statusCode, reply.json().error?.code]
  }
  staff.clock.now += 6 * MINUTES
  expect(await erase()).toEqual([403, 'reauthentication_expired'])
  // Somebody takes the demand to authenticate anew out of the address: the proof stays as old as it is.
  const visit = await browser.visit('/api/oidc/login?again=true')
  const asked = new URL(String(visit.headers.location))
  for (const name of ['prompt', 'max_age']) asked.searchParams.delete(name)
  await browser.visit(await browser.atProvider(asked.href, 'u-1'))
  expect(await erase()).toEqual([403, 'reauthentication_expired'])
  staff.clock.now -= 6 * MINUTES
  // The provider has a session still, and asks for the name all the same.
  const anew = await signIn(staff, 'u-1', '?again=true&to=/', browser)
  expect(new URL(String(anew.start.headers.location)).searchParams.get('max_age')).toBe('0')
  expect((await browser.visit('/api/account')).json().sessions).toHaveLength(1)
  expect(await erase()).toEqual([200, undefined])
})

test('password and role of such an account are not the command line’s', async () => {
  const { staff } = await setUp()
  await signIn(staff, 'u-1')
  for (const argv of [
    ['staff', 'reset', '髙﨑 花子'],
    ['staff', 'role', '髙﨑 花子', '--role', 'administrator'],
  ])
    await expect(admin(staff.database, argv)).rejects.toThrow('社内の認証サービスで変更')
  expect((await admin(staff.database, ['staff', 'list'])).out).toMatch(
    /髙﨑 花子\s+対応\s+社内アカウント/,
  )
})

test('without an issuer there is no such way in', async () => {
  const staff = await startConsole()
  expect((await staff.app.inject('/api/sign-in')).json()).toEqual({ provider: false })
  expect((await staff.app.inject('/api/oidc/login')).statusCode).toBe(404)
})

test('a logout ends here alone where the provider has no place for it, or is down', async () => {
  const { staff, provider } = await setUp({ hasLogout: false })
  const logOut = async () => {
    const { browser } = await signIn(staff, 'u-1')
    await provider.listen(false)
    const headers = headerOf(browser.own)
    const reply = await staff.app.inject({ method: 'DELETE', url: '/api/session', headers })
    await provider.listen(true)
    return [reply.statusCode, reply.json(), (await browser.visit('/api/session')).statusCode]
  }
  expect(await logOut()).toEqual([200, { signOutUrl: null }, 401])
})
