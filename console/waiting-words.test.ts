import { expect, test } from 'vitest'
import { ageInWords, daysAgo } from './waiting-words.ts'

const NOW = Date.parse('2026-11-23T18:00+09:00')
const MINUTE = 60_000

test.each([
  [0, '0分'],
  [59.9 * MINUTE, '59分'],
  [60 * MINUTE, '1時間'],
  [47.9 * 60 * MINUTE, '47時間'],
  [48 * 60 * MINUTE, '2日'],
  [30 * 24 * 60 * MINUTE, '30日'],
  // The clocks of the server and of this machine may differ.
  [-MINUTE, '0分'],
])('%s milliseconds are %s', (age, words) => {
  expect(ageInWords(NOW - age, NOW)).toBe(words)
})

test('days are those of Tokyo', () => {
  expect(daysAgo(Date.parse('2026-11-23T00:00+09:00'), NOW)).toBe('')
  expect(daysAgo(Date.parse('2026-11-22T23:59+09:00'), NOW)).toBe('1日前')
  expect(daysAgo(Date.parse('2026-11-20T23:00+09:00'), NOW)).toBe('3日前')
})
