import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  downloadPath,
  EVERYTHING,
  filterOf,
  filterOfForm,
  listPath,
  pagePath,
  searchedAnew,
  searchIn,
} from './filter.ts'

test('what narrows nothing does not stand in the address', () => {
  expect(pagePath(EVERYTHING)).toBe('/')
  expect(pagePath({ ...EVERYTHING, status: 'done' }, '1.a')).toBe('/?status=done&after=1.a')
})

test('what is searched for goes to the server, and stands in no address of the page', () => {
  const filter = { ...EVERYTHING, search: 'あ&b', from: '2026-11-20' }
  const query = '?from=2026-11-20&search=%E3%81%82%26b'
  expect(pagePath(filter)).toBe('/?from=2026-11-20')
  expect(listPath(filter)).toBe(`/api/applications${query}`)
  expect(downloadPath('csv', filter, 'r')).toBe(`/api/exports/csv${query}&run=r`)
})

test('a query is read back as it was written, whatever was searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (search) => {
      const filter = { ...EVERYTHING, search }
      expect(filterOf(listPath(filter).split('?')[1] ?? '')).toEqual(filter)
    }),
  )
})

test('a form’s text is taken without the spaces around it', () => {
  const form = new FormData()
  form.set('search', '　さくら ')
  form.set('flow', 'trial')
  expect(filterOfForm(form)).toEqual({ ...EVERYTHING, search: 'さくら', flow: 'trial' })
})

test('the history’s search is its person’s', () => {
  expect(searchIn({ search: '山田', who: 'taro' }, 'taro')).toBe('山田')
  expect(searchIn({ search: '山田', who: 'taro' }, 'hanako')).toBe('')
  for (const state of [null, undefined, 7, {}, { search: 1, who: 'taro' }])
    expect(searchIn(state, 'taro')).toBe('')
})

test('a new search leaves the tab that was open, and keeps what was chosen with it', () => {
  const open = { ...EVERYTHING, status: 'in_progress', flow: 'trial' } as const
  expect(searchedAnew(open, { ...open, search: 'さくら' })).toEqual({
    ...EVERYTHING,
    flow: 'trial',
    search: 'さくら',
  })
  const found = { ...open, search: 'さくら' }
  expect(searchedAnew(found, { ...found, from: '2026-11-20' }).status).toBe('in_progress')
  expect(searchedAnew(found, { ...found, search: '' }).status).toBe('in_progress')
  const chosen = { ...EVERYTHING, state: 'pending', search: 'さくら' } as const
  expect(searchedAnew(EVERYTHING, chosen).state).toBe('pending')
  expect(searchedAnew({ ...chosen, search: '' }, chosen).state).toBe('')
})
