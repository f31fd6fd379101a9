import { expect, test } from 'vitest'
import { createAnswerCache } from './look-up.ts'

test('an answer is made once, until others have taken its place', () => {
  const asked: string[] = []
  const cache = createAnswerCache((text) => {
    asked.push(text)
    return { text }
  }, 50)
  expect(cache('a').toString()).toBe('{"text":"a"}')
  // 14 bytes each: three fit.
  for (const text of ['b', 'a', 'c', 'a', 'd', 'a', 'b']) cache(text)
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'b'])
})
