/** Staff accounts that an identity provider vouches for. */
import { readFirst, writeOne } from './queries.ts'
import type { StaffAccountRow } from './schema.ts'

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
