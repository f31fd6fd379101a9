/** What every change of an account leaves in the audit trail, what a setup takes, and what is stale after a hash. */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../store/database.ts'
import { hasAccounts } from '../../store/queries/staff-accounts.ts'
import type { Transaction } from '../../store/statement.ts'
import { applicationsOn } from '../../testing/calls.ts'
import { ENGINES, openEmpty, slowed, temporaryFolder } from '../../testing/databases.ts'
import { bytesOfBase32, CHEAP, completeEntry, PASSWORD } from '../../testing/staff-app.ts'
import { createStaffApplications } from '../applications.ts'
import { createAudit } from '../audit.ts'
import { createStaffAccounts } from './accounts.ts'
import { createProviderSignIn } from './openid-connect.ts'
import { totpCode, totpStep } from './second-factor.ts'
import { createSecretBox } from './secret-box.ts'
import { createSessions } from './sessions.ts'

const BY = { name: 'root', via: 'command' } as const
const NOW = Date.UTC(2026, 10, 20)
const DAY = 24 * 3_600_000
const NAME = '髙﨑 花子'

describe.each(ENGINES)('a staff account on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const clock = { now: NOW }
    const options = {
      database,
      clock: () => clock.now,
      box: createSecretBox(join(temporaryFolder(), 'staff-key')),
      passwordCost: CHEAP,
    }
    const accounts = createStaffAccounts(options)
    const code = await accounts.add(BY, NAME, 'worker')
    const begin = async () => bytesOfBase32((await accounts.beginSetup(NAME, code))?.secret ?? '')
    const finish = (secret: Uint8Array, setupCode = code) => {
      const totp = totpCode(secret, totpStep(clock.now))
      return accounts.finishSetup({ name: NAME, code: setupCode, password: PASSWORD, totp })
    }
    const trail = async () => {
      const found: string[] = []
      for await (const line of createAudit(database, () => NOW).lines(0, NOW + 2 * DAY)) {
        const { who, via, action, subject, detail } = JSON.parse(line)
        found.push([who, via, action, subject, detail].join(' '))
      }
      return found
    }
    return { ...options, now: clock, accounts, code, begin, finish, trail }
  }

  test('leaves each change in the trail, with who made it and through what', async () => {
    const { accounts, begin, finish, trail, now } = await setUp()
    const secret = await begin()
    const done = await finish(secret)
    const login = () => {
      now.now += 30_000
      const code = totpCode(secret, totpStep(now.now))
      return { name: NAME, password: PASSWORD, code: ` ${code} ` }
    }
    expect(await accounts.recoveryCodesLeft(NAME)).toBe(8)
    expect(await accounts.logIn(login())).toMatchObject({ role: 'worker' })
    const code = String(done?.recoveryCodes[0])
    expect(await accounts.logIn({ ...login(), code })).not.toBeNull()
    expect(await accounts.recoveryCodesLeft(NAME)).toBe(7)
    expect(await accounts.logIn({ ...login(), code: 'no code' })).toBeNull()
    expect(await accounts.logIn({ ...login(), name: '太郎' })).toBeNull()
    const own = { name: NAME, via: 'console' } as const
    expect(await accounts.changePassword(own, { ...login(), next: `${PASSWORD}2` })).not.toBeNull()
    await accounts.changeRole(BY, NAME, 'administrator')
    await accounts.setDisabled(BY, NAME, true)
    await accounts.setDisabled(BY, NAME, false)
    await accounts.reset(BY, NAME)
    expect(await trail()).toEqual([
      `root command account_added ${NAME} 対応`,
      `${NAME} console setup  `,
      `${NAME} console login  `,
      `${NAME} console recovery_code  `,
      `${NAME} console login  `,
      `${NAME} console password  `,
      `root command account_role ${NAME} 管理`,
      `root command account_disabled ${NAME} `,
      `root command account_enabled ${NAME} `,
      `root command account_reset ${NAME} `,
    ])
  })

  test('takes its setup code for a day, after the second factor and not while it is disabled', async () => {
    const { accounts, code, begin, finish, now } = await setUp()
    expect(await accounts.beginSetup('太郎', code)).toBeNull()
    expect(await finish(new Uint8Array(20))).toBeNull()
    await accounts.setDisabled(BY, NAME, true)
    expect(await accounts.beginSetup(NAME, code)).toBeNull()
    await accounts.setDisabled(BY, NAME, false)
    now.now = NOW + DAY
    expect(await accounts.beginSetup(NAME, code)).toBeNull()
    now.now -= 1
    const secret = await begin()
    expect(secret).toHaveLength(20)
    expect(await finish(secret, 'AAAAAA-AAAAAA-AAAAAA-AAAAAA')).toBeNull()
    // Of two that finish at once, one does.
    const both = await Promise.all([finish(secret), finish(secret)])
    expect(both.filter((one) => one === null)).toHaveLength(1)
    expect(await accounts.beginSetup(NAME, code)).toBeNull()
    expect(await finish(secret)).toBeNull()
  })

  test('keeps its sessions when it is enabled; one of the identity provider has no setup code', async () => {
    const { accounts, database, clock, box } = await setUp()
    const signIn = createProviderSignIn({ database, clock, box })
    const identity = {
      subject: 's-1',
      name: '太郎',
      role: 'reader',
      authenticatedAt: NOW,
      idToken: 'token',
    } as const
    const signed = await signIn(identity, null)
    const token = 'token' in signed ? signed.token : ''
    await accounts.setDisabled(BY, '太郎', false)
    expect(await createSessions(database, clock).find(token, 'user')).not.toBeNull()
    for (const call of [accounts.reset(BY, '太郎'), accounts.changeRole(BY, '太郎', 'worker')])
      await expect(call).rejects.toThrow('「太郎」は社内アカウントの利用者です。')
    expect(await accounts.verifyPassword('太郎', '')).toBeNull()
  })
})

