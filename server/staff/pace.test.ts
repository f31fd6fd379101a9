import { expect, test } from 'vitest'
import { createPace } from './export.ts'

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
  // The usual clock is the processor's own.
  const usual = createPace(undefined, async (ms) => {
    rests.push(ms > 0 ? 0 : Number.NaN)
  })
  for (let i = 0; i < 3; i += 1) await usual()
  expect(rests.splice(3).every((ms) => ms === 0)).toBe(true)
  // The two short steps count together.
  expect(rests).toEqual([2, 7, 50])
})
