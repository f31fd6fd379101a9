import { describe, expect, test } from 'vitest'
import { query } from '../../store/statement.ts'
import {
  addAccount,
  auditTrail,
  bytesOfBase32,
  codeOf,
  logInAs,
  PASSWORD,
  startConsole,
  type TestConsole,
} from '../../testing/staff-app.ts'
import { totpCode, totpStep } from '../sign-in/second-factor.ts'

const BY = { name: 'root', via: 'command' } as const
const UNKNOWN = '（登録のない利用者名）'

const post = ({ app }: TestConsole, url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload })

describe('the first setup', () => {
  async function begun() {
    const staff = await startConsole()
    const code = await staff.accounts.add(BY, '髙﨑 花子', 'worker')
    const { secret, uri } = (await post(staff, '/api/setup', { name: ' 髙﨑 花子 ', code })).json()
    const totp = totpCode(bytesOfBase32(secret), totpStep(staff.clock.now))
    const end = { name: '　髙﨑 花子', code, password: PASSWORD, totp }
    return { staff, uri, end }
  }

  test('ends in a session, with recovery codes', async () => {
    const { staff, uri, end } = await begun()
    expect(uri).toContain(encodeURIComponent('髙﨑 花子'))
    const done = await post(staff, '/api/setup/end', end)
    expect([done.statusCode, done.json().recoveryCodes?.length]).toEqual([200, 8])
    const setCookie = String(done.headers['set-cookie'])
    expect(setCookie).toMatch(
      /^staff-session-3001=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const [cookie = ''] = setCookie.split(';')
    const session = await staff.app.inject({ url: '/api/session', headers: { cookie } })
    expect(session.json()).toMatchObject({ who: '髙﨑 花子', role: 'worker', hasPassword: true })
    // It is over: neither its code begins it again, nor what is no code at all.
    for (const code of [end.code, 'x']) {
      const again = await post(staff, '/api/setup', { name: '髙﨑 花子', code })
      expect([again.statusCode, codeOf(again)]).toEqual([401, 'setup_failed'])
    }
  })

  test('that fails by a fault of the server says nothing of it, and refuses no password', async () => {
    const { staff, end } = await begun()
    await staff.database.atomic((tx) =>
      tx.run(query((db) => db.updateTable('staff_accounts').set({ totp_secret: 'damaged' }))),
    )
    const reply = await post(staff, '/api/setup/end', end)
    expect([reply.statusCode, reply.json().error.fields]).toEqual([500, undefined])
  })

  test.each([
    ['/api/setup', { name: '' }],
    ['/api/setup', { code: 1 }],
    ['/api/setup/end', { name: '' }],
    ['/api/setup/end', { code: '' }],
    ['/api/setup/end', { password: '' }],
    ['/api/setup/end', { totp: '' }],
    ['/api/setup/end', { totp: 1 }],
  ])('at %s with %j is refused by the field', async (url, typed) => {
    const { staff, end } = await begun()
    const reply = await post(staff, url, { ...end, ...typed })
    const fields = Object.keys(reply.json().error.fields ?? {})
    expect([reply.statusCode, fields]).toEqual([422, Object.keys(typed)])
  })

  test.each(['/api/setup', '/api/setup/end'])(
    'through %s is no way to guess a code: ten an hour from an address',
    async (url) => {
      const { staff, end } = await begun()
      const guess = async (name: string) =>
        (await post(staff, url, { ...end, name, code: 'x' })).statusCode
      for (let i = 0; i < 10; i += 1) expect(await guess(`n${i}`)).toBe(401)
      expect(await guess('髙﨑 花子')).toBe(429)
    },
  )
})

test('a failure stands in the trail with its address; what is no account’s name may be a password, and does not', async () => {
  const staff = await startConsole()
  await addAccount(staff, 'hanako', 'reader')
  const before = (await auditTrail(staff)).length
  for (const name of ['hanako', PASSWORD, 'a\0b']) {
    const typed = { name, password: 'wrong', code: '1', totp: '1' }
    for (const url of ['/api/session', '/api/setup', '/api/setup/end']) {
      const reply = await post(staff, url, typed)
      expect([name, url, reply.statusCode]).toEqual([name, url, 401])
    }
  }
  const entries = (await auditTrail(staff)).slice(before)
  const rows = (who: string) =>
    ['login_failed', 'setup_failed', 'setup_failed'].map((action) => [who, action, '127.0.0.1'])
  expect(entries.map(({ who, action, detail }) => [who, action, detail])).toEqual([
    ...rows('hanako'),
    ...rows(UNKNOWN),
    ...rows(UNKNOWN),
  ])
})

describe('a logout', () => {
  const logOut = ({ app }: TestConsole, headers = {}) =>
    app.inject({ method: 'DELETE', url: '/api/session', headers })

  test('is recorded', async () => {
    const staff = await startConsole()
    const headers = await logInAs(staff, await addAccount(staff, 'hanako', 'reader'))
    const reply = await logOut(staff, headers)
    expect([reply.statusCode, reply.json()]).toEqual([200, { signOutUrl: null }])
    expect((await auditTrail(staff)).at(-1)).toMatchObject({
      who: 'hanako',
      via: 'console',
      action: 'logout',
    })
  })

  test('without a session takes the cookie away all the same, and is not recorded', async () => {
    const staff = await startConsole()
    const reply = await logOut(staff, { cookie: 'staff-session-3001=old' })
    expect([reply.statusCode, reply.json()]).toEqual([200, { signOutUrl: null }])
    expect(reply.headers['set-cookie']).toBe(
      'staff-session-3001=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    )
    expect(await auditTrail(staff)).toEqual([])
  })
})
