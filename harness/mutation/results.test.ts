import { expect, test } from 'vitest'
import { occursIn, resultOf, scoresOf } from './results.ts'

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
const file = (...mutants: ReturnType<typeof mutant>[]) => ({ source: SOURCE, mutants })
const entry = { file: 'size.ts', call: 'text.trim() .length', why: 'x' }

test('what lives within a listed part of the file is explained; all else is named with its line', () => {
  const trim = mutant('Survived', 2, 'text.trim()')
  const uncovered = mutant('NoCoverage', 4, "'no size'", 'StringLiteral')
  const result = resultOf('size.ts', file(trim, uncovered), [entry])
  expect(result).toEqual({
    file: 'size.ts',
    killed: 0,
    total: 2,
    explained: 1,
    unexplained: [{ place: 'size.ts:4', mutator: 'StringLiteral', from: "'no size'", to: '' }],
    idle: [],
  })
})

test.each([
  ['another file', { ...entry, file: 'other.ts' }],
  ['a part of the mutant alone', { ...entry, call: 'text.trim' }],
  ['what stands after it', { ...entry, call: '.length ?? 0' }],
  ['another kind of change', { ...entry, mutator: 'StringLiteral' }],
])('an entry for %s explains nothing', (_, other) => {
  const result = resultOf('size.ts', file(mutant('Survived', 2, 'text.trim()')), [other])
  expect([result.explained, result.unexplained.length]).toEqual([0, 1])
})

test('an entry may name the kind of change that it means', () => {
  const only = { ...entry, mutator: 'MethodExpression' }
  const result = resultOf('size.ts', file(mutant('Survived', 2, 'text.trim()')), [only])
  expect([result.explained, result.idle]).toEqual([1, []])
})

test('an entry that no living mutant needs is named', () => {
  const result = resultOf('size.ts', file(mutant('Killed', 2, 'text.trim()')), [entry])
  expect([result.killed, result.explained, result.idle]).toEqual([1, 0, [entry]])
})

test('scores count what was killed or ran for ever, of all and of what is not explained', () => {
  const mutants = [
    ...['Killed', 'Timeout', 'Survived', 'NoCoverage', 'Ignored', 'RuntimeError'].map((status) =>
      mutant(status, 4, "'no size'"),
    ),
    mutant('Survived', 2, 'text.trim()'),
  ]
  const result = resultOf('size.ts', file(...mutants), [entry])
  expect(scoresOf([result])).toEqual({ raw: 40, asked: 50 })
  expect(scoresOf([])).toEqual({ raw: 100, asked: 100 })
})

test('a part of a file is found across lines, and nowhere else', () => {
  expect(occursIn(SOURCE, 'text.trim() .length ?? 0')).toBe(true)
  expect(occursIn(SOURCE, 'text.trim().length')).toBe(false)
})
