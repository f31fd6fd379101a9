import { expect, test } from 'vitest'
import { openPage, renderHook } from '../testing-page.ts'
import { markReceived, useReceived } from './received.ts'

test.each([
  [{ received: '7F3K-9QXM' }, '7F3K-9QXM'],
  [{ received: '' }, ''],
  [{ received: 5 }, null],
  [{}, null],
  ['received', null],
  [null, null],
])('an entry of the history with %j was sent as %j', async (state, expected) => {
  await openPage('')
  history.replaceState(state, '')
  const { result } = await renderHook(useReceived, {})
  expect(result).toBe(expected)
})

test('what was sent is marked in the history', async () => {
  await openPage('')
  markReceived('7F3K-9QXM')
  const { result } = await renderHook(useReceived, {})
  expect(result).toBe('7F3K-9QXM')
})
