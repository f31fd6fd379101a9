import { describe, expect, test } from 'vitest'
import { isUnstorable, withoutUnstorable } from './text.ts'

describe('isUnstorable', () => {
  test.each([
    '\0',
    'a\u001f',
    '\u007f',
    '\u0085',
    '\u009f',
    '改行\n',
    'タブ\t',
    '\ud800',
    '\udc00a',
    '𠮷\ud842',
  ])('%j cannot be stored as typed', (text) => {
    expect(isUnstorable(text)).toBe(true)
  })
  test.each(['', ' ', '\u00a0', '𠮷', '👨‍👩‍👧', '髙﨑', '\ufffd', '\u200b'])('%j can', (text) => {
    expect(isUnstorable(text)).toBe(false)
  })
})

test('what cannot be stored is left out, and nothing put in its place', () => {
  expect(withoutUnstorable('a\0髙\n\ud800い')).toBe('a髙い')
})
