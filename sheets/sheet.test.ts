import { expect, test } from 'vitest'
import { isBlank, isCutOff, isCutOffBeside, linesOf, MAX_COLUMNS, MAX_LINES } from './sheet.ts'

test('a merged cell fills what it covers below, and is known to the right', () => {
  const grid = [['a', 'b', '', 'c'], ['', 'x'], ['d'], ['', '', ''], ['e'], [' ']]
  const merges = [
    { line: 0, column: 0, lines: 2, columns: 1 },
    { line: 0, column: 1, lines: 1, columns: 2 },
    // Blank, and outside of the sheet.
    { line: 3, column: 2, lines: 2, columns: 2 },
    { line: 9, column: 9, lines: 2, columns: 2 },
  ]
  const lines = linesOf({ grid, merges, hiddenLines: new Set([2]) })
  expect(lines.map(({ line, cells, isHidden }) => [line, cells, isHidden])).toEqual([
    [1, ['a', 'b', '', 'c'], false],
    [2, ['a', 'x', '', ''], false],
    [3, ['d', '', '', ''], true],
    [4, ['', '', '', ''], false],
    [5, ['e', '', '', ''], false],
  ])
  expect(lines.map(({ filled }) => [...filled])).toEqual([[], [0], [], [], []])
  expect(lines.map(({ across }) => [...across])).toEqual([[[2, 'b']], [], [], [], []])
})

test('what stands within a merged cell stays, and a merged cell of several lines goes on to the right in each', () => {
  const grid = [
    ['a', ''],
    ['own', ''],
    ['', ''],
  ]
  const [, second, third] = linesOf({
    grid,
    merges: [{ line: 0, column: 0, lines: 3, columns: 2 }],
  })
  expect([second?.cells[0], second?.across.get(1)]).toEqual(['own', 'a'])
  expect([third?.cells[0], third?.across.get(1), third?.across.size]).toEqual(['a', 'a', 1])
})

test('of a long sheet five thousand lines are read, of a long cell a thousand characters', () => {
  const filled = Array.from({ length: MAX_LINES + 1 }, (_, line) => [`${line}`, ''])
  expect(linesOf({ grid: filled })).toHaveLength(MAX_LINES)
  expect(isCutOff({ grid: filled })).toBe(true)
  expect(isCutOff({ grid: filled.with(MAX_LINES, [' ', '']) })).toBe(false)
  expect(linesOf({ grid: [['x'.repeat(1001)]] })[0]?.cells[0]).toHaveLength(1000)
})

test('of a wide sheet two hundred columns are read, of a merged cell a thousand characters', () => {
  const wide = Array.from({ length: MAX_COLUMNS + 1 }, (_, column) => `${column}`)
  const merges = [{ line: 0, column: MAX_COLUMNS, lines: 2, columns: 1 }]
  expect(linesOf({ grid: [wide, ['x']], merges }).map(({ cells }) => cells.length)).toEqual([
    MAX_COLUMNS,
    MAX_COLUMNS,
  ])
  expect(isCutOffBeside({ grid: [wide] })).toBe(true)
  expect(isCutOffBeside({ grid: [wide.with(MAX_COLUMNS, '　')] })).toBe(false)
  const merged = { line: 0, column: 0, lines: 2, columns: 1 }
  const long = linesOf({
    grid: [
      ['x'.repeat(1001), 'a'],
      ['', 'b'],
    ],
    merges: [merged],
  })
  expect(long[1]?.cells[0]).toHaveLength(1000)
})

test('white space, and a cell that a line does not have, are blank', () => {
  expect([undefined, '', ' \n　', '0'].map(isBlank)).toEqual([true, true, true, false])
})
