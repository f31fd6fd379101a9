import { describe, expect, test } from 'vitest'
import { createSessions, SESSION_SECONDS } from './sessions.ts'

const NOW = Date.UTC(2026, 10, 20)
const HOURS = 3_600_000

describe('sessions', () => {
  const sessions = createSessions()

  test('a value names its person for twelve hours', () => {
    const value = sessions.issue('髙﨑 花子', NOW)
    expect(value).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(sessions.whoOf(value, NOW)).toBe('髙﨑 花子')
    expect(sessions.whoOf(value, NOW + 12 * HOURS - 1)).toBe('髙﨑 花子')
    expect(sessions.whoOf(value, NOW + SESSION_SECONDS * 1000)).toBeNull()
  })

  test('another process’s value is worth nothing', () => {
    expect(sessions.whoOf(createSessions().issue('mallory', NOW), NOW)).toBeNull()
  })

  test('any change of one character ends it', () => {
    const value = sessions.issue('hanako', NOW)
    for (let at = 0; at < value.length; at += 1) {
      const other = value[at] === 'A' ? 'B' : 'A'
      const changed = value.slice(0, at) + other + value.slice(at + 1)
      expect([at, sessions.whoOf(changed, NOW)]).toEqual([at, null])
    }
  })

  test.each(['', '.', 'a.b', `${'a'.repeat(20)}.${'b'.repeat(43)}`, 'null'])(
    'refuses %j',
    (value) => {
      expect(sessions.whoOf(value, NOW)).toBeNull()
    },
  )
})
