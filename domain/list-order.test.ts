import { expect, test } from 'vitest'
import { compareInList, partOf, partsOf } from './list-order.ts'

const received = { state: 'complete', status: 'received', isErased: false } as const

test('what is open comes first, oldest first; what is not follows, newest first', () => {
  const parts = partsOf({ order: '', search: '' })
  const at = (part: 'open' | 'rest', instant: number) => ({ part, at: instant })
  const shuffled = [at('rest', 1), at('open', 3), at('rest', 4), at('open', 2)]
  expect(shuffled.toSorted(compareInList)).toEqual([
    ...[at('open', 2), at('open', 3)],
    ...[at('rest', 4), at('rest', 1)],
  ])
  expect(partOf(parts, received)).toBe('open')
  expect(partOf(parts, { ...received, status: 'done' })).toBe('rest')
  expect(partOf(parts, { ...received, state: 'pending' })).toBe('rest')
  expect(partOf(parts, { ...received, isErased: true })).toBe('rest')
})

test('turned, or searched for, all of them are newest first', () => {
  for (const filter of [
    { order: 'newest', search: '' },
    { order: '', search: 'さくら' },
  ])
    expect(partOf(partsOf(filter), received)).toBe('all')
  expect(compareInList({ part: 'all', at: 2 }, { part: 'all', at: 1 })).toBeLessThan(0)
})
