import { expect, test } from 'vitest'
import { STATUS_LINK, STATUS_LINK_LIMIT } from './status.ts'
import { STATUS_PAGE } from './status-pages.ts'
import { StatusQuestion } from './status-schemas.ts'

const MAC = '0123456789abcdef0123456789abcdef'

test('a link is at most 60 characters from the path on, whatever its generation', () => {
  const longest = `K7F4-9QXT.${'9'.repeat(9)}.${MAC}`
  expect(STATUS_LINK.test(longest)).toBe(true)
  expect(`${STATUS_PAGE}#${longest}`).toHaveLength(60)
  expect(longest).toHaveLength(STATUS_LINK_LIMIT)
  expect(StatusQuestion.safeParse({ link: `${longest}0` }).success).toBe(false)
})

test.each(['K7F4-9QXT.0.', 'K7F4-9QXT.01.', 'k7f4-9qxt.1.', 'K7F49QXT.1.', 'K7F4-9QXT.1'])(
  '%s and a MAC are no link',
  (start) => {
    expect(STATUS_LINK.test(start + MAC)).toBe(false)
  },
)

test('an answer has a length, and no control characters', () => {
  const link = `K7F4-9QXT.1.${MAC}`
  const isTaken = (answer: string) => StatusQuestion.safeParse({ link, answer }).success
  expect(isTaken('０３−1234−5678')).toBe(true)
  expect(isTaken('0'.repeat(255))).toBe(true)
  expect(isTaken('0'.repeat(256))).toBe(false)
  expect(isTaken('03\u0000')).toBe(false)
})
