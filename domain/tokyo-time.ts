/**
 * Time in Japan: instants (epoch milliseconds) as texts, and days (YYYY-MM-DD) as instants. UTC+9 all year. Arithmetic
 * instead of Intl, whose tables are eight megabytes of a server's memory.
 */

const DAY_MS = 86_400_000
const OFFSET_MS = 9 * 3_600_000

/** Epoch milliseconds of midnight in Tokyo. */
export function startOfDayInTokyo(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  // Days since the epoch in the Gregorian calendar, the year taken to begin in March.
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const days = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear
  return (days - 719_468) * DAY_MS - OFFSET_MS
}

/** `2026-11-20T09:04:05.678` */
export function tokyoTimestamp(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: it writes a given instant and reads no clock.
  return new Date(at + OFFSET_MS).toISOString().slice(0, -1)
}

/** `2026-11-20` */
export function tokyoDay(at: number): string {
  return tokyoTimestamp(at).slice(0, 10)
}

/** `2026-11-20 09:04` */
export function tokyoTime(at: number): string {
  return tokyoTimestamp(at).slice(0, 16).replace('T', ' ')
}

/** 「2026年11月20日」 */
export function dayInWords(at: number): string {
  const { year, month, date } = partsOf(at)
  return `${year}年${Number(month)}月${Number(date)}日`
}

/** 「2026年11月20日 9:04」 */
export function timeInWords(at: number): string {
  return `${dayInWords(at)} ${clockTime(at)}`
}

/** 「2026/11/20 9:04」 */
export function formatMinute(at: number): string {
  const { year, month, date } = partsOf(at)
  return `${year}/${month}/${date} ${clockTime(at)}`
}

/** 「2026/11/20 9:04:05」 */
export function formatSecond(at: number): string {
  return `${formatMinute(at)}:${partsOf(at).second}`
}

/** 「9:04」; of another day than `now` 「11月20日9:04」. */
export function formatTime(at: number, now: number): string {
  const { month, date } = partsOf(at)
  const day = tokyoDay(at) === tokyoDay(now) ? '' : `${Number(month)}月${Number(date)}日`
  return `${day}${clockTime(at)}`
}

/** Milliseconds from one instant to a later one, Saturdays and Sundays left out. */
export function workingTime(from: number, until: number): number {
  return workedBy(until) - workedBy(from)
}

/** The last instant from which that much working time has passed. */
export function workingTimeBefore(until: number, duration: number): number {
  const worked = workedBy(until) - duration
  const weeks = Math.floor(worked / WORKING_WEEK_MS)
  return weeks * WEEK_MS + (worked - weeks * WORKING_WEEK_MS) - SINCE_MONDAY_MS
}

const WEEK_MS = 7 * DAY_MS
const WORKING_WEEK_MS = 5 * DAY_MS
/** From Monday, 29 December 1969 in Tokyo to the epoch. */
const SINCE_MONDAY_MS = 3 * DAY_MS + OFFSET_MS

/** Working time since a Monday. */
function workedBy(at: number): number {
  const weeks = Math.floor((at + SINCE_MONDAY_MS) / WEEK_MS)
  const inWeek = at + SINCE_MONDAY_MS - weeks * WEEK_MS
  return weeks * WORKING_WEEK_MS + Math.min(inWeek, WORKING_WEEK_MS)
}

function clockTime(at: number): string {
  const { hour, minute } = partsOf(at)
  return `${Number(hour)}:${minute}`
}

/** With leading zeros. */
function partsOf(at: number) {
  const [year, month, date, hour, minute, second] = tokyoTimestamp(at).split(/[-T:.]/)
  return { year, month, date, hour, minute, second }
}
