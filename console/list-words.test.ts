import { expect, test } from 'vitest'
import type { ApplicationPage } from '#contract/console-answers.ts'
import { EVERYTHING } from './filter.ts'
import { countSentence, waitingLabel } from './list-words.ts'

const COUNTS = { all: 1234, pending: 4, received: 0, in_progress: 30, done: 1200, rejected: 0 }
const pageOf = (rows: number, more: Partial<ApplicationPage> = {}) =>
  ({
    applications: Array(rows).fill({}),
    next: null,
    counts: COUNTS,
    isPartial: false,
    nearest: [],
    undelivered: 0,
    ...more,
  }) as ApplicationPage

test('the count is that of the open tab', () => {
  const page = pageOf(50, { next: 'p' })
  expect(countSentence(page, EVERYTHING, false)).toBe('1,234件あります。')
  expect(countSentence(page, { ...EVERYTHING, status: 'in_progress' }, false)).toBe(
    '30件あります。',
  )
  expect(countSentence(page, { ...EVERYTHING, state: 'pending' }, true)).toBe('4件あります。')
})

test('a state that has no tab is counted where one page holds it all', () => {
  const filter = { ...EVERYTHING, state: 'superseded' } as const
  expect(countSentence(pageOf(7), filter, false)).toBe('7件あります。')
  expect(countSentence(pageOf(50, { next: 'p' }), filter, false)).toBe('')
  expect(countSentence(pageOf(7), filter, true)).toBe('')
})

test('a search that found more than it counts says so, and one that found nothing too', () => {
  expect(countSentence(pageOf(50, { isPartial: true }), EVERYTHING, false)).toBe(
    '1,234件以上あります。新しいものから表示しています。',
  )
  expect(countSentence(pageOf(0), EVERYTHING, false)).toBe('条件に合うお申し込みはありません。')
  expect(countSentence(pageOf(0, { isPartial: true }), EVERYTHING, false)).toBe(
    '新しいお申し込みの中には見つかりません。受付日で絞り込むと、古いお申し込みも探せます。',
  )
})

test('a page full of new ones may not be all', () => {
  expect(waitingLabel(3, null)).toBe('新しいお申し込み3件を表示')
  expect(waitingLabel(50, null)).toBe('新しいお申し込み50件を表示')
  expect(waitingLabel(50, 'p')).toBe('新しいお申し込み50件以上を表示')
})
