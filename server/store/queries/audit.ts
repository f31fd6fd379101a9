/** The audit trail: rows are added and read; no statement of this program changes or deletes one. */

import { sql } from 'kysely'
import type { AuditRow } from '../schema.ts'
import { readAll, readDynamic, write } from '../statement.ts'

export const insertAudit = write((db, row: AuditRow) => {
  const { id, at, who, via, action, subject, detail } = row
  return db.insertInto('audit').values({ id, at, who, via, action, subject, detail })
})

type AuditPlace = { from: number; until: number; after?: AuditRow | undefined; limit: number }

/** Oldest first, `limit` rows after a place, between two instants. */
export const auditPage = readDynamic((db, { from, until, after, limit }: AuditPlace) => {
  const page = db
    .selectFrom('audit')
    .selectAll()
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
  return after ? page.where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`) : page
})

type Activity = {
  who: string
  from: number
  until: number
  after: Pick<AuditRow, 'at' | 'id'> | undefined
  limit: number
}

/** What one person did between two instants, oldest first, `limit` rows after a place. */
export const activityPage = readDynamic((db, { who, from, until, after, limit }: Activity) => {
  const page = db
    .selectFrom('audit')
    .selectAll()
    .where('who', '=', who)
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
  return after ? page.where(sql<boolean>`(at, id) > (${after.at}, ${after.id})`) : page
})

/** Whoever did something between two instants. */
export const peopleBetween = readAll((db, { from, until }: { from: number; until: number }) =>
  db
    .selectFrom('audit')
    .select('who')
    .distinct()
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('who'),
)

/** Applications that something happened to within a time: received, completed, mailed or changed by staff in it; oldest first. Reads whole tables: for a person who asks once. */
export const activeBetween = readAll(
  (db, { from, until, limit }: { from: number; until: number; limit: number }) =>
    db
      .selectFrom('applications')
      .select('id')
      .where((eb) => {
        const within = (column: 'created_at' | 'completed_at') =>
          eb.and([eb(column, '>=', from), eb(column, '<', until)])
        const sent = eb
          .selectFrom('outbox')
          .select('application')
          .where('sent_at', '>=', from)
          .where('sent_at', '<', until)
        const changed = eb
          .selectFrom('history')
          .select('application')
          .where('at', '>=', from)
          .where('at', '<', until)
        return eb.or([
          within('created_at'),
          within('completed_at'),
          eb('id', 'in', sent),
          eb('id', 'in', changed),
        ])
      })
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit),
)
