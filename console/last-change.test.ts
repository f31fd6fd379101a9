import { expect, test } from 'vitest'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import type { LastChange } from '#contract/error-schemas.ts'
import { conflictSentence, lastChangeOf, newerOf } from './last-change.ts'

const CHANGE: LastChange = {
  who: 'hanako',
  at: '2026-11-23T09:49:30.123+09:00',
  status: 'in_progress',
}
const NOON = Date.parse('2026-11-23T12:00:00+09:00')

test.each([
  [{ choice: 'rejected', hasNote: true }, 'あなたの選択（却下）とメモは、まだ記録されていません。'],
  [{ choice: 'rejected', hasNote: false }, 'あなたの選択（却下）は、まだ記録されていません。'],
  [{ choice: null, hasNote: true }, 'あなたのメモは、まだ記録されていません。'],
  // Both chose the same: the status is what it was to become.
  [{ choice: 'in_progress', hasNote: true }, 'あなたのメモは、まだ記録されていません。'],
  [{ choice: 'in_progress', hasNote: false }, ''],
] as const)('of %j what is not recorded is named after who changed it, and when', (open, rest) => {
  expect(conflictSentence(CHANGE, open, { own: 'taro', now: NOON })).toBe(
    `hanakoさんが9:49に「対応中」にしました。${rest}`,
  )
})

test('one’s own change, whose answer was lost, is told as one’s own', () => {
  const open = { choice: null, hasNote: false }
  expect(conflictSentence(CHANGE, open, { own: 'hanako', now: NOON })).toBe(
    'あなたが9:49に「対応中」にしました。',
  )
})

test('a change of another day has its day', () => {
  const nextDay = Date.parse('2026-11-24T00:00:00+09:00')
  const open = { choice: null, hasNote: false }
  expect(conflictSentence(CHANGE, open, { own: 'taro', now: nextDay - 1 })).toContain(
    'さんが9:49に',
  )
  expect(conflictSentence(CHANGE, open, { own: 'taro', now: nextDay })).toContain(
    'さんが11月23日9:49に',
  )
})

test('the last change is the last status of the history, and the newer of two that are known', () => {
  const entry = (action: string, detail: string, at: string) => ({
    at,
    who: 'taro',
    action,
    detail,
  })
  const record = (history: object[]) => ({ status: 'done', history }) as ApplicationRecord
  expect(lastChangeOf(record([]))).toEqual({ who: '', at: '', status: 'done' })
  const history = [
    entry('status', 'in_progress', '1'),
    entry('status', 'done', '2'),
    entry('note', 'done', '3'),
  ]
  expect(lastChangeOf(record(history))).toEqual({ who: 'taro', at: '2', status: 'done' })
  const [early, late] = [
    { ...CHANGE, at: '1' },
    { ...CHANGE, at: '2' },
  ]
  expect([newerOf(early, late), newerOf(late, early), newerOf(early, null)]).toEqual([
    late,
    late,
    early,
  ])
})
