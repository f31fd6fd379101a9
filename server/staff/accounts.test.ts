/** What every change of an account leaves in the audit trail, and what a setup takes. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENGINES, openEmpty, temporaryFolder } from '../testing/databases.ts'
import { bytesOfBase32, CHEAP, PASSWORD } from '../testing/staff-app.ts'
import { AccountError, createStaffAccounts } from './accounts.ts'
import { createAudit } from './audit.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { createSecretBox } from './secret-box.ts'
import { createSessions } from './sessions.ts'
import { totpCode, totpStep } from './totp.ts'

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

  test('that is there already, or is not, is named in the refusal, and nothing is recorded', async () => {
    const { accounts, trail } = await setUp()
    const taken = `利用者「${NAME}」はすでに登録されています。`
    const unknown = '利用者「太郎」は登録されていません。'
    for (const [call, message] of [
      [accounts.add(BY, NAME, 'reader'), taken],
      [accounts.reset(BY, '太郎'), unknown],
      [accounts.changeRole(BY, '太郎', 'reader'), unknown],
      [accounts.setDisabled(BY, '太郎', true), unknown],
    ] as const) {
      const refusal = await call.then(String, (error: Error) => error)
      expect(refusal).toBeInstanceOf(AccountError)
      expect(refusal).toMatchObject({ name: 'AccountError', message })
    }
    expect(await trail()).toHaveLength(1)
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
    expect(await accounts.verifyPassword('太郎', '')).toBe(false)
  })
})
