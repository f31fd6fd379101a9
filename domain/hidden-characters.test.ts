import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { revealHidden } from './text.ts'

describe('revealHidden', () => {
  test('plain text is one part, nothing is none', () => {
    expect(revealHidden('医療法人　髙﨑')).toEqual([{ text: '医療法人　髙﨑', hidden: false }])
    expect(revealHidden('')).toEqual([])
  })

  test.each([
    ['\u202e', 'U+202E'],
    ['\u2066', 'U+2066'],
    ['\u200b', 'U+200B'],
    ['\u0007', 'U+0007'],
    ['\u3164', 'U+3164'],
    ['\u{e0041}', 'U+E0041'],
  ])('%j is shown by its code between what surrounds it', (character, code) => {
    expect(revealHidden(`あ${character}い`)).toEqual([
      { text: 'あ', hidden: false },
      { text: code, hidden: true },
      { text: 'い', hidden: false },
    ])
  })

  test('nothing stands between two of them', () => {
    expect(revealHidden('\u200b\u202e')).toEqual([
      { text: 'U+200B', hidden: true },
      { text: 'U+202E', hidden: true },
    ])
  })

  test.each(['葛\u{e0100}', '👨‍👩‍👧', 'か\u3099', '〜－'])('%s is nothing hidden', (text) => {
    expect(revealHidden(text)).toEqual([{ text, hidden: false }])
  })

  test('takes nothing away and adds nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const whole = revealHidden(text)
          .map((part) =>
            part.hidden ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
          )
          .join('')
        expect(whole).toBe(text)
      }),
    )
  })
})
