import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hiddenIn, revealHidden, withoutHidden } from './hidden-characters.ts'

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

  test.each([
    ...[
      '葛\u{e0100}',
      '辻\ufe00',
      '👨‍👩‍👧',
      '👩🏽‍💻',
      '❤️',
      '❤️‍🔥',
      '1️⃣',
      'か\u3099',
      '〜－',
      '髙﨑　𠮷野\u00a0',
    ],
  ])('%s is nothing hidden', (text) => {
    expect(revealHidden(text)).toEqual([{ text, hidden: false }])
  })

  test.each([
    ['1310100118\ufe0d', 'U+FE0D'],
    ['1310100118\ufe0f', 'U+FE0F'],
    ['あ\ufe00', 'U+FE00'],
    ['\ufe0f', 'U+FE0F'],
    ['葛\u{e0100}\u{e0101}', 'U+E0101'],
    ['山\u200d田', 'U+200D'],
    ['山\u200c田', 'U+200C'],
  ])('in %j what belongs to no letter before it is shown', (text, code) => {
    expect(revealHidden(text).filter(({ hidden }) => hidden)).toEqual([
      { text: code, hidden: true },
    ])
  })

  test('of all characters those are shown by their codes that nobody sees, and no others', () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code))
    const shown = new Set(
      revealHidden(all.map((character) => `い${character}`).join(''))
        .filter(({ hidden }) => hidden)
        .map(({ text }) => String.fromCodePoint(Number.parseInt(text.slice(2), 16))),
    )
    const wrong = all.filter((character) => shown.has(character) !== isUnseen(character))
    expect(wrong).toEqual([])
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

/** By the properties that this engine knows, one by one; and what Unicode draws as nothing without any of them. */
const PROPERTIES = [
  /^\p{Default_Ignorable_Code_Point}$/u,
  /^\p{Control}$/u,
  /^\p{Format}$/u,
  /^\p{Line_Separator}$/u,
  /^\p{Paragraph_Separator}$/u,
]
const DRAWN_AS_NOTHING = ['\u2800', '\u{16fe4}', '\u{1d159}']

function isUnseen(character: string): boolean {
  return (
    DRAWN_AS_NOTHING.includes(character) || PROPERTIES.some((property) => property.test(character))
  )
}

test('in a number or an address none belongs to a letter', () => {
  expect(withoutHidden('葛\u{e0100}1️⃣\u2800\u034f')).toBe('葛1\u20e3')
  expect(hiddenIn('1310100118\ufe0f')).toBe('U+FE0F')
  expect(hiddenIn('1310100118')).toBeUndefined()
})
