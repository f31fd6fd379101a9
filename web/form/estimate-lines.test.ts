import { expect, test } from 'vitest'
import { rangesOf } from './estimate-lines.tsx'

test.each([
  [[], ''],
  [[4], '4'],
  [[1, 2], '1〜2'],
  [[1, 3, 5], '1・3・5'],
  [[1, 2, 3, 7, 9, 10], '1〜3・7・9〜10'],
])('rows %j are named %j', (nos, words) => {
  expect(rangesOf(nos)).toBe(words)
})