/** Reads several times after each statement of a task: those of others in the same commit come before its next one. */
function inSlowSteps(database: Database): Database {
  const slowly = (tx: Transaction): Transaction => {
    const pause = async <T>(result: T) => {
      for (let i = 0; i < 9; i += 1) await hasAccounts(tx)
      return result
    }
    return {
      all: (...given) => tx.all(...given).then(pause),
      first: (...given) => tx.first(...given).then(pause),
      run: (...given) => tx.run(...given).then(pause),
    }
  }
  return { ...database, atomic: (work) => database.atomic((tx) => work(slowly(tx))) }
}

/** Each while a slow process, which has computed its hash, is about to write. */
const ENDS = ['all sessions', 'reset', 'disabled', 'password'] as const

describe.each(ENGINES)('what a hash was computed for, on %s', (engine) => {
  async function setUp() {
    const database = await openEmpty(engine)
    const clock = { now: NOW }
    const { slow, stop } = slowed(database)
    const options = {
      clock: () => clock.now,
      box: createSecretBox(join(temporaryFolder(), 'staff-key')),
      passwordCost: CHEAP,
    }
    const accounts = createStaffAccounts({ ...options, database })
    const slowAccounts = createStaffAccounts({ ...options, database: slow })
    const sessions = createSessions(database, () => clock.now)
    const code = await accounts.add(BY, NAME, 'worker')
    const { secret = '' } = (await accounts.beginSetup(NAME, code)) ?? {}
    const codeNow = () => totpCode(bytesOfBase32(secret), totpStep(clock.now))
    const setup = { name: NAME, code, password: PASSWORD, totp: codeNow() }
    const done = await accounts.finishSetup(setup)
    const [recovery = '', other = ''] = done?.recoveryCodes ?? []
    clock.now += 30_000
    const own = { name: NAME, via: 'console' } as const
    const login = { name: NAME, password: PASSWORD, code: recovery }
    const end = async (how: (typeof ENDS)[number]) => {
      if (how === 'all sessions') await sessions.endAll(NAME)
      if (how === 'reset') await accounts.reset(BY, NAME)
      if (how === 'disabled') await accounts.setDisabled(BY, NAME, true)
      // Enabled again: not the disabled account is what refuses.
      if (how === 'disabled') await accounts.setDisabled(BY, NAME, false)
      if (how === 'password')
        await accounts.changePassword(own, { ...login, code: other, next: `${PASSWORD}2` })
    }
    /** What there is afterwards: sessions, kept hash, unused recovery codes, entries in the trail. */
    const standing = async () => {
      const trail: string[] = []
      for await (const line of createAudit(database, () => NOW).lines(0, NOW + 2 * DAY))
        trail.push(JSON.parse(line).action)
      return {
        sessions: await sessions.list(NAME),
        hash: (await accounts.find(NAME))?.password_hash,
        codes: await accounts.recoveryCodesLeft(NAME),
        trail,
      }
    }
    return {
      database,
      options,
      slow,
      stop,
      clock,
      accounts,
      slowAccounts,
      own,
      login,
      codeNow,
      end,
      standing,
    }
  }

  test.each(ENDS)('a login writes nothing after: %s', async (how) => {
    const { stop, slowAccounts, login, end, standing } = await setUp()
    const { stopped, goOn } = stop()
    const loggedIn = slowAccounts.logIn(login)
    await stopped
    await end(how)
    const before = await standing()
    goOn()
    expect(await loggedIn).toBeNull()
    expect(await standing()).toEqual(before)
  })

  test.each(ENDS)('a new password writes nothing after: %s', async (how) => {
    const { stop, slowAccounts, own, login, end, standing } = await setUp()
    const { stopped, goOn } = stop()
    const changed = slowAccounts.changePassword(own, { ...login, next: `${PASSWORD}3` })
    await stopped
    await end(how)
    const before = await standing()
    goOn()
    expect(await changed).toBeNull()
    expect(await standing()).toEqual(before)
  })

  test.each(ENDS)('an erasure writes nothing after: %s', async (how) => {
    const { database, stop, slow, clock, accounts, own, end } = await setUp()
    const reference = await completeEntry(applicationsOn(database, { clock: () => clock.now }))
    const verified = (await accounts.verifyPassword(NAME, PASSWORD)) ?? undefined
    expect(verified).toMatchObject({ name: NAME })
    const { stopped, goOn } = stop()
    const now = () => clock.now
    const erased = createStaffApplications(slow, now).erase({ reference, by: own }, verified)
    await stopped
    await end(how)
    goOn()
    await expect(erased).rejects.toMatchObject({ code: 'login_required' })
    const applications = createStaffApplications(database, now)
    expect((await applications.find(reference))?.whole.application.erased_at).toBeNull()
    const present = (await accounts.find(NAME)) ?? undefined
    await applications.erase({ reference, by: own }, present)
    expect((await applications.find(reference))?.whole.application.erased_at).toBe(clock.now)
  })

  test('a reset between the statements of a new password leaves nobody with a password', async () => {
    const { database, options, accounts, own, login, codeNow, standing } = await setUp()
    const { slow, stop } = slowed(inSlowSteps(database))
    const slowAccounts = createStaffAccounts({ ...options, database: slow })
    const { stopped, goOn } = stop()
    // A recovery code would be gone with the reset.
    const change = { ...login, code: codeNow(), next: `${PASSWORD}3` }
    const changed = slowAccounts.changePassword(own, change)
    await stopped
    goOn()
    // Both arrive in one turn of the event loop, and PostgreSQL gets their statements in turns.
    const reset = accounts.reset(BY, NAME)
    const [token] = await Promise.all([changed, reset])
    const { sessions, hash, trail } = await standing()
    expect([sessions, hash]).toEqual([[], null])
    expect(trail.includes('password')).toBe(token !== null)
  })

  test('an account of the identity provider that is disabled within the commit of a sign-in has no session', async () => {
    const { database, options, accounts } = await setUp()
    const identity = {
      subject: 's-1',
      name: '太郎',
      role: 'reader',
      authenticatedAt: NOW,
      idToken: 'token',
    } as const
    await createProviderSignIn({ ...options, database })(identity, null)
    const slow = createProviderSignIn({ ...options, database: inSlowSteps(database) })
    const [signed] = await Promise.all([
      slow(identity, null),
      accounts.setDisabled(BY, '太郎', true),
    ])
    await accounts.setDisabled(BY, '太郎', false)
    expect(signed).toEqual({ token: expect.any(String) })
    expect(await createSessions(database, options.clock).list('太郎')).toEqual([])
  })

  test('of two setups that begin at once both are shown a second factor, and the last one holds', async () => {
    const { clock, accounts } = await setUp()
    const code = await accounts.reset(BY, NAME)
    const begun = await Promise.all([1, 2].map(() => accounts.beginSetup(NAME, code)))
    const finished = []
    for (const { secret } of begun.map((one) => one ?? { secret: '' })) {
      const totp = totpCode(bytesOfBase32(secret), totpStep(clock.now))
      finished.push(await accounts.finishSetup({ name: NAME, code, password: PASSWORD, totp }))
    }
    expect(begun).not.toContain(null)
    expect(finished.map((one) => one !== null)).toEqual([false, true])
  })

  test('a setup ends with the second factor that it was begun with, and not while it is disabled', async () => {
    const { stop, clock, accounts, slowAccounts } = await setUp()
    const code = await accounts.reset(BY, NAME)
    const finish = (secret: string) => {
      const totp = totpCode(bytesOfBase32(secret), totpStep(clock.now))
      return slowAccounts.finishSetup({ name: NAME, code, password: PASSWORD, totp })
    }
    const secretOf = async () => (await accounts.beginSetup(NAME, code))?.secret ?? ''
    for (const between of [
      secretOf,
      async () => {
        await accounts.setDisabled(BY, NAME, true)
        await accounts.setDisabled(BY, NAME, false)
      },
    ]) {
      const secret = await secretOf()
      const { stopped, goOn } = stop()
      const finished = finish(secret)
      await stopped
      await between()
      goOn()
      expect(await finished).toBeNull()
      expect((await accounts.find(NAME))?.password_hash).toBeNull()
    }
    expect(await finish(await secretOf())).not.toBeNull()
  })
})
