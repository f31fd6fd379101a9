/** The audit trail: rows are added and read; no statement of this program changes or deletes one. */
import { sql } from 'kysely'
import { write } from './queries.ts'
import type { AuditRow } from './schema.ts'
import { query } from './statement.ts'
import type { Transaction } from './transaction.ts'

export const insertAudit = write((db, row: AuditRow) => {
  const { id, at, who, via, action, subject, detail } = row
  return db.insertInto('audit').values({ id, at, who, via, action, subject, detail })
})

/** Oldest first, `limit` rows after a place, between two instants. */
export function auditPage(
  tx: Transaction,
  place: { from: number; until: number; after?: AuditRow | undefined; limit: number },
): Promise<AuditRow[]> {
  const { from, until, after, limit } = place
  return tx.all(
    query((db) => {
      const page = db
        .selectFrom('audit')
        .selectAll()
        .where('at', '>=', from)
        .where('at', '<', until)
        .orderBy('at')
        .orderBy('id')
        .limit(limit)
      return after ? page.where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`) : page
    }),
  )
}
