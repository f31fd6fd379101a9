/** Known lists, written down as other people would: a sample of `npm run sheets:fuzz`. */
import { expect, test } from 'vitest'
import { variantOutcome } from './testing/known-lists.ts'

/** Below the seeds of the command's own ten thousand. */
const SEEDS = Array.from({ length: 400 }, (_, at) => -1 - at)

test('no variant is read wrong without a mark, few right rows carry one, and few questions are asked', () => {
  const outcomes = SEEDS.map((seed) => variantOutcome(seed))
  const silent = outcomes.filter(({ outcome }) => outcome.verdict === 'wrong without a mark')
  expect(silent.map(({ variant, outcome }) => [variant.drawn, outcome.wrong[0]])).toEqual([])
  const sum = (of: 'right' | 'rightMarked') =>
    outcomes.reduce((total, { outcome }) => total + outcome[of], 0)
  expect(sum('right')).toBeGreaterThan(1300)
  expect(sum('rightMarked') / sum('right')).toBeLessThan(0.1)
  expect(Math.max(...outcomes.map(({ outcome }) => outcome.questions.length))).toBeLessThan(3)
  // Asking is the exception.
  expect(outcomes.filter(({ outcome }) => outcome.verdict === 'exact').length).toBeGreaterThan(360)
})
