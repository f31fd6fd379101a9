/** What a person did on a day, from the audit trail. */

import type { ActivityReply } from '#contract/console-answers.ts'
import { DAY_MS, isoTime, startOfDayInTokyo } from '#domain/tokyo-time.ts'
import type { Database } from '../store/database.ts'
import { activityPage, peopleBetween } from '../store/queries/audit.ts'

const PAGE = 100

export type ActivityWanted = {
  who: string
  day: string
  after: { at: number; id: string } | undefined
}

/** Oldest first. `seesOthers` gives the names of all who did something on that day. */
export async function activityOf(
  database: Database,
  { who, day, after }: ActivityWanted,
  seesOthers: boolean,
): Promise<ActivityReply> {
  const from = startOfDayInTokyo(day)
  const span = { from, until: from + DAY_MS }
  const [rows, people] = await database.browse((tx) =>
    Promise.all([
      activityPage(tx, { ...span, who, after, limit: PAGE + 1 }),
      seesOthers ? peopleBetween(tx, span) : [],
    ]),
  )
  const shown = rows.slice(0, PAGE)
  const last = shown.at(-1)
  return {
    entries: shown.map(({ at, who, via, action, subject, detail }) => ({
      at: isoTime(at),
      who,
      via,
      action,
      subject,
      detail,
    })),
    next: last && rows.length > PAGE ? `${last.at}.${last.id}` : null,
    people: seesOthers ? people.map((row) => row.who) : [who],
  }
}
