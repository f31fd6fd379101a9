import { Window } from 'happy-dom'
import { beforeEach, expect, test } from 'vitest'
import { createDrafts, type Draft, forgetDrafts } from './drafts.ts'

let storage: Storage
beforeEach(() => {
  storage = new Window({ url: 'http://localhost' }).sessionStorage as unknown as Storage
})

const DRAFT: Draft = {
  choice: 'rejected',
  note: '電話で辞退\n2行目',
  confirmedBy: '佐藤様',
  notify: true,
  seen: { who: 'hanako', at: '2026-11-23T09:49:00+09:00', status: 'in_progress' },
}

test('what was kept is read again, and gone when it was recorded', () => {
  const drafts = createDrafts(storage, 'taro')
  expect(drafts.read('A')).toBeNull()
  drafts.write('A', DRAFT)
  drafts.write('B', { ...DRAFT, choice: null })
  expect(createDrafts(storage, 'taro').read('A')).toEqual(DRAFT)
  expect(drafts.references().toSorted()).toEqual(['A', 'B'])
  drafts.write('A', null)
  expect(drafts.references()).toEqual(['B'])
})

test('another person finds nothing, also where one name begins with the other', () => {
  for (const who of ['taro', 'taro.A', 'た ろう']) {
    const drafts = createDrafts(storage, who)
    drafts.write('A', { ...DRAFT, note: who })
    expect(drafts.references()).toEqual(['A'])
  }
  forgetDrafts(storage, 'taro')
  expect(createDrafts(storage, 'taro.A').read('A')).toBeNull()
  expect(createDrafts(storage, 'taro').read('A')?.note).toBe('taro')
})

test('a logout leaves nothing, and what is not ours alone', () => {
  createDrafts(storage, 'taro').write('A', DRAFT)
  storage.setItem('other', 'x')
  forgetDrafts(storage)
  expect([storage.length, storage.getItem('other')]).toEqual([1, 'x'])
})

test.each([
  '',
  '{',
  'null',
  '[]',
  JSON.stringify({ ...DRAFT, choice: 'x' }),
  JSON.stringify({ ...DRAFT, note: 7 }),
  JSON.stringify({ ...DRAFT, note: 'あ'.repeat(2001) }),
  JSON.stringify({ ...DRAFT, seen: undefined }),
  JSON.stringify({ ...DRAFT, seen: { status: 'x' } }),
])('what is no draft is none: %s', (text) => {
  storage.setItem('draft.taro.A', text)
  expect(createDrafts(storage, 'taro').read('A')).toBeNull()
})

test('a storage that is full loses nothing else', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => createDrafts(full as unknown as Storage, 'taro').write('A', DRAFT)).not.toThrow()
})
