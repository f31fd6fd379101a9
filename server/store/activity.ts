/** Which applications something happened to within a time. */
import { readAll } from './queries.ts'

/** Received, completed, mailed or changed by staff in it; oldest first. Reads whole tables: for a person who asks once. */
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
