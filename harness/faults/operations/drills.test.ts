/** What an operator reads at night in docs/runbooks.md is what the drills have seen, line by line. */
import { expect, test } from 'vitest'
import { NEEDS, PARTS, rowsOfOperations } from './drill.ts'
import { DRILLS } from './drills.ts'

const ROWS = rowsOfOperations()
const nameOf = (part: string) => `\`${part}\``

test.each(DRILLS)('$part: $name has its line, with what is seen and whether it heals', (drill) => {
  const rows = ROWS.filter(({ breaks }) => breaks === drill.row)
  expect(rows.map(({ breaks }) => breaks)).toEqual([drill.row])
  const [row] = rows
  expect(row?.triedBy).toContain(nameOf(drill.part))
  for (const event of drill.events) expect(row?.seen).toContain(`\`${event}\``)
  expect(row?.heals.startsWith('yes')).toBe(drill.heals)
})

test('a line that names a part of the drills is held by one of that part', () => {
  const named = ROWS.flatMap(({ breaks, triedBy }) =>
    PARTS.filter((part) => triedBy.includes(nameOf(part))).map((part) => [breaks, part]),
  )
  const drilled = DRILLS.map(({ row, part }) => [row, part])
  expect(named.filter(([row, part]) => !drilled.some(([r, p]) => r === row && p === part))).toEqual(
    [],
  )
})

test('every line says what tries it, or that nothing does', () => {
  expect(ROWS.length).toBeGreaterThan(20)
  const silent = ROWS.filter(({ triedBy }) => !/`[^`]+`|\*\*not tried\*\*/.test(triedBy))
  expect(silent.map(({ breaks }) => breaks)).toEqual([])
})

test('every part has a drill, and says what it needs of the machine', () => {
  expect([...new Set(DRILLS.map(({ part }) => part))].toSorted()).toEqual([...PARTS].toSorted())
  for (const part of PARTS) expect(NEEDS[part]()).toBeTypeOf('string')
})
