/** What an operator reads at night in OPERATIONS.md is what the drills have seen, line by line. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../../bin/run.js'
import { NEEDS, PARTS, rowsOfOperations } from './drill.ts'
import { DRILLS } from './drills.ts'

const ROWS = rowsOfOperations()
const commandOf = (part: string) => `\`npm run test:operations -- ${part}\``

test.each(DRILLS)('$part: $name has its line, with what is seen and whether it heals', (drill) => {
  const rows = ROWS.filter(({ breaks }) => breaks === drill.row)
  expect(rows.map(({ breaks }) => breaks)).toEqual([drill.row])
  const [row] = rows
  expect(row?.triedBy).toContain(commandOf(drill.part))
  for (const event of drill.events) expect(row?.seen).toContain(`\`${event}\``)
  expect(row?.heals.startsWith('yes')).toBe(drill.heals)
})

test('a line that names a part of the drills is held by one of that part', () => {
  const named = ROWS.flatMap(({ breaks, triedBy }) =>
    PARTS.filter((part) => triedBy.includes(commandOf(part))).map((part) => [breaks, part]),
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

test('what to do leads to a heading that is there', () => {
  const text = readFileSync(join(ROOT, 'OPERATIONS.md'), 'utf8')
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const targets = ROWS.flatMap(({ todo }) =>
    [...todo.matchAll(/\]\(#([^)]+)\)/g)].map(([, to]) => to),
  )
  expect(targets.filter((to) => !anchors.includes(to ?? ''))).toEqual([])
})

test('every part has a drill, and says what it needs of the machine', () => {
  expect([...new Set(DRILLS.map(({ part }) => part))].toSorted()).toEqual([...PARTS].toSorted())
  for (const part of PARTS) expect(NEEDS[part]()).toBeTypeOf('string')
})
