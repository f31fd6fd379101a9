import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { STAFF_STATUS_NAMES } from '#domain/staff.ts'
import { openPage, renderHook } from '../web/testing-page.ts'
import {
  type KeyPress,
  keysOf,
  SHORTCUT_NAMES,
  SHORTCUTS,
  shortcutOf,
  shortcutTo,
  takesKeys,
} from './shortcuts.ts'
import { useShortcuts } from './use-shortcuts.ts'

const PRESS: KeyPress = {
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  isInField: false,
}
const pressed = (press: Partial<KeyPress>, areLettersOn = true) =>
  shortcutOf({ ...PRESS, ...press }, areLettersOn)

test('each key means what the table says', () => {
  expect(pressed({ key: 'j' })).toBe('down')
  expect(pressed({ key: '?', shiftKey: true })).toBe('help')
  expect(pressed({ key: 'Enter', ctrlKey: true })).toBe('record')
  expect(pressed({ key: 'Enter', metaKey: true, shiftKey: true })).toBe('recordNext')
  expect(pressed({ key: 'q' })).toBeNull()
  const keys = SHORTCUT_NAMES.map(keysOf)
  expect(new Set(keys).size).toBe(keys.length)
})

test('Enter alone stays the browser’s: it opens the link that has the focus', () => {
  expect(pressed({ key: 'Enter' })).toBeNull()
})

test('letters do nothing while an input method composes, in a field, with Alt, or switched off', () => {
  expect(pressed({ key: 'j', isComposing: true })).toBeNull()
  expect(pressed({ key: 'j', isInField: true })).toBeNull()
  expect(pressed({ key: 'j', altKey: true })).toBeNull()
  expect(pressed({ key: 'j', ctrlKey: true })).toBeNull()
  expect(pressed({ key: 'j' }, false)).toBeNull()
  expect(pressed({ key: 'Enter', ctrlKey: true, isComposing: true })).toBeNull()
})

test('Ctrl+Enter records from inside the note, also where letters are switched off', () => {
  expect(pressed({ key: 'Enter', ctrlKey: true, isInField: true }, false)).toBe('record')
})

test('a key that is held down moves on, and does nothing else twice', () => {
  expect(pressed({ key: 'j', repeat: true })).toBe('down')
  expect(pressed({ key: 'n', repeat: true })).toBeNull()
  expect(pressed({ key: 'Enter', ctrlKey: true, repeat: true })).toBeNull()
})

test('each status has a key of its own, and keeps it whatever statuses are added', () => {
  const keys = STAFF_STATUS_NAMES.map((status) => SHORTCUTS[shortcutTo(status)].key)
  expect(new Set(keys).size).toBe(STAFF_STATUS_NAMES.length)
  const first = ['received', 'in_progress', 'done', 'rejected', 'withdrawn'] as const
  expect(first.map((status) => SHORTCUTS[shortcutTo(status)].key)).toEqual([...'12345'])
})

test('a field takes its own keys; a tick, a choice and a link do not', () => {
  const { document } = new Window()
  document.body.innerHTML = `
    <input id="text"><input id="tick" type="checkbox"><input id="choice" type="radio">
    <textarea id="note"></textarea><select id="one"></select><a id="link" href="/">x</a>
    <dialog><button id="inside"></button></dialog>`
  const takes = ['text', 'tick', 'choice', 'note', 'one', 'link', 'inside'].filter((id) =>
    takesKeys(document.getElementById(id) as unknown as Element),
  )
  expect(takes).toEqual(['text', 'note', 'one', 'inside'])
  expect(takesKeys(null)).toBe(false)
})

test('a key that ends a composition is no shortcut, also where Safari tells it by its code alone', async () => {
  await openPage('')
  let presses = 0
  await renderHook(() => useShortcuts({ record: () => (presses += 1) }), {})
  const press = (keyCode: number) =>
    document.dispatchEvent(
      Object.assign(new Event('keydown'), {
        key: 'Enter',
        ctrlKey: true,
        shiftKey: false,
        keyCode,
      }),
    )
  press(229)
  expect(presses).toBe(0)
  press(13)
  expect(presses).toBe(1)
})
