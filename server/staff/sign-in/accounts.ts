/** Operations on staff accounts: made and reset by an administrator, set up and used by the person. */

import { ROLES, type Role } from '#domain/roles.ts'
import { DAY_MS } from '#domain/tokyo-time.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import {
  type AccountRead,
  allAccounts,
  changeDisabled,
  changePassword,
  changeRole,
  changeTotpSecret,
  deleteSessions,
  endSessions,
  findAccount,
  finishSetup,
  hasAccounts,
  holdGeneration,
  insertAccount,
  insertRecoveryCodes,
  mayWork,
  recoveryCodesOf,
  spendRecoveryCode,
  spendTotpStep,
  startSetup,
} from '../../store/queries/staff-accounts.ts'
import type { StaffAccountRow } from '../../store/schema.ts'
import { Conflict } from '../../store/session.ts'
import type { Transaction } from '../../store/statement.ts'
import { type Actor, type AuditEvent, addAudit } from '../audit.ts'
import { hashPassword, type PasswordCost, passwordProblem, verifyPassword } from './password.ts'
import {
  base32,
  hashOneTimeCode,
  matchTotp,
  newOneTimeCode,
  newRecoveryCodes,
  newTotpSecret,
  totpUri,
} from './second-factor.ts'
import type { SecretBox } from './secret-box.ts'
import { type Beginning, startSession } from './sessions.ts'

export type { AccountRead }

export type StaffAccounts = {
  /** Whether there is one; without, a console that nobody else can reach may be open. */
  any(): Promise<boolean>
  list(): Promise<StaffAccountRow[]>
  /** The names of those in use whose role may work on applications. */
  workers(): Promise<string[]>
  find(name: string): Promise<StaffAccountRow | undefined>
  /** The setup code; throws `account_refused` where the name is taken. */
  add(by: Actor, name: string, role: Role): Promise<string>
  /** A new setup code in place of password and second factor; ends all sessions. Throws `account_refused`. */
  reset(by: Actor, name: string): Promise<string>
  /** Throws `account_refused`. */
  changeRole(by: Actor, name: string, role: Role): Promise<void>
  /** Ends all sessions of an account that is disabled. Throws `account_refused`. */
  setDisabled(by: Actor, name: string, disabled: boolean): Promise<void>
  /** Step 1 of a setup: a new second factor; null where the code is wrong or too old. */
  beginSetup(name: string, code: string): Promise<{ secret: string; uri: string } | null>
  /** Step 2: a session's cookie value and the recovery codes; null where a code is wrong. Throws `account_refused`. */
  finishSetup(setup: Setup & Earlier): Promise<{ token: string; recoveryCodes: string[] } | null>
  /** The cookie's value of a new session, or null: which of the three was wrong is not told. */
  logIn(login: Login & Earlier): Promise<{ token: string; role: Role } | null>
  /** Re-authentication: null where this is not the account's password, else what a change has to hold (holdGeneration). */
  verifyPassword(name: string, password: string): Promise<AccountRead | null>
  /** Ends every session; the cookie's value of a new one, or null where password or code is wrong. Throws `account_refused`. */
  changePassword(by: Actor, change: Login & { next: string }): Promise<string | null>
  recoveryCodesLeft(name: string): Promise<number>
}

export type Login = { name: string; password: string; code: string }
export type Setup = { name: string; code: string; password: string; totp: string }
type Earlier = Pick<Beginning, 'earlier'>

type Options = {
  database: Database
  clock: () => number
  box: SecretBox
  /** The usual one where it is left out. */
  passwordCost?: PasswordCost | undefined
}

const ISSUER = 'お申し込み管理'
const SETUP_MS = DAY_MS

export function createStaffAccounts(options: Options): StaffAccounts {
  const { database } = options
  return {
    any: () => database.read(hasAccounts),
    list: () => database.read((tx) => allAccounts(tx)),
    workers: async () =>
      (await database.read((tx) => allAccounts(tx))).filter(mayWork).map(({ name }) => name),
    find: (name) => database.read((tx) => findAccount(tx, { name })),
    recoveryCodesLeft: async (name) =>
      (await database.read((tx) => recoveryCodesOf(tx, { name }))).length,
    ...administration(options),
    ...setup(options),
    ...authentication(options),
  }
}

function administration({ database, clock }: Options) {
  /** A change of one account with its entry in the audit trail. */
  const change = (
    by: Actor,
    event: AuditEvent & { subject: string },
    work: (tx: Transaction, now: number) => Promise<boolean>,
    refusal = `利用者「${event.subject}」は登録されていません。`,
  ) =>
    database.atomic(async (tx) => {
      const now = clock()
      if (!(await work(tx, now))) throw accountRefused(refusal)
      await addAudit(tx, by, event, now)
    })
  return {
    async add(by: Actor, name: string, role: Role) {
      const code = newOneTimeCode()
      const event = { action: 'account_added', subject: name, detail: ROLES[role].label } as const
      const work = async (tx: Transaction, now: number) =>
        (await insertAccount(tx, { name, role, created_at: now })) &&
        (await newSetup(tx, name, code, now))
      await change(by, event, work, `利用者「${name}」はすでに登録されています。`)
      return code
    },
    async reset(by: Actor, name: string) {
      const code = newOneTimeCode()
      await change(by, { action: 'account_reset', subject: name }, (tx, now) =>
        newSetup(tx, name, code, now),
      )
      return code
    },
    changeRole: (by: Actor, name: string, role: Role) =>
      change(by, { action: 'account_role', subject: name, detail: ROLES[role].label }, (tx) =>
        changeOwnRole(tx, { name, role }),
      ),
    setDisabled: (by: Actor, name: string, disabled: boolean) =>
      change(
        by,
        { action: disabled ? 'account_disabled' : 'account_enabled', subject: name },
        async (tx, now) => {
          if (disabled) await endSessions(tx, { name })
          return changeDisabled(tx, { name, at: disabled ? now : null })
        },
      ),
  }
}

