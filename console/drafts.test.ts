import { Window } from 'happy-dom'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ApplicationRecord } from '#contract/console-answers.ts'
import {
  createDrafts,
  type Draft,
  forgetDrafts,
  MOST_TEXTS,
  openPurposes,
  type Text,
  tabStorage,
} from './drafts.ts'

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
    length: 0,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const drafts = createDrafts(full as unknown as Storage, 'taro')
  expect(() => drafts.write('A', DRAFT)).not.toThrow()
  expect(() => drafts.writeText('A', 'message', TEXT)).not.toThrow()
})

test('where the browser forbids storage, nothing is kept and nothing fails', () => {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'sessionStorage'))
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  expect(tabStorage()).toBeNull()
  forgetDrafts(null)
  const drafts = createDrafts(null, 'taro')
  drafts.write('A', DRAFT)
  drafts.writeText('A', 'message', TEXT)
  drafts.keepTexts('A', [])
  expect([drafts.read('A'), drafts.readText('A', 'message'), drafts.references()]).toEqual([
    null,
    null,
    [],
  ])
})

const TEXT: Text = { text: '番号は\n1310000001ですか。', isTicked: true }

describe('a text for an applicant', () => {
  test('is kept by application and by what it is for, beside the choice and the note', () => {
    const drafts = createDrafts(storage, 'taro')
    drafts.write('A', DRAFT)
    drafts.writeText('A', 'correction-2', TEXT)
    drafts.writeText('B', 'message', { ...TEXT, isTicked: false })
    expect(createDrafts(storage, 'taro').readText('A', 'correction-2')).toEqual(TEXT)
    expect(drafts.readText('B', 'message')).toEqual({ ...TEXT, isTicked: false })
    for (const purpose of ['message', 'correction-3', 'withdrawal-2'] as const)
      expect(drafts.readText('A', purpose)).toBeNull()
    expect(drafts.read('A')).toEqual(DRAFT)
    expect(drafts.read('B')).toBeNull()
    expect(drafts.references().toSorted()).toEqual(['A', 'B'])
    expect(createDrafts(storage, 'hanako').readText('B', 'message')).toBeNull()
    forgetDrafts(storage, 'hanako')
    expect(storage.length).toBe(0)
  })

  test.each([null, { ...TEXT, text: ' \n' }, { ...TEXT, text: 'あ'.repeat(1001) }])(
    'is removed by %j',
    (text) => {
      const drafts = createDrafts(storage, 'taro')
      drafts.writeText('A', 'message', TEXT)
      drafts.writeText('A', 'message', text)
      expect(storage.length).toBe(0)
    },
  )

  test.each(['', '{', 'null', '7', '[]', '{"text":7}', `{"text":"${'あ'.repeat(1001)}"}`])(
    'is none where %s is stored',
    (json) => {
      storage.setItem('draft."taro".A.message', json)
      expect(createDrafts(storage, 'taro').readText('A', 'message')).toBeNull()
    },
  )

  test('goes with what it was for; those of other applications and the note stay', () => {
    const drafts = createDrafts(storage, 'taro')
    drafts.write('A', DRAFT)
    for (const purpose of ['message', 'correction-2', 'withdrawal-w'] as const)
      drafts.writeText('A', purpose, TEXT)
    drafts.writeText('AB', 'correction-2', TEXT)
    drafts.keepTexts('A', ['message', 'correction-3'])
    expect(drafts.readText('A', 'message')).toEqual(TEXT)
    expect(drafts.readText('A', 'correction-2')).toBeNull()
    expect(drafts.readText('A', 'withdrawal-w')).toBeNull()
    expect(drafts.readText('AB', 'correction-2')).toEqual(TEXT)
    expect(drafts.read('A')).toEqual(DRAFT)
  })

  test('makes the oldest go where there are too many, and no choice or note', () => {
    let at = 0
    const drafts = createDrafts(storage, 'taro', () => {
      at += 1
      return at
    })
    drafts.write('R0', DRAFT)
    for (let no = 0; no < MOST_TEXTS; no += 1) drafts.writeText(`R${no}`, 'message', TEXT)
    drafts.writeText('R0', 'message', TEXT)
    drafts.writeText('new', 'message', TEXT)
    expect(drafts.readText('R1', 'message')).toBeNull()
    for (const reference of ['R0', 'R2', 'new'])
      expect(drafts.readText(reference, 'message')).toEqual(TEXT)
    expect(storage.length).toBe(MOST_TEXTS + 1)
  })
})

test('texts are for messages, and for requests that still wait', () => {
  const purposes = (withdrawal: object | null, correction: object | null, erasedAt?: string) =>
    openPurposes({
      ...{ conversation: { withdrawal }, correction, erasedAt },
    } as unknown as ApplicationRecord)
  const waits = { id: 'w', number: 2, state: 'waiting' }
  expect(purposes(waits, waits)).toEqual(['message', 'withdrawal-w', 'correction-2'])
  expect(purposes({ ...waits, state: 'refused' }, { ...waits, state: 'replaced' })).toEqual([
    'message',
  ])
  expect(purposes(null, null)).toEqual(['message'])
  expect(purposes(waits, waits, '2026-11-23T00:00:00.000Z')).toEqual([])
})
