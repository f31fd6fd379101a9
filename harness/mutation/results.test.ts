import { expect, test } from 'vitest'
import { compare, resultOf, scoreOf } from './results.ts'

const SOURCE = `export const size = (text) =>
  text.trim()
    .length ?? 0
throw new Error('no size')
`
const mutant = (status: string, line: number, from: string, mutatorName = 'MethodExpression') => {
  const column = (SOURCE.split('\n')[line - 1] ?? '').indexOf(from) + 1
  const location = { start: { line, column }, end: { line, column: column + from.length } }
  return { mutatorName, replacement: '', status, location }
}

test('a mutant that lives is named by its mutator and text, in an order that stays', () => {
  const result = resultOf({
    source: SOURCE,
    mutants: [
      mutant('NoCoverage', 4, "'no size'", 'StringLiteral'),
      mutant('Survived', 2, 'text.trim()'),
    ],
  })
  expect(result).toEqual({
    tried: 2,
    killed: 0,
    living: ['MethodExpression: text.trim() → (nothing)', "StringLiteral: 'no size' → (nothing)"],
  })
})

test('the score counts what was killed or ran for ever, of all that was tried', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError']
  const mutants = statuses.map((status) => mutant(status, 4, "'no size'"))
  const result = resultOf({ source: SOURCE, mutants })
  expect([result.tried, result.killed, scoreOf([result]), scoreOf([])]).toEqual([4, 2, 50, 100])
})

const of = (killed: number, ...living: string[]) => ({
  'size.ts': { tried: killed + living.length, killed, living },
})

test('a mutant that the baseline does not have is new, also the second of one text', () => {
  expect(compare(of(9, 'a → b'), of(8, 'a → b', 'a → b')).newlyLiving).toEqual([
    { file: 'size.ts', mutant: 'a → b' },
  ])
  expect(compare({}, of(1, 'a → b')).newlyLiving).toHaveLength(1)
})

test.each([
  ['the same share', of(99, 'a'), of(99, 'a'), false],
  ['a point less', of(100), of(99, 'a'), false],
  ['more than a point less', of(100), of(98, 'a', 'b'), true],
  ['a file that the baseline does not have', {}, of(0, 'a'), false],
])('%s: lower is %#', (_, baseline, now, isLower) => {
  expect(compare(baseline, now).isLower).toBe(isLower)
})
