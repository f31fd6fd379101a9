import { expect, test } from 'vitest'
import { memoised } from './memoise.ts'

test('what is remembered is bounded', () => {
  let reads = 0
  const read = memoised((text) => {
    reads += 1
    return text.length
  })
  for (let i = 0; i < 20_000; i++) read(`${i}`)
  expect([read('0'), read('19999'), reads]).toEqual([1, 5, 20_000])
  read('one more')
  read('0')
  expect(reads).toBe(20_002)
})
