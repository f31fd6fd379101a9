import { expect, test } from 'vitest'
import { allTicked, chosenOf, NOTHING_CHOSEN, type Selection, ticked } from './selection.ts'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const tick = (selection: Selection, row: string, isRange = false) =>
  ticked(selection, ORDER, row, isRange)
const rows = (selection: Selection) => chosenOf(selection, ORDER)

test('a tick chooses a row, and a second one takes it away', () => {
  const one = tick(NOTHING_CHOSEN, 'b')
  expect(rows(one)).toEqual(['b'])
  expect(rows(tick(one, 'b'))).toEqual([])
})

test('a range goes from the row ticked last, down or up, and adds to what is chosen', () => {
  const down = tick(tick(NOTHING_CHOSEN, 'b'), 'd', true)
  expect(rows(down)).toEqual(['b', 'c', 'd'])
  expect(rows(tick(tick(down, 'e'), 'd', true))).toEqual(['b', 'c'])
  expect(rows(tick(tick(NOTHING_CHOSEN, 'd'), 'a', true))).toEqual(['a', 'b', 'c', 'd'])
})

test('a range without a beginning in the list is one row', () => {
  expect(rows(tick(NOTHING_CHOSEN, 'c', true))).toEqual(['c'])
  expect(rows(tick({ chosen: new Set(), anchor: 'gone' }, 'c', true))).toEqual(['c'])
})

test('all, and where all are chosen none', () => {
  const all = allTicked(tick(NOTHING_CHOSEN, 'c'), ORDER)
  expect(rows(all)).toEqual(ORDER)
  expect(rows(allTicked(all, ORDER))).toEqual([])
})

test('what is no longer in the list is not chosen', () => {
  expect(chosenOf({ chosen: new Set(['x', 'e', 'a']), anchor: null }, ORDER)).toEqual(['a', 'e'])
})
