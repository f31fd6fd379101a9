/** How long something has waited, in words. */
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDayInTokyo, tokyoDay } from '#domain/tokyo-time.ts'

/** 「5分」「3時間」「2日」; both in epoch milliseconds. */
export function ageInWords(since: number, now: number): string {
  const age = Math.max(0, now - since)
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分`
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)}時間`
  return `${Math.floor(age / DAY_MS)}日`
}

/** 「3日前」 by the days of Tokyo; empty for today. */
export function daysAgo(since: number, now: number): string {
  const dayOf = (at: number) => startOfDayInTokyo(tokyoDay(at))
  const days = Math.round((dayOf(now) - dayOf(since)) / DAY_MS)
  return days > 0 ? `${days}日前` : ''
}
