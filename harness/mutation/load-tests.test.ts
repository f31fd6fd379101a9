import { expect, test } from 'vitest'
import { inTwoTries, testsIn } from './load-tests.ts'

test('what fails is tried once more, and counts as its second try', async () => {
  const fails = new Map([
    ['once', 1],
    ['always', 2],
  ])
  const runs: string[][] = []
  const run = async (names: readonly string[]) => {
    const turn = runs.push([...names])
    return names.map((name) => ({ name, turn, isGood: (fails.get(name) ?? 0) < turn }))
  }
  const outcomes = await inTwoTries(['good', 'once', 'always'], run, ({ isGood }) => isGood)
  expect(runs).toEqual([
    ['good', 'once', 'always'],
    ['once', 'always'],
  ])
  expect(outcomes.map(({ name, turn, isGood }) => [name, turn, isGood])).toEqual([
    ['good', 1, true],
    ['once', 2, true],
    ['always', 2, false],
  ])
})

test('a file whose timers Vitest replaces is left out', () => {
  expect(testsIn(['ui/debounce.test.ts', 'server/store/statement.test.ts'])).toEqual([
    'server/store/statement.test.ts',
  ])
})
