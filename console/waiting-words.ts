/** How long something has waited, in words. */
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** 「5分」「3時間」「2日」; both in epoch milliseconds. */
export function ageInWords(since: number, now: number): string {
  const age = Math.max(0, now - since)
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}分`
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)}時間`
  return `${Math.floor(age / DAY_MS)}日`
}
