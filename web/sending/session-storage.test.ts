import { expect, test } from 'vitest'
import { openPage } from '../testing-page.ts'
import {
  forget,
  isKept,
  keep,
  keepAttempt,
  keepRefused,
  recall,
  recallAttempt,
  recallProgress,
  recallRefused,
} from './session-storage.ts'

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

test('a storage that is full or forbidden: what is kept lasts until the page is left, which is known', async () => {
  await openPage('')
  expect(isKept()).toBe(true)
  const whole = sessionStorage
  const use = (get: () => unknown) =>
    Object.defineProperty(globalThis, 'sessionStorage', { get, configurable: true })
  use(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect([isKept(), recall('e')]).toEqual([false, undefined])
  keep('e', 5)
  expect([isKept(), recall('e')]).toEqual([false, 5])
  use(() => whole)
  // A reload would still lose it.
  expect([isKept(), whole.length]).toEqual([false, 0])
  keep('e', 6)
  expect([isKept(), whole.length]).toEqual([true, 1])
  use(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  keep('e', 7)
  forget('e')
  expect(recall('e')).toBeUndefined()
  use(() => whole)
  expect(isKept()).toBe(true)
  forget('e')
})

test.each([null, 'text', 5, {}, []])('what is kept in another shape is nothing: %j', (stored) => {
  for (const kind of ['progress', 'sending', 'refused']) keep(`${kind}.shape`, stored)
  expect([recallProgress('shape'), recallAttempt('shape'), recallRefused('shape')]).toEqual([
    undefined,
    null,
    [],
  ])
  for (const kind of ['progress', 'sending', 'refused']) forget(`${kind}.shape`)
})

test('each form has its own attempt and its own refused fields', () => {
  const names = ['entry', 'trial']
  const problemOf = (name: string) => [{ field: name, message: 'x' }]
  keepAttempt('entry', 'running')
  keepAttempt('trial', 'failed')
  for (const name of names) keepRefused(name, problemOf(name))
  expect(names.map(recallAttempt)).toEqual(['running', 'failed'])
  expect(names.map(recallRefused)).toEqual(names.map(problemOf))
  for (const name of names) for (const kind of ['sending', 'refused']) forget(`${kind}.${name}`)
})
