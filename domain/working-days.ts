/** Working days in Tokyo: Saturdays, Sundays, public holidays and the operator's closed days are none. Of a working day all 24 hours count. */

import holidayJp from '@holiday-jp/holiday_jp'
import { DAY_MS, dayBefore, HOUR_MS, MINUTE_MS, startOfDayInTokyo, tokyoDay } from './tokyo-time.ts'

/** Of the version of the package that package.json names: when its table was taken. Tables of later years may be others. */
export const HOLIDAYS_TAKEN = { version: '2.5.1', day: '2026-11-27' } as const
const HOLIDAYS_GOOD_FOR_MS = 365 * DAY_MS

/** Whether a newer table of public holidays should have been taken by now. */
export function areHolidaysOld(now: number): boolean {
  return now >= startOfDayInTokyo(HOLIDAYS_TAKEN.day) + HOLIDAYS_GOOD_FOR_MS
}

const HOLIDAYS: Readonly<Record<string, unknown>> = holidayJp.holidays
/** A Monday in Tokyo, before anything was stored. */
const FIRST_DAY = '2019-12-30'
const FIRST = /* @__PURE__ */ startOfDayInTokyo(FIRST_DAY)

/** Days received so many working days ago, without a first day for those before; the newest come first. */
export type AgeGroup = { days: number; from: string | null; to: string }

export type Calendar = {
  /** Of a day, YYYY-MM-DD. */
  isWorkingDay(day: string): boolean
  /** Milliseconds of working days from one instant to a later one. */
  timeBetween(from: number, until: number): number
  /** The last instant from which that many milliseconds of working days have passed. */
  timeBefore(until: number, duration: number): number
  /**
   * What has waited since then, or longer, waits too long; by the minute. Below every instant where `hours` of working
   * days are 0.
   */
  lateBefore(now: number, hours: number): number
  /**
   * What was received today, one, two, three working days ago, and before: each group a range of days. Whatever came on
   * a day that is none is as old as what came on the working day before it.
   */
  ageGroups(now: number, groups?: number): AgeGroup[]
}

/** `closed`: days on which nobody works, YYYY-MM-DD, beside weekends and public holidays. */
export function createCalendar(closed: readonly string[] = []): Calendar {
  const closedDays = new Set(closed)
  const isWorkingDay = (day: string) =>
    Math.floor((startOfDayInTokyo(day) - FIRST) / DAY_MS) % 7 < 5 &&
    !Object.hasOwn(HOLIDAYS, day) &&
    !closedDays.has(day)
  const workedBy = countFrom(isWorkingDay)
  const timeBetween = (from: number, until: number) => workedBy(until) - workedBy(from)

  const timeBefore = (until: number, duration: number) => {
    let left = duration
    let end = until
    // Before the first day nothing is counted: what is left is taken as it is.
    while (end > FIRST) {
      const start = startOfDayInTokyo(tokyoDay(end - 1))
      const worked = timeBetween(start, end)
      if (worked > left || (worked === left && worked > 0)) return end - left
      left -= worked
      end = start
    }
    return end - left
  }
  return {
    isWorkingDay,
    timeBetween,
    timeBefore,
    lateBefore(now, hours) {
      const minute = now - (now % MINUTE_MS)
      return hours === 0 ? -1 : timeBefore(minute, hours * HOUR_MS)
    },
    ageGroups: (now, groups = 4) => ageGroups(isWorkingDay, tokyoDay(now), groups),
  }
}

/** Milliseconds of working days before an instant; counted as far as anybody asked: instants are many, days are few. */
function countFrom(isWorkingDay: (day: string) => boolean): (at: number) => number {
  /** Working days before each day since the first. */
  const counted: number[] = [0]
  return (at) => {
    const day = Math.floor((at - FIRST) / DAY_MS)
    for (let no = counted.length; no <= day + 1; no += 1) {
      const before = isWorkingDay(tokyoDay(FIRST + (no - 1) * DAY_MS))
      counted.push((counted[no - 1] ?? 0) + (before ? 1 : 0))
    }
    const [before = 0, after = 0] = [counted[day], counted[day + 1]]
    return before * DAY_MS + (after - before) * (at - FIRST - day * DAY_MS)
  }
}

function ageGroups(isWorkingDay: Calendar['isWorkingDay'], today: string, groups: number) {
  const found: AgeGroup[] = []
  let to = today
  let day = today
  while (found.length < groups - 1) {
    if (isWorkingDay(day)) {
      found.push({ days: found.length, from: day, to })
      to = dayBefore(day)
    }
    day = dayBefore(day)
  }
  return [...found, { days: found.length, from: null, to }]
}

const WEEK_MS = 7 * DAY_MS

/** Of the week in Tokyo that an instant lies in; weeks begin on Monday. */
export function weekNumber(at: number): number {
  return Math.floor((at - FIRST) / WEEK_MS)
}

/** Midnight of its Monday in Tokyo. */
export function startOfWeek(week: number): number {
  return FIRST + week * WEEK_MS
}

/** 0 is Monday, in Tokyo. */
export function dayOfWeek(at: number): number {
  return Math.floor((at - FIRST) / DAY_MS) % 7
}
