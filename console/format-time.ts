/** Formats instants in Japan's time. */

const TOKYO_MINUTE = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'medium',
  timeStyle: 'short',
})
const TOKYO_SECOND = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

/** An ISO instant as 「2026/11/20 15:04」 in Japan's time, wherever the reader is. */
export function formatMinute(at: string): string {
  return TOKYO_MINUTE.format(Date.parse(at))
}

export function formatSecond(at: string): string {
  return TOKYO_SECOND.format(Date.parse(at))
}

const TOKYO_TIME = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })
const TOKYO_DAY = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'long',
  day: 'numeric',
})

/** An ISO instant as 「9:49」, of another day than `now` (epoch milliseconds) as 「11月20日9:49」. */
export function formatTime(at: string, now: number): string {
  const [instant, day] = [Date.parse(at), TOKYO_DAY.format(Date.parse(at))]
  return `${day === TOKYO_DAY.format(now) ? '' : day}${TOKYO_TIME.format(instant)}`
}
