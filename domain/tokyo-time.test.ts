import { describe, expect, test } from 'vitest'
import {
  dayInWords,
  formatMinute,
  formatSecond,
  formatTime,
  startOfDayInTokyo,
  timeInWords,
  tokyoDay,
  tokyoTime,
  tokyoTimestamp,
} from './tokyo-time.ts'

describe('startOfDayInTokyo', () => {
  test.each(['1970-01-01', '2000-02-29', '2025-02-01', '2024-12-31', '2100-03-01', '0001-01-01'])(
    '%s',
    (day) => {
      expect(startOfDayInTokyo(day)).toBe(Date.parse(`${day}T00:00:00+09:00`))
    },
  )

  test('agrees with Date on the first and the last day of every month of five centuries', () => {
    const wrong: string[] = []
    for (let month = 0; month < 500 * 12; month += 1)
      for (const at of [Date.UTC(1800, month, 1), Date.UTC(1800, month + 1, 0)]) {
        const day = new Date(at).toISOString().slice(0, 10)
        if (startOfDayInTokyo(day) !== at - 9 * 3_600_000) wrong.push(day)
      }
    expect(wrong).toEqual([])
  })
})

const EVENING = Date.UTC(2026, 10, 20, 14, 59, 58, 999)
const MORNING = Date.UTC(2026, 0, 5, 0, 4, 9)

test('a day in Tokyo begins nine hours before that of UTC', () => {
  expect([EVENING, EVENING + 1000].map(tokyoDay)).toEqual(['2026-11-20', '2026-11-20'])
  expect(tokyoDay(Date.UTC(2026, 10, 20, 15))).toBe('2026-11-21')
})

test.each([
  [tokyoTimestamp, '2026-11-20T23:59:58.999', '2026-01-05T09:04:09.000'],
  [tokyoDay, '2026-11-20', '2026-01-05'],
  [tokyoTime, '2026-11-20 23:59', '2026-01-05 09:04'],
  [dayInWords, '2026年11月20日', '2026年1月5日'],
  [timeInWords, '2026年11月20日 23:59', '2026年1月5日 9:04'],
  [formatMinute, '2026/11/20 23:59', '2026/01/05 9:04'],
  [formatSecond, '2026/11/20 23:59:58', '2026/01/05 9:04:09'],
] as const)('%o', (format, evening, morning) => {
  expect([EVENING, MORNING].map(format)).toEqual([evening, morning])
})

test('the texts for people are those of the Japanese locale, at every hour and in every month', () => {
  const inJapan = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', ...options })
  const formats = [
    [dayInWords, inJapan({ dateStyle: 'long' })],
    [timeInWords, inJapan({ dateStyle: 'long', timeStyle: 'short' })],
    [formatMinute, inJapan({ dateStyle: 'medium', timeStyle: 'short' })],
    [formatSecond, inJapan({ dateStyle: 'medium', timeStyle: 'medium' })],
  ] as const
  for (let at = MORNING; at < MORNING + 366 * 86_400_000; at += 5 * 3_600_000 + 67_001)
    for (const [format, intl] of formats) expect(format(at)).toBe(intl.format(at))
})

test('the day stands before the time only where it is not today', () => {
  const midnight = Date.UTC(2026, 10, 20, 15)
  expect(formatTime(MORNING, MORNING)).toBe('9:04')
  expect(formatTime(EVENING, midnight - 1)).toBe('23:59')
  expect(formatTime(EVENING, midnight)).toBe('11月20日23:59')
  expect(formatTime(MORNING, midnight)).toBe('1月5日9:04')
})
