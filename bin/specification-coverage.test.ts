import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.js'

const TABLE = readFileSync(join(ROOT, 'docs/specification-coverage.md'), 'utf8')

/** The cells of every row, headings and rules apart. */
const rows = TABLE.split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter((cells) => cells.at(-1) !== 'Test')

const references = rows.flatMap((cells) => (cells.at(-1) ?? '').split('<br>'))
const places = rows.flatMap((cells) => (cells.length === 3 ? (cells[1] ?? '').split(' ') : []))

test('every statement names what holds it, each of the first 33 readings too', () => {
  expect(rows.length).toBeGreaterThan(90)
  expect(rows.filter((cells) => cells.length < 2 || cells.length > 3)).toEqual([])
  const readings = rows.flatMap(([statement = '']) => /^(\d+)\. /.exec(statement)?.[1] ?? [])
  expect(readings.slice(0, 33)).toEqual(Array.from({ length: 33 }, (_, index) => String(index + 1)))
  expect(readings.toSorted((a, b) => Number(a) - Number(b))).toEqual([...new Set(readings)])
})

test.each([...new Set(places)])('%s is there', (place) => {
  const [, path = ''] = /^`(.+)`$/.exec(place) ?? []
  expect(path && existsSync(join(ROOT, path))).toBe(true)
})

test.each([...new Set(references)])('%s', (reference) => {
  const [, path = ''] = /^`(\S+\.(?:test|spec)\.tsx?)`$/.exec(reference) ?? []
  expect(path && existsSync(join(ROOT, path))).toBe(true)
})
