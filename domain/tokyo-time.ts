/**
 * Time in Japan: instants (epoch milliseconds) as texts, and days (YYYY-MM-DD) as instants. UTC+9 all year. Arithmetic
 * instead of Intl, whose tables are eight megabytes of a server's memory.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const OFFSET_MS = 9 * HOUR_MS

/** ISO 8601 in UTC: `2026-11-20T00:04:05.678Z` */
export function isoTime(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: it writes a given instant and reads no clock.
  return new Date(at).toISOString()
}

/** Epoch milliseconds of midnight in Tokyo. */
export function startOfDayInTokyo(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  // Days since the epoch in the Gregorian calendar, the year taken to begin in March.
  const y = month > 2 ? year : year - 1
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const days = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear
  return (days - 719_468) * DAY_MS - OFFSET_MS
}

export function dayBefore(day: string): string {
  return tokyoDay(startOfDayInTokyo(day) - DAY_MS)
}

export function dayAfter(day: string): string {
  return tokyoDay(startOfDayInTokyo(day) + DAY_MS)
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

function clockTime(at: number): string {
  const { hour, minute } = partsOf(at)
  return `${Number(hour)}:${minute}`
}

/** With leading zeros. */
function partsOf(at: number) {
  const [year, month, date, hour, minute, second] = tokyoTimestamp(at).split(/[-T:.]/)
  return { year, month, date, hour, minute, second }
}
