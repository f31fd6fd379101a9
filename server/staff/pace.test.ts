import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

test('rests as long as it has worked, not for a moment of work, and never for long', async () => {
  let now = 0
  const rests: number[] = []
  const pace = createPace(
    () => now,
    async (ms) => {
      rests.push(ms)
      now += ms
    },
  )
  for (const worked of [1, 1, 7, 1, 4000, 1]) {
    now += worked
    await pace()
  }
  // The two short steps count together.
  expect(rests).toEqual([2, 7, 50])
})