function setup({ database, clock, box, passwordCost }: Options) {
  return {
    async beginSetup(name: string, code: string) {
      const secret = newTotpSecret()
      const begun = await database.atomic(async (tx) => {
        const account = await findAccount(tx, { name })
        if (!account || !isSetupCode(account, code, clock())) return false
        const { generation } = account
        const isSame = await changeTotpSecret(tx, {
          name,
          generation,
          secret: box.seal(secret, name),
        })
        if (!isSame) throw new Conflict()
        return true
      })
      return begun ? { secret: base32(secret), uri: totpUri(secret, name, ISSUER) } : null
    },
    async finishSetup({ name, code, password, totp, earlier }: Setup & Earlier) {
      const now = clock()
      const account = await database.read((tx) => findAccount(tx, { name }))
      if (!account?.totp_secret || !isSetupCode(account, code, now)) return null
      await refusePassword(password, name)
      const step = matchTotp(box.open(account.totp_secret, name), totp, now)
      if (step === null) return null
      const hash = await hashPassword(password, passwordCost)
      const recoveryCodes = newRecoveryCodes()
      const codeRows = recoveryCodes.map((one) => ({
        account: name,
        hash: String(hashOneTimeCode(one)),
      }))
      const token = await database.atomic(async (tx) => {
        const { generation } = account
        if (!(await finishSetup(tx, { name, generation, password: hash, step }))) return null
        await insertRecoveryCodes(tx, codeRows)
        await addAudit(tx, { name, via: 'console' }, { action: 'setup' }, now)
        return startSession(tx, { name, generation: generation + 1 }, now, { earlier })
      })
      return token === null ? null : { token, recoveryCodes }
    },
  }
}

function authentication({ database, clock, box, passwordCost }: Options) {
  /** Whether the second factor is right; uses it up. */
  const spendCode = async (tx: Transaction, account: StaffAccountRow, code: string) => {
    const { name, totp_secret } = account
    const step = totp_secret && matchTotp(box.open(totp_secret, name), code.trim(), clock())
    if (step) return spendTotpStep(tx, { name, step })
    const hash = hashOneTimeCode(code)
    if (hash === null || !(await spendRecoveryCode(tx, { name, hash }))) return false
    await addAudit(tx, { name, via: 'console' }, { action: 'recovery_code' }, clock())
    return true
  }
  /** Whoever writes after this holds the account's generation: it was read before the hash, which takes its time. */
  const findVerified = async (name: string, password: string) => {
    const account = await database.read((tx) => findAccount(tx, { name }))
    const isRight = await verifyPassword(password, account?.password_hash ?? null, passwordCost)
    return isRight && account?.disabled_at === null ? account : null
  }
  return {
    async logIn({ name, password, code, earlier }: Login & Earlier) {
      const account = await findVerified(name, password)
      if (!account) return null
      return database.atomic(async (tx) => {
        if (!(await holdGeneration(tx, account))) return null
        if (!(await spendCode(tx, account, code))) return null
        await addAudit(tx, { name, via: 'console' }, { action: 'login' }, clock())
        const token = await startSession(tx, account, clock(), { earlier })
        return { token, role: account.role }
      })
    },
    verifyPassword: findVerified,
    async changePassword(by: Actor, { name, password, code, next }: Login & { next: string }) {
      await refusePassword(next, name)
      const account = await findVerified(name, password)
      if (!account) return null
      const hash = await hashPassword(next, passwordCost)
      return database.atomic(async (tx) => {
        if (!(await holdGeneration(tx, account))) return null
        if (!(await spendCode(tx, account, code))) return null
        const { generation } = account
        // On PostgreSQL a change in the same commit may have come between.
        if (!(await changePassword(tx, { name, generation, password: hash }))) throw new Conflict()
        await deleteSessions(tx, { name })
        await addAudit(tx, by, { action: 'password' }, clock())
        return startSession(tx, { name, generation: generation + 1 }, clock())
      })
    },
  }
}

async function refusePassword(password: string, name: string): Promise<void> {
  const problem = await passwordProblem(password, name)
  if (problem !== null) throw accountRefused(problem)
}

function isSetupCode(account: StaffAccountRow | undefined, code: string, now: number): boolean {
  if (!account || account.disabled_at !== null || account.setup_hash === null) return false
  return now < (account.setup_until ?? 0) && hashOneTimeCode(code) === account.setup_hash
}

/** Ends all sessions; the code is for the person. */
async function newSetup(tx: Transaction, name: string, code: string, now: number) {
  await refuseProvided(tx, name)
  await endSessions(tx, { name })
  return startSetup(tx, { name, hash: String(hashOneTimeCode(code)), until: now + SETUP_MS })
}

async function changeOwnRole(tx: Transaction, change: { name: string; role: Role }) {
  await refuseProvided(tx, change.name)
  return changeRole(tx, change)
}

/** Password and role of an account of the identity provider are the provider's. Throws `account_refused`. */
async function refuseProvided(tx: Transaction, name: string): Promise<void> {
  if ((await findAccount(tx, { name }))?.subject == null) return
  throw accountRefused(
    `「${name}」は社内アカウントの利用者です。パスワードと役割は、社内の認証サービスで変更してください。`,
  )
}

function accountRefused(sentence: string): AppError {
  return new AppError('account_refused', { sentence })
}
