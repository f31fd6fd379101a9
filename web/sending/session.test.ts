import { expect, test } from 'vitest'
import { openPage } from '../testing-page.ts'
import { forget, keep, recall } from './session-storage.ts'

test('what is kept stands in the tab’s storage, whose other values are left alone', async () => {
  await openPage('')
  sessionStorage.setItem('a', 'of another program')
  keep('a', { of: 'this one' })
  expect(sessionStorage.getItem('moushikomi:a')).toBe('{"of":"this one"}')
  forget('a')
  expect(sessionStorage.getItem('moushikomi:a')).toBeNull()
  expect(sessionStorage.getItem('a')).toBe('of another program')
  expect(recall('a')).toBeUndefined()
})

test('what was kept before a reload comes back, if it can be read', async () => {
  await openPage('')
  sessionStorage.setItem('moushikomi:b', '[5]')
  sessionStorage.setItem('moushikomi:c', '[5')
  expect([recall('b'), recall('c'), recall('d')]).toEqual([[5], undefined, undefined])
})
