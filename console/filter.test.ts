import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downloadPath, filterOf, filterOfForm, listPath, pagePath } from './filter.tsx'

const EVERYTHING = {
  flow: '',
  state: '',
  status: '',
  flag: '',
  from: '',
  to: '',
  assignee: '',
  search: '',
} as const

test('what narrows nothing does not stand in the address', () => {
  expect(pagePath(EVERYTHING)).toBe('/')
  expect(pagePath({ ...EVERYTHING, status: 'done' }, '1.a')).toBe('/?status=done&after=1.a')
})

test('the page, its data and its exports are narrowed alike', () => {
  const filter = { ...EVERYTHING, search: 'あ&b', from: '2026-11-20' }
  const query = '?from=2026-11-20&search=%E3%81%82%26b'
  expect(pagePath(filter)).toBe(`/${query}`)
  expect(listPath(filter)).toBe(`/api/applications${query}`)
  expect(downloadPath('csv', filter)).toBe(`/api/exports/csv${query}`)
})

test('an address is read back as it was written, whatever was searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (search) => {
      const filter = { ...EVERYTHING, search }
      expect(filterOf(pagePath(filter).slice(1))).toEqual(filter)
    }),
  )
})

test('a form’s text is taken without the spaces around it', () => {
  const form = new FormData()
  form.set('search', '　さくら ')
  form.set('flow', 'trial')
  expect(filterOfForm(form)).toEqual({ ...EVERYTHING, search: 'さくら', flow: 'trial' })
})
