import { describe, expect, test } from 'vitest'
import { POLLING_HEADER } from '#contract/console.ts'
import type { AccountRead } from '../../store/queries/staff-accounts.ts'
import { ENGINES, openEmpty } from '../../testing/databases.ts'
import { addAccount, logInAs, startConsole } from '../../testing/staff-app.ts'
import { createStaffAccounts } from './accounts.ts'
import { createSessions, startSession } from './sessions.ts'

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
    const read = async () => {
      const account = await accounts.find('髙﨑 花子')
      if (!account) throw new Error('no account')
      return account
    }
    const start = async (account?: AccountRead) => {
      const present = account ?? (await read())
      return database.atomic((tx) => startSession(tx, present, clock.now))
    }
    return { database, clock, accounts, sessions, read, start, token: await start() }
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
      remaining: expect.any(Object),
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
    const { clock, sessions, start, token } = await setUp()
    const polled = await start()
    for (let i = 0; i < 23; i += 1) {
      clock.now += HOURS / 2
      expect(await sessions.find(token, 'user')).not.toBeNull()
      expect(await sessions.find(polled, 'polling'))[i < 1 ? 'toBeTruthy' : 'toBeNull']()
    }
    clock.now += HOURS / 2
    expect(await sessions.find(token, 'user')).toBeNull()
    expect(await sessions.list('髙﨑 花子')).toEqual([])
  })

  test('open nothing that began while the account was disabled', async () => {
    const { accounts, sessions, start } = await setUp()
    await accounts.setDisabled(BY, '髙﨑 花子', true)
    const late = await start()
    expect(await sessions.find(late, 'user')).toBeNull()
  })

  test('are dead from the beginning where the account was read before all were ended', async () => {
    const { accounts, sessions, read, start } = await setUp()
    for (const end of [
      () => sessions.endAll('髙﨑 花子'),
      () => accounts.setDisabled(BY, '髙﨑 花子', true),
      () => accounts.reset(BY, '髙﨑 花子'),
    ]) {
      const account = await read()
      await end()
      await accounts.setDisabled(BY, '髙﨑 花子', false)
      expect(await sessions.find(await start(account), 'user')).toBeNull()
      expect(await sessions.list('髙﨑 花子')).toEqual([])
      expect(await sessions.find(await start(), 'user')).not.toBeNull()
    }
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
