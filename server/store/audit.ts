/** The audit trail: rows are added and read; no statement of this program changes or deletes one. */
import { sql } from 'kysely'
import type { AuditRow } from './schema.ts'
import { query, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

export async function insertAudit(tx: Transaction, row: AuditRow): Promise<void> {
  await tx.run(auditInsertion, row)
}

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

const auditInsertion = statement((db, { id, at, who, via, action, subject, detail }: AuditRow) =>
  db.insertInto('audit').values({ id, at, who, via, action, subject, detail }),
)
