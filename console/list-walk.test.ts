import { expect, test } from 'vitest'
import type { ListedApplication } from '#contract/console-answers.ts'
import type { StableList } from './list-stability.ts'
import { neighboursOf, takeConfirmation } from './list-walk.ts'

const listOf = (references: string): StableList => ({
  rows: [...references].map((reference) => ({ reference }) as ListedApplication),
  left: new Set(),
  next: null,
})

test('an application has its neighbours in the list that was looked at', () => {
  expect(neighboursOf(listOf('abc'), 'b')).toEqual({ previous: 'a', next: 'c', place: 2 })
  expect(neighboursOf(listOf('abc'), 'a')).toEqual({ previous: null, next: 'b', place: 1 })
  expect(neighboursOf(listOf('abc'), 'c')).toEqual({ previous: 'b', next: null, place: 3 })
})

test('one that no list led to has none', () => {
  const none = { previous: null, next: null, place: 0 }
  expect([neighboursOf(listOf('abc'), 'x'), neighboursOf(undefined, 'a')]).toEqual([none, none])
})

test('a confirmation is shown once', () => {
  const walk = { last: null, confirmation: '記録しました。' }
  expect([takeConfirmation(walk), takeConfirmation(walk)]).toEqual(['記録しました。', ''])
})
