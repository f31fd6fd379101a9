import { expect, onTestFinished, test } from 'vitest'
import { openPage, renderHook } from '../testing-page.ts'
import { keepReceived, markReceived, recallReceived, useReceived } from './received.ts'
import { forget } from './session-storage.ts'

test.each([
  [{ received: '7F3K-9QXM' }, { number: '7F3K-9QXM', isElsewhere: false }],
  [
    { received: '', isElsewhere: true },
    { number: '', isElsewhere: true },
  ],
  [{ received: 5, isElsewhere: true }, null],
  [{}, null],
  ['received', null],
  [null, null],
])('an entry of the history with %j was sent as %j', async (state, expected) => {
  await openPage('')
  history.replaceState(state, '')
  const { result } = await renderHook(useReceived, {})
  expect(result).toEqual(expected)
})

test('what was sent is marked in the history', async () => {
  await openPage('')
  for (const isElsewhere of [false, true]) {
    markReceived('7F3K-9QXM', isElsewhere)
    const { result } = await renderHook(useReceived, {})
    expect(result).toEqual({ number: '7F3K-9QXM', isElsewhere })
  }
})

test('what was sent under a name is known in its tab, from any entry of the history', async () => {
  await openPage('')
  onTestFinished(() => {
    for (const name of ['a', 'b']) forget(`received.${name}`)
  })
  expect(recallReceived('a')).toBeNull()
  keepReceived('a', '7F3K-9QXM')
  keepReceived('b', '')
  expect(['a', 'b', 'c'].map(recallReceived)).toEqual(['7F3K-9QXM', '', null])
  // Of a tab that could keep nothing the history still tells.
  markReceived('M3P7-2XRA')
  expect(['a', 'c'].map(recallReceived)).toEqual(['7F3K-9QXM', 'M3P7-2XRA'])
})
