/** Staff accounts with their recovery codes and sessions. Secrets arrive here hashed or encrypted. */
import type { Role } from '#domain/roles.ts'
import type { StaffAccountRow, StaffSessionRow } from './schema.ts'
import { statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

type Named = { name: string }

export async function insertAccount(
  tx: Transaction,
  account: Pick<StaffAccountRow, 'name' | 'role' | 'created_at'>,
): Promise<boolean> {
  return (await tx.run(accountInsertion, account)) === 1
}

export function findAccount(tx: Transaction, name: string): Promise<StaffAccountRow | undefined> {
  return tx.first(accountByName, { name })
}

export function allAccounts(tx: Transaction): Promise<StaffAccountRow[]> {
  return tx.all(accountsInOrder)
}

export async function anyAccount(tx: Transaction): Promise<boolean> {
  return (await tx.first(oneAccount)) !== undefined
}

export async function changeRole(
  tx: Transaction,
  change: Named & { role: Role },
): Promise<boolean> {
  return (await tx.run(roleChange, change)) === 1
}

/** Null enables the account again. */
export async function changeDisabled(
  tx: Transaction,
  change: Named & { at: number | null },
): Promise<boolean> {
  return (await tx.run(disabling, change)) === 1
}

/** A new setup code takes the place of password and second factor. */
export async function startSetup(
  tx: Transaction,
  { name, hash, until }: Named & { hash: string; until: number },
): Promise<boolean> {
  await tx.run(recoveryCodesDeletion, { name })
  return (await tx.run(setupStart, { name, hash, until })) === 1
}

/** The secret of a setup that is under way. */
export async function changeTotpSecret(
  tx: Transaction,
  change: Named & { secret: string },
): Promise<void> {
  await tx.run(totpChange, change)
}

/** Ends the setup whose code has this hash; false where another has ended it. */
export async function finishSetup(
  tx: Transaction,
  change: Named & { password: string; step: number; setup: string },
): Promise<boolean> {
  return (await tx.run(setupEnd, change)) === 1
}

export async function changePassword(
  tx: Transaction,
  change: Named & { password: string },
): Promise<void> {
  await tx.run(passwordChange, change)
}

/** Uses up a TOTP step; false where this one or a later one was used before (replay). */
export async function spendTotpStep(
  tx: Transaction,
  use: Named & { step: number },
): Promise<boolean> {
  return (await tx.run(totpUse, use)) === 1
}

export async function insertRecoveryCodes(
  tx: Transaction,
  name: string,
  hashes: readonly string[],
): Promise<void> {
  for (const hash of hashes) await tx.run(recoveryCodeInsertion, { name, hash })
}

/** Uses up a recovery code; false where there is none of this hash. */
export async function spendRecoveryCode(
  tx: Transaction,
  code: Named & { hash: string },
): Promise<boolean> {
  return (await tx.run(recoveryCodeUse, code)) === 1
}

export async function countRecoveryCodes(tx: Transaction, name: string): Promise<number> {
  return (await tx.all(recoveryCodesOf, { name })).length
}

export async function insertSession(tx: Transaction, session: StaffSessionRow): Promise<void> {
  await tx.run(sessionInsertion, session)
}

export type SessionWithAccount = StaffSessionRow &
  Pick<StaffAccountRow, 'role' | 'disabled_at' | 'subject'>

export function findSession(tx: Transaction, id: string): Promise<SessionWithAccount | undefined> {
  return tx.first(sessionById, { id })
}

export async function touchSession(
  tx: Transaction,
  change: { id: string; at: number },
): Promise<void> {
  await tx.run(sessionTouch, change)
}

export function sessionsOf(tx: Transaction, name: string): Promise<StaffSessionRow[]> {
  return tx.all(sessionsByAccount, { name })
}

export async function deleteSession(tx: Transaction, id: string): Promise<void> {
  await tx.run(sessionDeletion, { id })
}

/** Ends every session of an account. */
export async function deleteSessions(tx: Transaction, name: string): Promise<void> {
  await tx.run(sessionsDeletion, { name })
}

/** Forgets sessions that ended by themselves. */
export async function deleteOldSessions(
  tx: Transaction,
  before: { created: number; seen: number },
): Promise<void> {
  await tx.run(oldSessionsDeletion, before)
}

const accountInsertion = statement(
  (db, { name, role, created_at }: Pick<StaffAccountRow, 'name' | 'role' | 'created_at'>) =>
    db
      .insertInto('staff_accounts')
      .values({ name, role, created_at, totp_step: 0 })
      .onConflict((conflict) => conflict.doNothing()),
)
const accountByName = statement((db, { name }: Named) =>
  db.selectFrom('staff_accounts').selectAll().where('name', '=', name),
)
const accountsInOrder = statement((db) =>
  db.selectFrom('staff_accounts').selectAll().orderBy('name'),
)
const oneAccount = statement((db) => db.selectFrom('staff_accounts').select('name').limit(1))
const roleChange = statement((db, { name, role }: Named & { role: Role }) =>
  db.updateTable('staff_accounts').set({ role }).where('name', '=', name),
)
const disabling = statement((db, { name, at }: Named & { at: number | null }) =>
  db.updateTable('staff_accounts').set({ disabled_at: at }).where('name', '=', name),
)
const setupStart = statement((db, { name, hash, until }: Named & { hash: string; until: number }) =>
  db
    .updateTable('staff_accounts')
    .set({ setup_hash: hash, setup_until: until, password_hash: null, totp_secret: null })
    .where('name', '=', name),
)
const totpChange = statement((db, { name, secret }: Named & { secret: string }) =>
  db.updateTable('staff_accounts').set({ totp_secret: secret }).where('name', '=', name),
)
const setupEnd = statement((db, p: Named & { password: string; step: number; setup: string }) =>
  db
    .updateTable('staff_accounts')
    .set({ password_hash: p.password, totp_step: p.step, setup_hash: null, setup_until: null })
    .where('name', '=', p.name)
    .where('setup_hash', '=', p.setup),
)
const passwordChange = statement((db, { name, password }: Named & { password: string }) =>
  db.updateTable('staff_accounts').set({ password_hash: password }).where('name', '=', name),
)
const totpUse = statement((db, { name, step }: Named & { step: number }) =>
  db
    .updateTable('staff_accounts')
    .set({ totp_step: step })
    .where('name', '=', name)
    .where('totp_step', '<', step),
)
const recoveryCodeInsertion = statement((db, { name, hash }: Named & { hash: string }) =>
  db.insertInto('staff_recovery_codes').values({ account: name, hash }),
)
const recoveryCodeUse = statement((db, { name, hash }: Named & { hash: string }) =>
  db.deleteFrom('staff_recovery_codes').where('account', '=', name).where('hash', '=', hash),
)
const recoveryCodesOf = statement((db, { name }: Named) =>
  db.selectFrom('staff_recovery_codes').select('hash').where('account', '=', name),
)
const recoveryCodesDeletion = statement((db, { name }: Named) =>
  db.deleteFrom('staff_recovery_codes').where('account', '=', name),
)
const sessionInsertion = statement((db, row: StaffSessionRow) => {
  const { id, account, created_at, seen_at, authenticated_at, id_token } = row
  const values = { id, account, created_at, seen_at, authenticated_at, id_token }
  return db.insertInto('staff_sessions').values(values)
})
const sessionById = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff_accounts as a', 'a.name', 's.account')
    .selectAll('s')
    .select(['a.role', 'a.disabled_at', 'a.subject'])
    .where('s.id', '=', id),
)
const sessionTouch = statement((db, { id, at }: { id: string; at: number }) =>
  db.updateTable('staff_sessions').set({ seen_at: at }).where('id', '=', id),
)
const sessionsByAccount = statement((db, { name }: Named) =>
  db.selectFrom('staff_sessions').selectAll().where('account', '=', name).orderBy('created_at'),
)
const sessionDeletion = statement((db, { id }: { id: string }) =>
  db.deleteFrom('staff_sessions').where('id', '=', id),
)
const sessionsDeletion = statement((db, { name }: Named) =>
  db.deleteFrom('staff_sessions').where('account', '=', name),
)
const oldSessionsDeletion = statement((db, p: { created: number; seen: number }) =>
  db
    .deleteFrom('staff_sessions')
    .where((eb) => eb.or([eb('created_at', '<', p.created), eb('seen_at', '<', p.seen)])),
)
