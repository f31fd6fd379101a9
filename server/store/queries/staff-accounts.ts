/** Staff accounts, an identity provider's too, with their recovery codes and sessions. Secrets arrive here hashed or encrypted. */

import { type Kysely, sql } from 'kysely'
import { hasPermission, type Role } from '#domain/roles.ts'
import type { Schema, StaffAccountRow, StaffSessionRow } from '../schema.ts'
import { insertRows, readAll, readFirst, type Transaction, write, writeOne } from '../statement.ts'

type Named = { name: string }
/** An account as it was read: a change that relies on it is made in this generation alone. */
export type AccountRead = Pick<StaffAccountRow, 'name' | 'generation'>

const NEXT_GENERATION = sql<number>`generation + 1`

/** False where the name is taken. */
export const insertAccount = writeOne(
  (db, { name, role, created_at }: Pick<StaffAccountRow, 'name' | 'role' | 'created_at'>) =>
    db
      .insertInto('staff_accounts')
      .values({ name, role, created_at, totp_step: 0, generation: 0 })
      .onConflict((conflict) => conflict.doNothing()),
)

export const findAccount = readFirst((db, { name }: Named) =>
  db.selectFrom('staff_accounts').selectAll().where('name', '=', name),
)

export const allAccounts = readAll((db) =>
  db.selectFrom('staff_accounts').selectAll().orderBy('name'),
)

type Standing = Pick<StaffAccountRow, 'role' | 'disabled_at'>

/** Whether it is in use, and its role may work on applications. */
export function mayWork(account: Standing | undefined): boolean {
  return account?.disabled_at === null && hasPermission(account.role, 'change')
}

const oneAccount = readFirst((db) => db.selectFrom('staff_accounts').select('name').limit(1))

export async function hasAccounts(tx: Transaction): Promise<boolean> {
  return (await oneAccount(tx)) !== undefined
}

export const changeRole = writeOne((db, { name, role }: Named & { role: Role }) =>
  db.updateTable('staff_accounts').set({ role }).where('name', '=', name),
)

/** Null enables the account again. */
export const changeDisabled = writeOne((db, { name, at }: Named & { at: number | null }) =>
  db.updateTable('staff_accounts').set({ disabled_at: at }).where('name', '=', name),
)

const dropRecoveryCodes = write((db, { name }: Named) =>
  db.deleteFrom('staff_recovery_codes').where('account', '=', name),
)
const changeSetup = writeOne((db, { name, hash, until }: Named & { hash: string; until: number }) =>
  db
    .updateTable('staff_accounts')
    .set({ setup_hash: hash, setup_until: until, password_hash: null, totp_secret: null })
    .where('name', '=', name),
)

/** A new setup code takes the place of password and second factor. */
export async function startSetup(
  tx: Transaction,
  setup: Named & { hash: string; until: number },
): Promise<boolean> {
  await dropRecoveryCodes(tx, { name: setup.name })
  return changeSetup(tx, setup)
}

/** The secret of a setup that is under way, and the next generation; false where it is another one meanwhile. */
export const changeTotpSecret = writeOne((db, p: AccountRead & { secret: string }) =>
  db
    .updateTable('staff_accounts')
    .set({ totp_secret: p.secret, generation: NEXT_GENERATION })
    .where('name', '=', p.name)
    .where('generation', '=', p.generation),
)

/** Ends the setup, and begins the next generation; false where it is another one meanwhile. */
export const finishSetup = writeOne((db, p: AccountRead & { password: string; step: number }) =>
  db
    .updateTable('staff_accounts')
    .set({
      password_hash: p.password,
      totp_step: p.step,
      setup_hash: null,
      setup_until: null,
      generation: NEXT_GENERATION,
    })
    .where('name', '=', p.name)
    .where('generation', '=', p.generation),
)

/** Begins the next generation; false where it is another one meanwhile. */
export const changePassword = writeOne((db, p: AccountRead & { password: string }) =>
  db
    .updateTable('staff_accounts')
    .set({ password_hash: p.password, generation: NEXT_GENERATION })
    .where('name', '=', p.name)
    .where('generation', '=', p.generation),
)

