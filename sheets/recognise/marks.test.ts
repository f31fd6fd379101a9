import { expect, test } from 'vitest'
import { boxesIn, isMark, meaningOfMark } from './marks.ts'

test.each([
  ['○ ◯ 〇 ● ◎ ✓ ✔ ☑ ■ レ ✅ v V 有 はい 実施 該当 1 20 20名 （5） ○20人 ８床', 'yes'],
  ['- － ー — × ✕ x Ｘ / 無 無し なし 0 未 否 いいえ 実施なし 非該当 廃止 --', 'no'],
  ['△ ? 東 GH 1000 2024年 ○○ 有無 v2', null],
])('each of %s says %s', (texts, meaning) => {
  for (const text of texts.split(' ')) {
    expect([text, meaningOfMark(` ${text}\n`)]).toEqual([text, meaning])
    expect(isMark(text)).toBe(meaning !== null)
  }
})

test('white space within a mark says nothing', () => {
  expect(meaningOfMark('2 0 名')).toBe('yes')
  expect(meaningOfMark('な　し')).toBe('no')
})

test.each([
  [
    ' ☑ ・生活介護、 □・短期入所／',
    [
      ['生活介護', true],
      ['短期入所', false],
    ],
  ],
  [
    ' 生介○、 短期×⏎GH◎ ',
    [
      ['生介', true],
      ['短期', false],
      ['GH', true],
    ],
  ],
  [
    '■生活介護⏎☐短期入所',
    [
      ['生活介護', true],
      ['短期入所', false],
    ],
  ],
  [
    '□：生活介護 ☒：短期入所 □',
    [
      ['生活介護', false],
      ['短期入所', true],
    ],
  ],
  [
    '✅生活介護・訓練 ✓ ✔短期入所 ☐GH',
    [
      ['生活介護・訓練', true],
      ['短期入所', true],
      ['GH', false],
    ],
  ],
])('%s holds its choices', (text, boxes) => {
  expect(boxesIn(text.replace('⏎', '\n'))).toEqual(
    boxes.map(([label, isTicked]) => ({ text: label, isTicked })),
  )
})

test.each(['■生活介護 ■短期入所', '生活介護 □短期入所', '生活介護', '', '生介○ 短期 GH×', '生介○'])(
  '%j has no boxes',
  (text) => {
    expect(boxesIn(text)).toBeNull()
  },
)
