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
  type TestConsole,
} from '../testing/staff-app.ts'

const LIST = '/api/applications'
const HOURS = 3_600_000

type Typed = { name?: string; password?: string; code?: string }

async function logIn(
  { app }: TestConsole,
  account: { name: string; code(): string },
  typed: Typed = {},
  remoteAddress = '127.0.0.1',
) {
  const right = { name: account.name, password: PASSWORD, code: account.code() }
  const payload = { ...right, ...typed }
  return app.inject({ method: 'POST', url: '/api/session', remoteAddress, payload })
}

async function expectClosed({ app }: TestConsole, headers = {}) {
  const reply = await app.inject({ url: LIST, headers })
  expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'first_account_missing'])
}

describe('an account', () => {
  test('closes the console on loopback: everything but the page asks for a login', async () => {
    const staff = await startConsole()
    expect((await staff.app.inject(LIST)).statusCode).toBe(200)
    await addAccount(staff, '髙﨑 花子', 'worker')
    for (const url of [
      '/api/session',
      LIST,
      `${LIST}/A`,
      '/api/exports/csv',
      '/api/audit.jsonl',
      '/api/account',
    ]) {
      const response = await staff.app.inject(url)
      expect([url, response.statusCode, codeOf(response)]).toEqual([url, 401, 'login_required'])
    }
    const url = `${LIST}/A/notes`
    const post = await staff.app.inject({ method: 'POST', url, payload: { note: 'a' } })
    expect(post.statusCode).toBe(401)
    expect((await staff.app.inject('/')).statusCode).toBe(200)
  })

  test('what a proxy forwards is never open, and nor is an address beyond loopback', async () => {
    const staff = await startConsole()
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'])
      await expectClosed(staff, { [header]: '1.2.3.4' })
    const config = { STAFF_HOST: '0.0.0.0', TRUST_PROXY: ['10.0.0.1'] }
    const elsewhere = await startConsole({ config })
    await expectClosed(elsewhere)
  })

  test('opens a session in a cookie that no script reads and no other site sends', async () => {
    const staff = await startConsole()
    const reference = await completeEntry(staff.applications)
    const account = await addAccount(staff, '髙﨑 花子', 'worker')
    const login = await logIn(staff, account, { name: ' 髙﨑 花子 ' })
    const who = {
      who: '髙﨑 花子',
      role: 'worker',
      canLogOut: true,
      hasPassword: true,
      remaining: expect.any(Object),
      build: expect.any(String),
    }
    expect([login.statusCode, login.json()]).toEqual([200, who])
    const setCookie = String(login.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^staff-session-3001=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const [cookie = ''] = setCookie.split(';')
    const headers = { cookie: `other=1; ${cookie}` }
    expect((await staff.app.inject({ url: '/api/session', headers })).json()).toEqual(who)
    const url = `${LIST}/${reference}/notes`
    await staff.app.inject({ method: 'POST', url, headers, payload: { note: '確認' } })
    const record = await staff.app.inject({ url: `${LIST}/${reference}`, headers })
    expect(record.json().history).toMatchObject([{ who: '髙﨑 花子', detail: '確認' }])
    const forged = { cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` }
    expect((await staff.app.inject({ url: LIST, headers: forged })).statusCode).toBe(401)
  })

  test('takes the place of the session that the browser had, whoever’s it was', async () => {
    const staff = await startConsole()
    const hanako = await addAccount(staff, 'hanako', 'worker')
    const taro = await addAccount(staff, 'taro', 'worker')
    const begin = async (account: typeof hanako, cookie = '') => {
      const payload = { name: account.name, password: PASSWORD, code: account.code() }
      const reply = await staff.app.inject({
        ...{ method: 'POST', url: '/api/session', headers: { cookie }, payload },
      })
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    }
    const isOpen = async (cookie: string) =>
      (await staff.app.inject({ url: '/api/session', headers: { cookie } })).statusCode === 200
    const elsewhere = await begin(hanako)
    staff.clock.now += 60_000
    const hers = await begin(hanako)
    const his = await begin(taro, hers)
    expect(await Promise.all([elsewhere, hers, his].map(isOpen))).toEqual([true, false, true])
  })

  test('behind TLS the cookie has the __Host- prefix, and one without it is not read', async () => {
    const config = { STAFF_HOST: '0.0.0.0', TRUST_PROXY: ['10.0.0.1'] }
    const staff = await startConsole({ config })
    const account = await addAccount(staff, 'hanako', 'worker')
    const proxied = {
      remoteAddress: '10.0.0.1',
      headers: { host: 'localhost', 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4' },
    }
    const payload = { name: 'hanako', password: PASSWORD, code: account.code() }
    const login = await staff.app.inject({
      ...proxied,
      method: 'POST',
      url: '/api/session',
      payload,
    })
    const setCookie = String(login.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^__Host-staff=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const value = /=([\w-]{43});/.exec(setCookie)?.[1]
    const status = async (cookie: string) => {
      const headers = { ...proxied.headers, cookie }
      return (await staff.app.inject({ ...proxied, url: LIST, headers })).statusCode
    }
    expect(await status(`__Host-staff=${value}`)).toBe(200)
    expect(await status(`staff-session-3001=${value}`)).toBe(401)
  })

  test('no password is taken over plain HTTP', async () => {
    const config = { STAFF_HOST: '0.0.0.0', TRUST_PROXY: ['10.0.0.1'] }
    const staff = await startConsole({ config })
    const payload = { name: 'a', password: PASSWORD, code: '123456', totp: '1' }
    for (const sent of [
      { headers: { 'x-forwarded-for': '1.2.3.4' }, remoteAddress: '127.0.0.1' },
      { headers: { host: '0.0.0.0' }, remoteAddress: '127.0.0.1' },
      { headers: {}, remoteAddress: '10.0.0.9' },
    ])
      for (const url of ['/api/session', '/api/setup', '/api/setup/end']) {
        const reply = await staff.app.inject({ ...sent, method: 'POST', url, payload })
        const found = [reply.statusCode, codeOf(reply)]
        expect([sent, url, ...found]).toEqual([sent, url, 403, 'encryption_required'])
      }
  })

  test('a copied cookie is worth nothing after the logout', async () => {
    const staff = await startConsole()
    const headers = await logInAs(staff, await addAccount(staff, 'hanako', 'worker'))
    const url = '/api/session'
    expect((await staff.app.inject({ url, headers })).statusCode).toBe(200)
    const logout = await staff.app.inject({ method: 'DELETE', url, headers })
    expect(logout.headers['set-cookie']).toMatch(/^staff-session-3001=; Max-Age=0; /)
    expect((await staff.app.inject({ url, headers })).statusCode).toBe(401)
  })

  test('logging out everywhere ends the sessions of every browser', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    const [one, two] = [await logInAs(staff, account), await logInAs(staff, account)]
    const own = await staff.app.inject({ url: '/api/account', headers: one })
    expect(own.json().sessions.map((row: { isCurrent: boolean }) => row.isCurrent)).toEqual([
      false,
      true,
      false,
    ])
    const sent = { method: 'DELETE', url: '/api/account/sessions', headers: one } as const
    const logout = await staff.app.inject(sent)
    expect(logout.headers['set-cookie']).toMatch(/^staff-session-3001=; Max-Age=0; /)
    expect((await auditTrail(staff)).at(-1)?.action).toBe('logout_everywhere')
    for (const headers of [one, two])
      expect((await staff.app.inject({ url: LIST, headers })).statusCode).toBe(401)
  })

  test('a new password needs the old one and a code, and ends all other sessions', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    const [headers, other] = [await logInAs(staff, account), await logInAs(staff, account)]
    const change = async (payload: object, more = {}) => {
      const sent = { method: 'POST', url: '/api/account/password' } as const
      const right = { password: PASSWORD, code: account.code(), next: 'まったく新しい合言葉です' }
      const own = { headers: { ...headers, ...more }, payload: { ...right, ...payload } }
      return staff.app.inject({ ...sent, ...own })
    }
    expect(codeOf(await change({}, { 'x-forwarded-for': '1.2.3.4' }))).toBe('encryption_required')
    expect(codeOf(await change({ password: 'wrong wrong wrong' }))).toBe('reauthentication_failed')
    expect((await auditTrail(staff)).at(-1)?.action).toBe('reauthentication_failed')
    expect(codeOf(await change({ code: '000000' }))).toBe('reauthentication_failed')
    expect(codeOf(await change({ code: 123456 }))).toBe('validation_failed')
    const weak = await change({ next: 'password12345' })
    expect([weak.statusCode, weak.json().error.fields.next[0]]).toEqual([
      422,
      expect.stringContaining('よく使われる'),
    ])
    const changed = await change({})
    expect([changed.statusCode, changed.body]).toEqual([200, '{}'])
    for (const old of [headers, other])
      expect((await staff.app.inject({ url: LIST, headers: old })).statusCode).toBe(401)
    const [cookie = ''] = String(changed.headers['set-cookie']).split(';')
    expect((await staff.app.inject({ url: LIST, headers: { cookie } })).statusCode).toBe(200)
    staff.clock.now += 30_000
    expect((await logIn(staff, account)).statusCode).toBe(401)
    const next = { password: 'まったく新しい合言葉です' }
    staff.clock.now += 30_000
    expect((await logIn(staff, account, next)).statusCode).toBe(200)
  })

  test('a code counts once, of the app as of the recovery codes', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    expect((await logIn(staff, account)).statusCode).toBe(200)
    expect((await logIn(staff, account)).statusCode).toBe(401)
    const [code = ''] = account.recoveryCodes
    expect(account.recoveryCodes).toHaveLength(8)
    const typed = { code: ` ${code.toLowerCase()} ` }
    expect((await logIn(staff, account, typed)).statusCode).toBe(200)
    expect((await logIn(staff, account, typed)).statusCode).toBe(401)
    expect((await auditTrail(staff)).map(({ action }) => action)).toContain('recovery_code')
  })

  test('is answered alike, whatever is wrong', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    for (const typed of [
      { password: 'wrong wrong wrong' },
      { code: '000000' },
      { code: 'AAAAAA-AAAAAA-AAAAAA-AAAAAA' },
      { name: 'taro' },
      { name: 'Hanako' },
    ]) {
      const reply = await logIn(staff, account, typed)
      const found = [reply.statusCode, codeOf(reply), reply.headers['set-cookie']]
      expect([typed, ...found]).toEqual([typed, 401, 'login_failed', undefined])
      const { who, action } = (await auditTrail(staff)).at(-1) ?? {}
      const named = 'name' in typed ? '（登録のない利用者名）' : 'hanako'
      expect([typed, who, action]).toEqual([typed, named, 'login_failed'])
    }
  })

  test('that is disabled, or not set up, has no login', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    const by = { name: 'root', via: 'command' } as const
    await staff.accounts.setDisabled(by, 'hanako', true)
    expect(codeOf(await logIn(staff, account))).toBe('login_failed')
    await staff.accounts.setDisabled(by, 'hanako', false)
    await staff.accounts.reset(by, 'hanako')
    expect(codeOf(await logIn(staff, account))).toBe('login_failed')
  })

  test('ten failures from an address, thirty against an account, close the login for the hour', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'worker')
    const guess = async (address: string, typed: Typed = { code: 'x' }) =>
      (await logIn(staff, account, typed, address)).statusCode
    // Loopback counts as an address like any other.
    for (let i = 0; i < 10; i += 1) expect(await guess('127.0.0.1')).toBe(401)
    const shut = await logIn(staff, account)
    expect([shut.statusCode, codeOf(shut)]).toEqual([429, 'rate_limited'])
    expect(Number(shut.headers['retry-after'])).toBeGreaterThan(3400)
    expect(await guess('127.0.0.2', {})).toBe(200)
    for (const address of ['127.0.0.3', '127.0.0.4'])
      for (let i = 0; i < 10; i += 1) expect(await guess(address)).toBe(401)
    expect(await guess('127.0.0.5', {})).toBe(429)
    staff.clock.now += HOURS
    expect(await guess('127.0.0.1', {})).toBe(200)
  }, 60_000)

  test('strangers who close the login keep nobody who is logged in from an erasure or a new password', async () => {
    const staff = await startConsole()
    const account = await addAccount(staff, 'hanako', 'administrator')
    const [mine, stolen] = [await logInAs(staff, account), await logInAs(staff, account)]
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
      for (let i = 0; i < 10; i += 1) await logIn(staff, account, { code: 'x' }, address)
    expect((await logIn(staff, account, {}, '127.0.0.5')).statusCode).toBe(429)
    const reference = await completeEntry(staff.applications)
    const send = (headers: object, url: string, payload: object, remoteAddress = '127.0.0.1') =>
      staff.app.inject({ method: 'POST', url, headers: { ...headers }, remoteAddress, payload })
    const erase = (headers: object, password: string, address?: string) =>
      send(
        headers,
        `${LIST}/${reference}/erasure`,
        { reference, password, seen: ended('received') },
        address,
      )
    // A session that was stolen is bounded, and bounds no other.
    for (const address of ['127.0.0.6', '127.0.0.7', '127.0.0.8'])
      for (let i = 0; i < 10; i += 1)
        expect(codeOf(await erase(stolen, 'wrong', address))).toBe('reauthentication_failed')
    expect((await erase(stolen, PASSWORD)).statusCode).toBe(429)
    expect((await erase(mine, PASSWORD)).statusCode).toBe(200)
    const next = { password: PASSWORD, code: account.code(), next: 'まったく新しい合言葉です' }
    expect((await send(mine, '/api/account/password', next)).statusCode).toBe(200)
  }, 60_000)

  test('is not looked for where something is missing or no text', async () => {
    const { app } = await startConsole()
    for (const payload of [
      { name: '', password: PASSWORD, code: '1' },
      { name: 'a', password: '', code: '1' },
      { name: ['a'], password: PASSWORD, code: '1' },
      { name: 'a', password: PASSWORD },
    ]) {
      const reply = await app.inject({ method: 'POST', url: '/api/session', payload })
      const found = [reply.statusCode, reply.headers['set-cookie']]
      expect([payload, ...found]).toEqual([payload, 422, undefined])
    }
  })
})

describe('the first setup', () => {
  const BY = { name: 'root', via: 'command' } as const
  const post = ({ app }: TestConsole, url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload })

  test('takes the code of the administrator once, for a day, and gives recovery codes', async () => {
    const staff = await startConsole()
    const code = await staff.accounts.add(BY, 'hanako', 'reader')
    expect(code).toMatch(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)
    const wrong = await post(staff, '/api/setup', { name: 'hanako', code: code.replace(/^./, '1') })
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'setup_failed'])
    const begun = await post(staff, '/api/setup', { name: 'hanako', code: code.toLowerCase() })
    expect(begun.json().uri).toContain(`secret=${begun.json().secret}`)
    const end = { name: 'hanako', code, password: PASSWORD, totp: '000000' }
    expect(codeOf(await post(staff, '/api/setup/end', end))).toBe('setup_failed')
    const weak = await post(staff, '/api/setup/end', { ...end, password: '1qaz2wsx3edc' })
    expect(weak.json().error.fields.password[0]).toContain('よく使われる')
    expect((await addAccount(staff, 'taro', 'reader')).recoveryCodes).toHaveLength(8)
    staff.clock.now += 24 * HOURS
    expect((await post(staff, '/api/setup', { name: 'hanako', code })).statusCode).toBe(401)
  })

  test('cannot be done a second time', async () => {
    const staff = await startConsole()
    const code = await staff.accounts.add(BY, 'hanako', 'reader')
    await staff.accounts.reset(BY, 'hanako')
    expect((await post(staff, '/api/setup', { name: 'hanako', code })).statusCode).toBe(401)
    expect((await auditTrail(staff)).at(-1)).toMatchObject({
      who: 'hanako',
      action: 'setup_failed',
    })
  })
})
