import { expect, test } from 'vitest'
import { memoised, once } from './memoise.ts'

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

test('what is made once is shared, also by those who ask before it is there, and also its failure', async () => {
  let made = 0
  const number = once(async () => ++made)
  expect(await Promise.all([number(), number()])).toEqual([1, 1])
  expect(await number()).toBe(1)
  const failing = once(() => Promise.reject(new Error(`${++made}`)))
  await expect(failing()).rejects.toThrow('2')
  await expect(failing()).rejects.toThrow('2')
})
