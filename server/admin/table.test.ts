import { describe, expect, it } from 'vitest'
import { tableOf, visible, widthOf } from './output.ts'

describe('a table', () => {
  it('lines its columns up where kanji are two columns wide', () => {
    const table = tableOf(
      ['番号', '法人名', '状態'],
      [
        ['1', '社会福祉法人あおぞら', '受付'],
        ['22', 'ABC', '完了'],
      ],
    )
    expect(table).toBe(
      '番号  法人名                状態\n' +
        '1     社会福祉法人あおぞら  受付\n' +
        '22    ABC                   完了\n',
    )
  })

  it.each([
    ['abc', 3],
    ['ｶﾞ', 2],
    ['ガ', 2],
    ['が', 2],
    ['𠮷野', 4],
    ['髙﨑', 4],
    ['👨‍👩‍👧', 2],
    ['葛󠄀', 2],
    ['ＡＢ', 4],
  ])('measures %s as %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  it('shows what would move the cursor, turn the line or hide', () => {
    expect(visible('a\u001b[2Jb\u202ec\u200b')).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{200b}')
  })
})
