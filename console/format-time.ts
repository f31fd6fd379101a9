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
