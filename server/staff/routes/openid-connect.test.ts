import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { admin } from '../../admin/testing.ts'
import { query } from '../../store/statement.ts'
import { ENGINES, temporaryFolder } from '../../testing/databases.ts'
import { ended } from '../../testing/presses.ts'
import {
  HANAKO,
  headerOf,
  newBrowser,
  STAFF_URL,
  sessionOf,
  signIn,
  startWithProvider,
} from '../../testing/provider-sign-in.ts'
import { auditTrail, completeEntry, startConsole } from '../../testing/staff-app.ts'
import { createSecretBox } from '../sign-in/secret-box.ts'
import { createSessions } from '../sign-in/sessions.ts'

const MINUTES = 60_000

describe.each(ENGINES)('sign-in through an identity provider, %s', (engine) => {
  test('opens a session with the name and role of the claims, and records it', async () => {
    const { staff } = await startWithProvider({ engine })
    expect((await staff.app.inject('/api/applications')).statusCode).toBe(401)
    expect((await staff.app.inject('/api/sign-in')).json()).toEqual({ provider: true })
    const { browser, start, end, to } = await signIn(staff, 'u-1', '?to=/applications/ABC')
    const asked = new URL(String(start.headers.location)).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual([null, null])
    expect(asked.get('redirect_uri')).toBe(`${STAFF_URL}/api/oidc/callback`)
    expect([end.statusCode, to]).toEqual([303, '/applications/ABC'])
    expect(String(end.headers['set-cookie'])).toContain('SameSite=Strict')
    expect(await sessionOf(browser)).toEqual({
      who: '髙﨑 花子',
      role: 'worker',
      canLogOut: true,
      hasPassword: false,
      remaining: expect.any(Object),
      build: expect.any(String),
    })
    // The sealed journey is gone.
    expect([...browser.own.keys()]).toEqual(['staff-session-3001'])
    const reference = await completeEntry(staff.applications)
    await browser.visit(`/api/applications/${reference}`)
    expect(await auditTrail(staff)).toMatchObject([
      { who: '髙﨑 花子', via: 'console', action: 'account_added', detail: '対応' },
      { who: '髙﨑 花子', via: 'console', action: 'login', detail: 'OpenID Connect' },
      { who: '髙﨑 花子', action: 'view', subject: reference },
    ])
  })

  test('the role follows the claim, the account the subject; whoever has no role any more is out', async () => {
    const { staff, provider } = await startWithProvider({ engine })
    const { browser } = await signIn(staff, 'u-1')
    provider.people.set('u-1', { preferred_username: '鈴木 花子', roles: 'desk-admin' })
    const second = await signIn(staff, 'u-1')
    const admitted = { who: '髙﨑 花子', role: 'administrator' }
    expect(await sessionOf(second.browser)).toMatchObject(admitted)
    expect(await sessionOf(browser)).toMatchObject(admitted)
    expect(await auditTrail(staff)).toContainEqual(
      expect.objectContaining({ action: 'account_role', subject: '髙﨑 花子', detail: '管理' }),
    )
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
    const { staff, provider } = await startWithProvider({ engine })
    const { browser } = await signIn(staff, 'u-1')
    const other = await signIn(staff, 'u-1')
    const account = (await browser.visit('/api/account')).json()
    expect(account.sessions).toHaveLength(2)
    // Whose role is the same has no change of it in the trail.
    const actions = (await auditTrail(staff)).map(({ action }) => action)
    expect(actions).toEqual(['account_added', 'login', 'login'])
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

describe('what a browser keeps on its way to the provider and back', () => {
  const KEPT = 'Path=/; HttpOnly; SameSite=Lax'

  test('is sealed, lasts ten minutes, and is taken away at the end', async () => {
    const { staff } = await startWithProvider()
    const { start, end } = await signIn(staff, 'u-1')
    expect(start.headers['set-cookie']).toMatch(
      new RegExp(`^staff-oidc-3001=[\\w-]{200,}; Max-Age=600; ${KEPT}$`),
    )
    expect(end.headers['set-cookie']).toEqual([
      `staff-oidc-3001=; Max-Age=0; ${KEPT}`,
      expect.stringMatching(/^staff-session-3001=[\w-]{43}; /),
    ])
  })

  test('is Secure and has the __Host- prefix behind TLS', async () => {
    const { staff } = await startWithProvider({
      config: { config: { TRUST_PROXY: ['127.0.0.1'] } },
    })
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4' }
    const start = await staff.app.inject({ url: '/api/oidc/login', headers })
    expect(start.headers['set-cookie']).toMatch(
      new RegExp(`^__Host-staff-oidc=[\\w-]{200,}; Max-Age=600; ${KEPT}; Secure$`),
    )
  })

  test('counts for its ten minutes, and not as activity of the session before it', async () => {
    const { staff } = await startWithProvider()
    const { browser } = await signIn(staff, 'u-1')
    const begin = async () => {
      const start = await browser.visit('/api/oidc/login')
      return browser.atProvider(String(start.headers.location), 'u-1')
    }
    staff.clock.now += 45 * MINUTES
    const callback = await begin()
    staff.clock.now += 10 * MINUTES - 1
    const other = newBrowser(staff)
    for (const [name, value] of browser.own)
      if (name.startsWith('staff-oidc')) other.own.set(name, value)
    expect((await other.visit(callback)).headers.location).toBe('/')
    staff.clock.now += 5 * MINUTES + 1
    expect((await browser.visit('/api/session')).statusCode).toBe(401)
  })
})

test('a role may stand deep in a claim', async () => {
  const { staff, provider } = await startWithProvider({
    config: { config: { OIDC_ROLE_CLAIM: ['realm_access', 'roles'] } },
  })
  provider.people.set('u-1', { ...HANAKO, realm_access: { roles: ['desk-reader', 'desk-admin'] } })
  expect(await sessionOf((await signIn(staff, 'u-1')).browser)).toMatchObject({
    role: 'administrator',
  })
})

test.each(['//evil.test', 'https://evil.test/', '/\\evil.test', '/a?b', '/../x'])(
  'nothing leads to %s after the sign-in',
  async (to) => {
    const { staff } = await startWithProvider()
    const reply = await staff.app.inject(`/api/oidc/login?to=${encodeURIComponent(to)}`)
    expect(reply.statusCode).toBe(422)
  },
)

test('an erasure needs the provider’s proof of the last five minutes', async () => {
  const { staff, provider } = await startWithProvider()
  provider.people.set('u-1', { ...HANAKO, roles: ['desk-admin'] })
  const reference = await completeEntry(staff.applications)
  const { browser } = await signIn(staff, 'u-1')
  const erase = async () => {
    const payload = { reference, password: '', seen: ended('received') }
    const url = `/api/applications/${reference}/erasure`
    const reply = await staff.app.inject({
      method: 'POST',
      url,
      headers: headerOf(browser.own),
      payload,
    })
    return [reply.statusCode, reply.json().error?.code]
  }
  const sessions = createSessions(staff.database, () => staff.clock.now)
  const proofAt = async () => {
    const token = browser.own.get('staff-session-3001') ?? ''
    return (await sessions.find(token, 'polling'))?.authenticatedAt ?? null
  }
  // The provider says when it saw a proof where it is asked for one, and not otherwise.
  expect(await proofAt()).toBeNull()
  expect(await erase()).toEqual([403, 'reauthentication_expired'])
  // Somebody takes the demand to authenticate anew out of the address: the proof stays as old as it is.
  const visit = await browser.visit('/api/oidc/login?again=true')
  const asked = new URL(String(visit.headers.location))
  for (const name of ['prompt', 'max_age']) asked.searchParams.delete(name)
  await browser.visit(await browser.atProvider(asked.href, 'u-1'))
  expect(await erase()).toEqual([403, 'reauthentication_expired'])
  // The provider has a session still, and asks for the name all the same.
  const anew = await signIn(staff, 'u-1', '?again=true&to=/', browser)
  expect(new URL(String(anew.start.headers.location)).searchParams.get('max_age')).toBe('0')
  expect(new URL(String(anew.start.headers.location)).searchParams.get('prompt')).toBe('login')
  expect((await browser.visit('/api/account')).json().sessions).toHaveLength(1)
  const seenAt = Number(await proofAt())
  expect(Math.abs(seenAt - Date.now())).toBeLessThan(10 * MINUTES)
  const until = seenAt + 5 * MINUTES
  staff.clock.now = until
  expect(await erase()).toEqual([403, 'reauthentication_expired'])
  staff.clock.now = until - 1
  expect(await erase()).toEqual([200, undefined])
})

test('password and role of such an account are not the command line’s', async () => {
  const { staff } = await startWithProvider()
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
  const { staff, provider } = await startWithProvider({ hasLogout: false })
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

test('a logout ends here alone where the session was sealed under a key that is lost', async () => {
  const { staff } = await startWithProvider()
  for (const url of ['/api/session', '/api/account/sessions']) {
    const { browser } = await signIn(staff, 'u-1')
    const id_token = createSecretBox(join(temporaryFolder(), 'key')).seal(Buffer.from('x'), 'x')
    await staff.database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('staff_sessions').set({ id_token }))),
    )
    const headers = headerOf(browser.own)
    const reply = await staff.app.inject({ method: 'DELETE', url, headers })
    expect([url, reply.statusCode, reply.json()]).toEqual([url, 200, { signOutUrl: null }])
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=0')
    expect((await browser.visit('/api/session')).statusCode).toBe(401)
  }
})
