import { expect, onTestFinished, test } from 'vitest'
import { openPage, renderHook } from '../testing-page.ts'
import { initial } from './application-state.ts'
import { resumeAttempt } from './outcome.ts'
import {
  forget,
  keep,
  keepAttempt,
  keepRefused,
  recallAttempt,
  recallProgress,
  recallRefused,
} from './session-storage.ts'
import { markReceived, useReceived } from './use-sending.ts'

test.each([null, 'text', 5, {}, []])('what is kept in another shape is nothing: %j', (kept) => {
  for (const kind of ['progress', 'sending', 'refused']) keep(`${kind}.shape`, kept)
  expect([recallProgress('shape'), recallAttempt('shape'), recallRefused('shape')]).toEqual([
    undefined,
    null,
    [],
  ])
  for (const kind of ['progress', 'sending', 'refused']) forget(`${kind}.shape`)
})

test('each form has its own attempt and its own refused fields', () => {
  const names = ['entry', 'trial']
  const said = (name: string) => [{ field: name, message: 'x' }]
  keepAttempt('entry', 'running')
  keepAttempt('trial', 'failed')
  for (const name of names) keepRefused(name, said(name))
  expect(names.map(recallAttempt)).toEqual(['running', 'failed'])
  expect(names.map(recallRefused)).toEqual(names.map(said))
  for (const name of names) for (const kind of ['sending', 'refused']) forget(`${kind}.${name}`)
})

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

test('an attempt stays where nothing was found to send, and is looked for first', async () => {
  await openPage('')
  onTestFinished(() => forget('sending.late'))
  let prepared = 0
  const resumption = {
    current: { current: initial('entry') },
    dispatch: () => expect.unreachable(),
    prepare: async () => {
      prepared += 1
    },
  }
  await resumeAttempt('late', resumption)
  expect(prepared).toBe(0)
  keepAttempt('late', 'failed')
  await resumeAttempt('late', resumption)
  expect([prepared, recallAttempt('late')]).toEqual([1, 'failed'])
})
