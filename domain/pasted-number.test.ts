import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPastedNumber } from './pasted-number.ts'

test.each(
  [
    ['1311111114', '1311111114'],
    ['１３１１１１１１１４', '1311111114'],
    [' 1311111114　', '1311111114'],
    ["'0110100013", '0110100013'],
    ['"1311111114"', '1311111114'],
    ['“1311111114”', '1311111114'],
    ['13-1-11-1111-4', '1311111114'],
    ['１３－１－１１－１１１１－４', '1311111114'],
    ['13‐1−11ー1111–4', '1311111114'],
    ['131 111 1114', '1311111114'],
    ['1,311,111,114', '1311111114'],
    ['1311111114.0', '1311111114'],
    ['110100013', '110100013'],
    ['1.311111114E+09', '1311111114'],
    ['1.10100013E+08', '110100013'],
    ['１．３１１１１１１１４Ｅ＋０９', '1311111114'],
    ['13A1111114', '13A1111114'],
    ['1311111114.5', '1311111114.5'],
    ['№1311111114', '1311111114'],
    ['No. 1311111114', '1311111114'],
    ['事業所番号：1311111114', '1311111114'],
    ['第1311111114号', '1311111114'],
    ['1311111114（者）', '1311111114'],
    ['【1311111114】', '1311111114'],
  ].filter(([text]) => text !== '1E5'),
)('%j is the number %s', (text, value) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'number', value })
})

test.each([
  '',
  ' 　',
  '-',
  '－',
  'ー',
  '―',
  '**',
  '※',
  'なし',
  '無',
  '無し',
  '番号なし',
  '未定',
  '申請中',
  'N/A',
  'na',
  '""',
])('%j says that there is none', (text) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'none' })
})

test.each(['1.31E+09', '1.311E+9', '1E+09', '1E5', '1.3e+09', '########', '１．３１Ｅ＋０９'])(
  '%j has lost its digits',
  (text) => {
    expect(readPastedNumber(text)).toEqual({ kind: 'lost' })
  },
)

test('reading twice is reading once', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[0-9０-９\-ー,. '"]{0,14}$/),
  )
  fc.assert(
    fc.property(text, (typed) => {
      const read = readPastedNumber(typed)
      if (read.kind === 'number') expect(readPastedNumber(read.value)).toEqual(read)
    }),
  )
})

test.each([
  ['1311111114・1311111122', ['1311111114', '1311111122']],
  ['1311111114\n1311111122', ['1311111114', '1311111122']],
  ['者1311111114／児1311111122', ['1311111114', '1311111122']],
  ['１３１１１１１１１４、1311111122', ['1311111114', '1311111122']],
])('%j holds several numbers', (text, values) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'several', values })
})

test.each(['ひまわり', '東', '〃', '第131号', '生活介護', '8事業所'])('%j is text', (text) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'text' })
})
