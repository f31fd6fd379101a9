import { expect, test } from 'vitest'
import { tokyoDay, tokyoTimestamp } from './tokyo-time.ts'

test('an instant is told in Japan’s time, where the day begins nine hours early', () => {
  expect(tokyoTimestamp(Date.UTC(2026, 10, 20, 14, 59, 59, 999))).toBe('2026-11-20T23:59:59.999')
  expect(tokyoDay(Date.UTC(2026, 10, 20, 14, 59, 59, 999))).toBe('2026-11-20')
  expect(tokyoDay(Date.UTC(2026, 10, 20, 15))).toBe('2026-11-21')
})
