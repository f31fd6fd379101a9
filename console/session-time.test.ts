import { expect, test } from 'vitest'
import { after, warningOf } from './session-time.ts'

const HOURS = 3600

test('five minutes before it ends, and not earlier, it is said', () => {
  expect(warningOf({ untilIdle: 301, atMost: 10 * HOURS })).toBeNull()
  expect(warningOf({ untilIdle: 300, atMost: 10 * HOURS })).toEqual({
    sentence: 'あと5分でログアウトします',
    canGoOn: true,
  })
  expect(warningOf({ untilIdle: 239, atMost: HOURS })?.sentence).toContain('あと4分で')
  expect(warningOf({ untilIdle: 0, atMost: HOURS })?.sentence).toContain('あと1分で')
})

test('the end of the twelve hours cannot be put off, and the sentence says so', () => {
  expect(warningOf({ untilIdle: 3000, atMost: 180 })).toEqual({
    sentence:
      'あと3分でログアウトします。ログインから12時間を超えては続けられません。続けるには、新しいタブでログインし直してください。',
    canGoOn: false,
  })
})

test('time passes', () => {
  expect(after({ untilIdle: 400, atMost: HOURS }, 100)).toEqual({ untilIdle: 300, atMost: 3500 })
})
