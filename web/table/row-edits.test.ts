import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FacilityRow } from '#domain/facilities.ts'
import {
  atLeast,
  blankRow,
  reverted,
  withNumbers,
  withoutBlankEnd,
  withoutRow,
  withRow,
  withServiceBelow,
} from './row-edits.ts'

const rowsOf = (...names: string[]): FacilityRow[] =>
  names.map((facilityName, index) => ({ ...blankRow(index + 1), facilityName }))
const namesOf = (rows: readonly FacilityRow[] | null) => rows?.map((row) => row.facilityName)
const nosOf = (rows: readonly FacilityRow[] | null) => rows?.map((row) => row.no)

describe('rows put in and taken out', () => {
  test('a row goes in at its number and moves the others down', () => {
    const rows = withRow(rowsOf('A', 'B'), blankRow(2), 100)
    expect(namesOf(rows)).toEqual(['A', '', 'B'])
    expect(nosOf(rows)).toEqual([1, 2, 3])
  })

  test('one below the last goes to the end', () => {
    expect(namesOf(withRow(rowsOf('A', 'B'), blankRow(3), 100))).toEqual(['A', 'B', ''])
  })

  test('at the limit a blank last row makes room, a filled one does not', () => {
    expect(namesOf(withRow(rowsOf('A', 'B', ''), blankRow(2), 3))).toEqual(['A', '', 'B'])
    expect(withRow(rowsOf('A', 'B', 'C'), blankRow(2), 3)).toBeNull()
  })

  test('a row goes out and the others move up', () => {
    const rows = withoutRow(rowsOf('A', 'B', 'C'), 2)
    expect(namesOf(rows)).toEqual(['A', 'C'])
    expect(nosOf(rows)).toEqual([1, 2])
    expect(nosOf(atLeast(rows, 4))).toEqual([1, 2, 3, 4])
  })

  test('what was deleted comes back where it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 100 }),
        fc.nat(),
        (names, any) => {
          const rows = rowsOf(...names)
          const row = rows[any % rows.length] ?? blankRow(1)
          expect(withRow(withoutRow(rows, row.no), row, 100)).toEqual(rows)
        },
      ),
    )
  })
})

test('a service goes to the rows in use below that have none, and nowhere else', () => {
  const above = { ...blankRow(1), facilityName: 'A' }
  const from = { ...blankRow(2), facilityName: 'B', serviceKey: 'IDO' }
  const without = { ...blankRow(3), facilityName: 'C' }
  const blank = blankRow(4)
  const chosen = { ...blankRow(5), facilityName: 'E', serviceKey: 'KYODO' }
  expect(withServiceBelow([above, from, without, blank, chosen], 2)).toEqual([
    above,
    from,
    { ...without, serviceKey: 'IDO' },
    blank,
    chosen,
  ])
})

test('a service goes nowhere from a row that is not there', () => {
  const rows = [{ ...blankRow(1), facilityName: 'A' }]
  expect(withServiceBelow(rows, 0)).toEqual(rows)
})

test('at least so many rows: never fewer than there are', () => {
  expect(atLeast(rowsOf('A', 'B'), 1)).toEqual(rowsOf('A', 'B'))
  expect(atLeast(rowsOf('A'), 3)).toEqual(rowsOf('A', '', ''))
})

test('numbers go to their rows and to no others', () => {
  const rows = withNumbers(rowsOf('A', 'B'), [{ no: 2, facilityNumber: '0110100013' }])
  expect(rows.map((row) => row.facilityNumber)).toEqual(['', '0110100013'])
})

test('blank rows at the end go, but for the first ones', () => {
  const rows = rowsOf('', 'A', '', '')
  expect(namesOf(withoutBlankEnd(rows, 0))).toEqual(['', 'A'])
  expect(namesOf(withoutBlankEnd(rows, 3))).toEqual(['', 'A', ''])
  expect(namesOf(withoutBlankEnd(rowsOf('', ''), 0))).toEqual([])
})

describe('undo', () => {
  const before = rowsOf('A', '')
  const after = withNumbers(rowsOf('P', 'Q', 'R'), [{ no: 2, facilityNumber: '0110100013' }])

  test('puts back what was there, and takes the added rows away', () => {
    expect(reverted(after, before, after)).toEqual(before)
  })

  test('keeps what was typed since, and the row it stands in', () => {
    const now = after.map((row) => (row.no === 3 ? { ...row, facilityNumber: '1311111114' } : row))
    expect(reverted(now, before, after)).toEqual([
      ...before,
      { ...blankRow(3), facilityNumber: '1311111114' },
    ])
  })

  test('brings back rows that have gone since', () => {
    expect(reverted(rowsOf('P'), rowsOf('A', 'B'), rowsOf('P'))).toEqual(rowsOf('A', 'B'))
  })

  test('leaves rows alone that were added later and are in use', () => {
    const later = { ...blankRow(4), serviceKey: 'IDO' }
    expect(reverted([...after, later], before, after)).toEqual([...before, blankRow(3), later])
  })
})
