import { expect, test } from 'vitest'
import { ratioOf, verdictOf } from './figure.ts'
import { takeTurns } from './rounds.ts'

test('of times that the rest of the machine can only make longer the least are judged, on both sides', async () => {
  const values = [40, 20, 30]
  const floors = [10, 20, 10]
  const { ratios, leastOf } = await takeTurns(3, {
    value: async () => values.shift() ?? 0,
    floor: async () => floors.shift() ?? 0,
  })
  const shared = { name: '', unit: 'ms', goal: { ratioAtMost: 2.5 } }
  const least = { ...shared, ...leastOf('value', 'floor') }
  expect(least).toMatchObject({ value: 20, floor: 10, ratios: [4, 1, 3] })
  expect([ratioOf(least), verdictOf(least)]).toEqual([2, 'pass'])
  const usual = { ...shared, value: 30, floor: 10, ratios: ratios('value', 'floor') }
  expect([ratioOf(usual), verdictOf(usual)]).toEqual([3, 'MISS'])
})
