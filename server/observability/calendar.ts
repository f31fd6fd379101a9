/** The operator's calendar of working days, for whatever measures how long somebody has waited. */
import { memoised } from '#domain/memoise.ts'
import { type Calendar, createCalendar } from '#domain/working-days.ts'
import { closedDays } from '../store/queries/installation-values.ts'
import type { Transaction } from '../store/statement.ts'

/** As the last start of a server noted it. */
export async function calendarOf(tx: Transaction): Promise<Calendar> {
  return calendarWithout((await closedDays(tx)).join())
}

const calendarWithout = memoised((days) => createCalendar(days.split(',')))
