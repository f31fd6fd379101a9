import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApplicationPage, ListedApplication } from '#contract/console-answers.ts'
import { listOf, type StableList, withNews as withNewsIn } from './list-stability.ts'

/** Applications by the second in which they came, newest first. */
function page(seconds: readonly number[], next: string | null = null, status = 'received') {
  const applications = seconds.map(
    (second) =>
      ({ reference: `R${second}`, createdAt: timeOf(second), status }) as ListedApplication,
  )
  return { applications, next } as ApplicationPage
}
const timeOf = (second: number) => `2026-11-23T09:00:${String(second).padStart(2, '0')}+09:00`
const withNews = (shown: StableList, fresh: ApplicationPage) => withNewsIn(shown, fresh, ['all'])
const names = (rows: readonly ListedApplication[]) => rows.map(({ reference }) => reference)

test('new ones wait, and the rows keep their places', () => {
  const { list, waiting } = withNews(listOf(page([3, 2, 1])), page([5, 4, 3, 2, 1]))
  expect(names(list.rows)).toEqual(['R3', 'R2', 'R1'])
  expect(names(waiting)).toEqual(['R5', 'R4'])
  expect(list.left.size).toBe(0)
})

test('a row takes the newer words where it stands', () => {
  const { list } = withNews(listOf(page([2, 1])), page([2, 1], null, 'done'))
  expect(list.rows.map(({ status }) => status)).toEqual(['done', 'done'])
})

test('a row that the filter no longer fits stays, and is marked', () => {
  const { list, waiting } = withNews(listOf(page([3, 2, 1])), page([3, 1]))
  expect(names(list.rows)).toEqual(['R3', 'R2', 'R1'])
  expect([...list.left]).toEqual(['R2'])
  expect(waiting).toEqual([])
})

test('what arrivals push to the next page has not left the filter', () => {
  const { list, waiting } = withNews(listOf(page([3, 2, 1], 'p')), page([5, 4, 3], 'p'))
  expect([...list.left]).toEqual([])
  expect(names(waiting)).toEqual(['R5', 'R4'])
  expect(list.next).toBe('p')
})

test('what moves up from the next page is not new', () => {
  const { list, waiting } = withNews(listOf(page([5, 4, 3], 'p')), page([5, 3, 2], 'q'))
  expect([...list.left]).toEqual(['R4'])
  expect([names(waiting), list.next]).toEqual([[], 'p'])
})

test('in the order of work what arrives comes behind what is open, and before what is not', () => {
  const open = (seconds: readonly number[]) =>
    page(seconds).applications.map(
      (row) => ({ ...row, state: 'complete', erasedAt: null }) as const,
    )
  const closed = page([9], null, 'done').applications
  const shown = { ...page([]), applications: [...open([1, 3]), ...closed], next: 'p' }
  const fresh = { ...shown, applications: [...open([1, 3, 5]), ...closed] }
  const { list, waiting } = withNewsIn(listOf(shown), fresh, ['open', 'rest'])
  expect(names(waiting)).toEqual(['R5'])
  expect(list.left.size).toBe(0)
  // Pushed to the next page, and no news there.
  const pushed = { ...shown, applications: open([1, 3, 5]), next: 'q' }
  expect(withNewsIn(listOf(shown), pushed, ['open', 'rest']).list.left.size).toBe(0)
  const behind = { ...shown, applications: open([1, 3]), next: 'p' }
  const later = { ...shown, applications: open([3, 5]), next: 'p' }
  const news = withNewsIn(listOf(behind), later, ['open', 'rest'])
  expect([[...news.list.left], names(news.waiting)]).toEqual([['R1'], []])
})

test('an empty list stays empty until its arrivals are asked for', () => {
  const { list, waiting } = withNews(listOf(page([])), page([1]))
  expect([list.rows, names(waiting)]).toEqual([[], ['R1']])
})

test('whatever the polls bring, no shown row moves', () => {
  const some = fc.uniqueArray(fc.integer({ min: 1, max: 59 }), { maxLength: 20 })
  const sorted = some.map((seconds) => seconds.toSorted((a, b) => b - a))
  fc.assert(
    fc.property(sorted, fc.array(sorted), (first, polls) => {
      let list = listOf(page(first))
      for (const poll of polls) {
        const news = withNews(list, page(poll))
        expect(names(news.list.rows)).toEqual(names(list.rows))
        expect(new Set([...names(news.list.rows), ...names(news.waiting)])).toEqual(
          new Set([...names(list.rows), ...names(page(poll).applications)]),
        )
        list = news.list
      }
    }),
  )
})