/** Holds the account in the generation in which it was read until the commit; false where it is another one meanwhile. */
export const holdGeneration = writeOne((db, { name, generation }: AccountRead) =>
  db
    .updateTable('staff_accounts')
    .set({ generation })
    .where('name', '=', name)
    .where('generation', '=', generation),
)

const raiseGeneration = write((db, { name }: Named) =>
  db.updateTable('staff_accounts').set({ generation: NEXT_GENERATION }).where('name', '=', name),
)

/** Ends every session of an account, and every login or change that is under way: they are of a generation before. */
export async function endSessions(tx: Transaction, account: Named): Promise<void> {
  await raiseGeneration(tx, account)
  await deleteSessions(tx, account)
}

/** Uses up a TOTP step; false where this one or a later one was used before (replay). */
export const spendTotpStep = writeOne((db, { name, step }: Named & { step: number }) =>
  db
    .updateTable('staff_accounts')
    .set({ totp_step: step })
    .where('name', '=', name)
    .where('totp_step', '<', step),
)

export const insertRecoveryCodes = insertRows('staff_recovery_codes', ['account', 'hash'])

/** Uses up a recovery code; false where there is none of this hash. */
export const spendRecoveryCode = writeOne((db, { name, hash }: Named & { hash: string }) =>
  db.deleteFrom('staff_recovery_codes').where('account', '=', name).where('hash', '=', hash),
)

export const recoveryCodesOf = readAll((db, { name }: Named) =>
  db.selectFrom('staff_recovery_codes').select('hash').where('account', '=', name),
)

export const insertSession = write((db, row: StaffSessionRow) => {
  const { id, account, created_at, seen_at, authenticated_at, id_token, generation } = row
  const values = { id, account, created_at, seen_at, authenticated_at, id_token, generation }
  return db.insertInto('staff_sessions').values(values)
})

/** Sessions that began in the present generation of their account. */
const presentSessions = (db: Kysely<Schema>) =>
  db
    .selectFrom('staff_sessions as s')
    .innerJoin('staff_accounts as a', (join) =>
      join.onRef('a.name', '=', 's.account').onRef('a.generation', '=', 's.generation'),
    )

/** A session with what its account says of it. */
export const findSession = readFirst((db, { id }: { id: string }) =>
  presentSessions(db)
    .selectAll('s')
    .select(['a.role', 'a.disabled_at', 'a.subject'])
    .where('s.id', '=', id),
)

export const touchSession = write((db, { id, at }: { id: string; at: number }) =>
  db.updateTable('staff_sessions').set({ seen_at: at }).where('id', '=', id),
)

export const sessionsOf = readAll((db, { name }: Named) =>
  presentSessions(db).selectAll('s').where('s.account', '=', name).orderBy('s.created_at'),
)

export const deleteSession = write((db, { id }: { id: string }) =>
  db.deleteFrom('staff_sessions').where('id', '=', id),
)

/** The rows alone: see endSessions. */
export const deleteSessions = write((db, { name }: Named) =>
  db.deleteFrom('staff_sessions').where('account', '=', name),
)

/** Forgets sessions that ended by themselves. */
export const deleteOldSessions = write((db, p: { created: number; seen: number }) =>
  db
    .deleteFrom('staff_sessions')
    .where((eb) => eb.or([eb('created_at', '<', p.created), eb('seen_at', '<', p.seen)])),
)

export const findBySubject = readFirst((db, { subject }: { subject: string }) =>
  db.selectFrom('staff_accounts').selectAll().where('subject', '=', subject),
)

/** False where the name or the subject has an account. */
export const insertProviderAccount = writeOne(
  (
    db,
    {
      name,
      role,
      subject,
      at,
    }: Pick<StaffAccountRow, 'name' | 'role'> & { subject: string; at: number },
  ) =>
    db
      .insertInto('staff_accounts')
      .values({ name, role, subject, created_at: at, totp_step: 0, generation: 0 })
      .onConflict((conflict) => conflict.doNothing()),
)
