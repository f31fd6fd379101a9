/** What applicants wait for staff to deal with, for the tabs and rows of the list. */
import type { ApplicationPage, ListedApplication } from '#contract/console-answers.ts'
import { isOpen } from '#domain/list-order.ts'
import { WAITING_NAMES } from '#domain/staff.ts'
import { DAY_MS, isoTime } from '#domain/tokyo-time.ts'
import { calendarOf } from '../observability/calendar.ts'
import type { Database } from '../store/database.ts'
import { type ListedRow, standingOf } from '../store/queries/application-lists.ts'
import { countDesk, countTurns } from '../store/queries/situation.ts'
import { countWaiting, waitingOf } from '../store/queries/waiting.ts'
import { isoTimeOrNull } from './application-fields.ts'
import { listedAsJson } from './application-json.ts'

export type WaitingForStaff = {
  /** In all, whatever is listed; `own` of a person. */
  counts(who: string): Promise<Pick<ApplicationPage, 'waiting' | 'late' | 'asked' | 'own'>>
  /** Rows of a list, with what waits of each. */
  marked(rows: readonly ListedRow[]): Promise<ListedApplication[]>
}

/** `alertHours` as WAITING_ALERT_HOURS. */
export function createWaiting(
  database: Database,
  clock: () => number,
  alertHours: number,
): WaitingForStaff {
  return {
    async counts(who) {
      const { calendar, counts } = await database.browse(async (tx) => ({
        calendar: await calendarOf(tx),
        counts: await countWaiting(tx),
      }))
      const before = calendar.lateBefore(clock(), alertHours)
      const desk = await database.browse((tx) => countDesk(tx, { before }))
      const turns = await database.browse((tx) => countTurns(tx, { who }))
      const shown = WAITING_NAMES.map((kind) => {
        const { count, oldest } = counts[kind]
        return [kind, { count, oldest: isoTimeOrNull(oldest) }]
      })
      return {
        waiting: Object.fromEntries(shown) as ApplicationPage['waiting'],
        ...{ late: desk?.late ?? 0, asked: turns?.asked ?? 0, own: turns?.own ?? 0 },
      }
    },
    async marked(rows) {
      const ids = rows.map(({ id }) => id)
      const { calendar, waiting } = await database.browse(async (tx) => ({
        calendar: await calendarOf(tx),
        waiting: await waitingOf(tx, ids),
      }))
      const now = clock()
      return rows.map((row) => ({
        ...listedAsJson(row),
        ...(isOpen(standingOf(row)) && {
          isOld: calendar.timeBetween(row.created_at, now) >= DAY_MS,
        }),
        waiting: (waiting.get(row.id) ?? []).map(({ kind, since }) => ({
          kind,
          since: isoTime(since),
        })),
      }))
    },
  }
}
