/** Signs in a person whom the identity provider vouches for: account and role follow what it says. */
import { ROLES, type Role } from '#domain/roles.ts'
import type { Database } from '../store/interface.ts'
import { findBySubject, insertProviderAccount } from '../store/provider-accounts.ts'
import type { StaffAccountRow } from '../store/schema.ts'
import { changeRole, deleteSession, endSessions } from '../store/staff-accounts.ts'
import type { Transaction } from '../store/transaction.ts'
import { type Actor, addAudit } from './audit.ts'
import type { Identity } from './identity-provider.ts'
import type { SecretBox } from './secret-box.ts'
import { startSession } from './sessions.ts'
import { staffName } from './staff-name.ts'

export type ProviderRefusal = 'no_role' | 'no_name' | 'name_taken' | 'disabled'

export type ProviderSignIn = (
  identity: Identity,
  /** The session that this one takes the place of. */
  earlier: string | null,
) => Promise<{ token: string } | { refused: ProviderRefusal }>

type Options = { database: Database; clock: () => number; box: SecretBox }

export function createProviderSignIn({ database, clock, box }: Options): ProviderSignIn {
  return (identity, earlier) =>
    database.atomic(async (tx) => {
      const at = clock()
      const known = await findBySubject(tx, { subject: identity.subject })
      const name = known?.name ?? staffName(identity.name ?? '')
      const { role } = identity
      const refuse = async (refused: ProviderRefusal) => {
        const who = name ?? '（名前のない利用者）'
        const detail = `OpenID Connect ${refused}`
        await addAudit(tx, { name: who, via: 'console' }, { action: 'login_failed', detail }, at)
        return { refused }
      }
      if (name === null) return refuse('no_name')
      if (role === null) {
        // Whoever has lost every role is out on every machine.
        if (known) await endSessions(tx, { name })
        return refuse('no_role')
      }
      if (known?.disabled_at != null) return refuse('disabled')
      const by: Actor = { name, via: 'console' }
      if (!(await follow(tx, { known, by, role, subject: identity.subject, at })))
        return refuse('name_taken')
      if (earlier !== null) await deleteSession(tx, { id: earlier })
      await addAudit(tx, by, { action: 'login', detail: 'OpenID Connect' }, at)
      const { authenticatedAt, idToken } = identity
      const sealed = box.seal(Buffer.from(idToken), name)
      // A new account begins with generation 0.
      const account = { name, generation: known?.generation ?? 0 }
      return { token: await startSession(tx, account, at, { authenticatedAt, idToken: sealed }) }
    })
}

type Following = {
  known: StaffAccountRow | undefined
  by: Actor
  role: Role
  subject: string
  at: number
}

/** Makes the account, or gives it its present role; false where somebody else has the name. */
async function follow(
  tx: Transaction,
  { known, by, role, subject, at }: Following,
): Promise<boolean> {
  const { name } = by
  const { label } = ROLES[role]
  if (known?.role === role) return true
  if (known) {
    await changeRole(tx, { name, role })
    await addAudit(tx, by, { action: 'account_role', subject: name, detail: label }, at)
    return true
  }
  if (!(await insertProviderAccount(tx, { name, role, subject, at }))) return false
  await addAudit(tx, by, { action: 'account_added', subject: name, detail: label }, at)
  return true
}
