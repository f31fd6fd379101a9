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
  workingTime,
  workingTimeBefore,
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

describe('working time leaves Saturdays and Sundays out', () => {
  const tokyo = (text: string) => Date.parse(`${text}+09:00`)
  const HOUR_MS = 3_600_000

  // 20 November 2026 is a Friday.
  test.each([
    ['2026-11-16T09:00', '2026-11-17T09:00', 24],
    ['2026-11-20T18:00', '2026-11-21T00:00', 6],
    ['2026-11-20T18:00', '2026-11-22T12:00', 6],
    ['2026-11-20T18:00', '2026-11-23T18:00', 24],
    ['2026-11-21T10:00', '2026-11-22T23:59', 0],
    ['2026-11-21T10:00', '2026-11-23T00:30', 0.5],
    ['2026-11-16T00:00', '2026-11-30T00:00', 240],
    ['1969-12-28T12:00', '1970-01-01T00:00', 72],
  ])('from %s to %s: %s hours', (from, until, hours) => {
    expect(workingTime(tokyo(from), tokyo(until))).toBe(hours * HOUR_MS)
  })

  test('the instant before which something has waited so long', () => {
    const monday = tokyo('2026-11-23T18:00')
    expect(workingTimeBefore(monday, 24 * HOUR_MS)).toBe(tokyo('2026-11-20T18:00'))
    // What came at the weekend has waited as long as what comes on Monday at midnight.
    expect(workingTimeBefore(monday, 18 * HOUR_MS)).toBe(tokyo('2026-11-23T00:00'))
    for (let hour = 0; hour < 24 * 14; hour += 1) {
      const until = monday + hour * HOUR_MS
      const since = workingTimeBefore(until, 24 * HOUR_MS)
      expect(workingTime(since, until)).toBe(24 * HOUR_MS)
      expect(workingTime(since + 1, until)).toBeLessThan(24 * HOUR_MS)
    }
  })
})
