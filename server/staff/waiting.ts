/** What applicants wait for staff to deal with, for the tabs and rows of the list. */
import type { ApplicationPage, ListedApplication } from '#contract/console.ts'
import { WAITING_NAMES } from '#domain/staff.ts'
import type { Database } from '../store/database.ts'
import type { ListedRow } from '../store/queries/application-lists.ts'
import { countWaiting, waitingOf } from '../store/queries/waiting.ts'
import { isoTime, isoTimeOrNull } from './application-fields.ts'
import { listedAsJson } from './application-json.ts'

export type WaitingForStaff = {
  /** In all, whatever is listed. */
  counts(): Promise<ApplicationPage['waiting']>
  /** Rows of a list, with what waits of each. */
  marked(rows: readonly ListedRow[]): Promise<ListedApplication[]>
}

export function createWaiting(database: Database): WaitingForStaff {
  return {
    async counts() {
      const counts = await database.browse((tx) => countWaiting(tx, { before: 0 }))
      const shown = WAITING_NAMES.map((kind) => {
        const { count, oldest } = counts[kind]
        return [kind, { count, oldest: isoTimeOrNull(oldest) }]
      })
      return Object.fromEntries(shown) as ApplicationPage['waiting']
    },
    async marked(rows) {
      const ids = rows.map(({ id }) => id)
      const waiting = await database.browse((tx) => waitingOf(tx, ids))
      return rows.map((row) => ({
        ...listedAsJson(row),
        waiting: (waiting.get(row.id) ?? []).map(({ kind, since }) => ({
          kind,
          since: isoTime(since),
        })),
      }))
    },
  }
}
