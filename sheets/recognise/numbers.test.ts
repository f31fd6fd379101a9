import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hyphenatedNumber, numbersIn, readPastedNumber, remainsOfLost } from './numbers.ts'

test.each([
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
  ['（１３１１１１１１１４）', '1311111114'],
  ['１，３１１，１１１，１１４', '1311111114'],
  ['1311111114.00', '1311111114'],
  ['1311111114.05', '1311111114.05'],

  ['事業所番号: 13-11111-114 ', '1311111114'],
  ['№＃1311111114', '1311111114'],
  ['7', '7'],
  ['123456789012', '123456789012'],
  ['a1#', 'a1#'],
  ['AB1', 'AB1'],
  ['12-34', '1234'],
])('%j is the number %s', (text, value) => {
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
    fc.string({ unit: fc.constantFrom(...`0139０９-ー,. '"`), maxLength: 14 }),
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

test.each([
  ...['ひまわり', '東', '〃', '第131号', '生活介護', '8事業所', 'ABC', '13 A'],
  '第12345678号',
  '第13111111145号',
  '1311111114号室 東',
  '##あ',
  'あ##',
])('%j is text', (text) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'text' })
})

test.each([
  ['13111111141311111122', ['1311111114', '1311111122']],
  ['1311111114 1311111122 1311111114', ['1311111114', '1311111122']],
  ['1311111114\u30001311111122', ['1311111114', '1311111122']],
  ['131111111413111\n11122', ['1311111114', '1311111122']],
  ['13111111151311111122', []],
  ['131111111413111111221', []],
  ['あ13111111141311111122', []],
  ['13111111140', []],
  ['1311111115', ['1311111115']],
  ['電話0312345678 番号１３１１１１１１１４', ['0312345678', '1311111114']],
])('in %j stand %j', (text, numbers) => {
  expect(numbersIn(text)).toEqual(numbers)
})

test.each([
  ['1.31E+09', '13'],
  [' １．３１１Ｅ＋０９ ', '131'],
  ['1E+09', null],
  ['1E+08', '0'],
  ['1.1E+08', '01'],
  ['1.31e8', '013'],
  ['1.31E+07', null],
  ['1.31E+10', null],
  ['####', null],
  ['あ', null],
])('of %j the first digits are %j', (text, remains) => {
  expect(remainsOfLost(text)).toBe(remains)
})

test.each([
  ['1311111114※', '1311111114'],
  ['申請中（1311111114）', '1311111114'],
  ['障害1311111114', '1311111114'],
  ['1311111114（放課後等デイサービス）', '1311111114'],
  ['1311111114 03-1234-5678', '1311111114'],
  ['旧1311111122→新1311111114', '1311111114'],
])('%j is the number %s with signs and words beside it', (text, value) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'number', value })
})

test.each(['T1311111114', '131111111?4', '介護1311111114', '1311111114 ひまわり'])(
  '%j is not surely one',
  (text) => {
    expect(readPastedNumber(text)).not.toEqual({ kind: 'number', value: '1311111114' })
  },
)

test.each([
  ['旧1310100118→新1310100126', '1310100126'],
  ['旧番号：1310100118 新番号：1310100126', '1310100126'],
  ['旧 1310100118、新 1310100126', '1310100126'],
  ['旧番号：1310100118　⇒　新番号：1310100126', '1310100126'],
])('of an old and a new number, %j, the new one counts', (text, value) => {
  expect(readPastedNumber(text)).toEqual({ kind: 'number', value })
})

test.each([
  '新1310100118→旧1310100126',
  '分校旧1310100118→新1310100126',
  '旧1310100118→新1310100126（予定）',
  '旧1310100118→（変更届を提出し受理済）新1310100126',
])('%j has two numbers', (text) => {
  const values = ['1310100118', '1310100126']
  expect(readPastedNumber(text)).toEqual({ kind: 'several', values })
})

test.each([
  '14-1-10-0101-7',
  '141-10-0101-7',
  '14-110-0101-7',
  '14-1-100101-7',
  '09-1020-0260',
  '14-1-10-01017',
  '１４-１-１０-０１０１-７',
  // In Hokkaido they begin as a telephone number does: the form alone tells them.
  ...['01-1-10-0101-7', '011-10-0101-7', '01-110-0101-7', '01-1-100101-7', '01-1-10-01017'],
  // Parted in another way, its check digit is right.
  '131-010-0118',
  '13-1010-0118',
])('%s is a number wherever it stands in a text', (written) => {
  for (const text of [written, `ひまわり ${written}`, `${written}（ひまわり）`])
    expect(hyphenatedNumber(text)).toBe(written)
})

test.each([
  ['a wrong check digit', '131-010-0119'],
  ['a telephone number with a right one', '011-010-0013'],
  ['a telephone number', '03-1234-5678'],
  ['a digit too many', '14-1-10-0101-77'],
  ['a digit too few', '14-1-10-0101'],
  ['a date', '2026-11-26'],
])('%s: %s is none', (_, text) => {
  expect(hyphenatedNumber(text)).toBeUndefined()
})
