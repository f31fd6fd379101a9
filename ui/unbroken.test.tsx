import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Unbroken } from './unbroken.tsx'

test.each([
  ['約5分かかります。', '<約5分>かか<ります。>'],
  ['目安：月額10,980円（税抜）', '目安：<月額10,980円><（税抜）>'],
  ['、平日 9:00〜17:00', '、平日 <9:00〜17:00>'],
  ['短い', '短い'],
  // No character is cut in two: neither a pair of units, nor a letter from its variant.
  ['法人の𠮷田田田', '法人の<𠮷田田田>'],
  ['葛\u{e0100}つばさ会', '葛\u{e0100}<つばさ会>'],
  ['会葛\u{e0100}つばさ', '会葛\u{e0100}つばさ'],
])('%s', (words, expected) => {
  const markup = renderToStaticMarkup(<Unbroken>{words}</Unbroken>)
  const marked = markup.replaceAll('<span class="unbroken">', '<').replaceAll('</span>', '>')
  expect(marked).toBe(expected)
})
