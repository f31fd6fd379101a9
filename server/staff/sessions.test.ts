import { describe, expect, test } from 'vitest'
import { POLLING_HEADER } from '#domain/console.ts'
import { ENGINES, openEmpty } from '../testing/databases.ts'
import { addAccount, logInAs, startConsole } from '../testing/staff-app.ts'
import { createStaffAccounts } from './accounts.ts'
import { createSessions } from './sessions.ts'

const BY = { name: 'root', via: 'command' } as const
const NOW = Date.UTC(2026, 10, 20)
const HOURS = 3_600_000

describe.each(ENGINES)('sessions on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const clock = { now: NOW }
    const box = { seal: () => '', open: () => Buffer.alloc(20) }
    const accounts = createStaffAccounts({ database, clock: () => clock.now, box })
    await accounts.add(BY, '髙﨑 花子', 'worker')
    const sessions = createSessions(database, () => clock.now)
    const token = await sessions.start('髙﨑 花子')
    return { database, clock, accounts, sessions, token }
  }

  test('are known to every process, and to nobody who has no token', async () => {
    const { database, clock, sessions, token } = await setUp()
    expect(token).toMatch(/^[\w-]{43}$/)
    const elsewhere = createSessions(database, () => clock.now)
    const found = {
      id: expect.any(String),
      account: '髙﨑 花子',
      role: 'worker',
      hasPassword: true,
      authenticatedAt: null,
      idToken: null,
    }
    expect(await elsewhere.find(token, 'user')).toEqual(found)
    const { id = '' } = (await sessions.find(token, 'user')) ?? {}
    expect(id).not.toContain(token)
    for (const other of ['', id, `${token}A`, token.slice(1), token.toLowerCase()])
      expect(await sessions.find(other, 'user')).toBeNull()
  })

  test('end after an hour without activity, polling not counted, and after twelve hours anyway', async () => {
    const { clock, sessions, token } = await setUp()
    const polled = await sessions.start('髙﨑 花子')
    for (let i = 0; i < 23; i += 1) {
      clock.now += HOURS / 2
      expect(await sessions.find(token, 'user')).not.toBeNull()
      expect(await sessions.find(polled, 'polling'))[i < 1 ? 'toBeTruthy' : 'toBeNull']()
    }
    clock.now += HOURS / 2
    expect(await sessions.find(token, 'user')).toBeNull()
    expect(await sessions.list('髙﨑 花子')).toEqual([])
  })

  test('end at logout, with all others at once, when the account is disabled, and when it is reset', async () => {
    const { accounts, sessions, token } = await setUp()
    const isOpen = async (one: string) => (await sessions.find(one, 'user')) !== null
    const second = await sessions.start('髙﨑 花子')
    await sessions.end((await sessions.find(token, 'user'))?.id ?? '')
    expect([await isOpen(token), await isOpen(second)]).toEqual([false, true])
    await sessions.endAll('髙﨑 花子')
    expect(await isOpen(second)).toBe(false)
    const third = await sessions.start('髙﨑 花子')
    await accounts.setDisabled(BY, '髙﨑 花子', true)
    await accounts.setDisabled(BY, '髙﨑 花子', false)
    expect(await isOpen(third)).toBe(false)
    const fourth = await sessions.start('髙﨑 花子')
    await accounts.reset(BY, '髙﨑 花子')
    expect(await isOpen(fourth)).toBe(false)
  })

  test('open nothing that began while the account was disabled', async () => {
    const { accounts, sessions } = await setUp()
    await accounts.setDisabled(BY, '髙﨑 花子', true)
    const late = await sessions.start('髙﨑 花子')
    expect(await sessions.find(late, 'user')).toBeNull()
  })

  test('say when they were used last, to a minute', async () => {
    const { clock, sessions, token } = await setUp()
    const seenAfter = async (ms: number) => {
      clock.now += ms
      await sessions.find(token, 'user')
      const [session] = await sessions.list('髙﨑 花子')
      return (session?.seenAt ?? 0) - NOW
    }
    expect([await seenAfter(59_999), await seenAfter(1)]).toEqual([0, 60_000])
  })

  test('have the role that the account has now', async () => {
    const { accounts, sessions, token } = await setUp()
    await accounts.changeRole(BY, '髙﨑 花子', 'reader')
    expect(await sessions.find(token, 'user')).toMatchObject({ role: 'reader' })
  })
})

test('a list that only asks for news keeps no session alive; a person who looks does', async () => {
  const staff = await startConsole()
  const account = await addAccount(staff, '髙﨑 花子', 'worker')
  const polling = { [POLLING_HEADER]: '1' }
  for (const [header, expected] of [
    [polling, 401],
    [{}, 200],
  ] as const) {
    const headers = await logInAs(staff, account)
    const look = (also: Record<string, string>) =>
      staff.app.inject({ url: '/api/applications', headers: { ...headers, ...also } })
    staff.clock.now += HOURS / 2
    expect((await look(header)).statusCode).toBe(200)
    staff.clock.now += HOURS / 2
    expect((await look({})).statusCode).toBe(expected)
  }
})
