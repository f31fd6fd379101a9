import { expect, test } from 'vitest'
import {
  gridOfSeparated,
  gridOfSeparatedText,
  gridOfText,
  parseSeparated,
  splitSeparated,
  textOfBytes,
  writeSeparated,
} from './csv.ts'

test.each([
  ['', [['']]],
  ['a', [['a']]],
  ['a,b', [['a', 'b']]],
  ['a,b\n', [['a', 'b']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  [
    ',\n,',
    [
      ['', ''],
      ['', ''],
    ],
  ],
  ['"a"', [['a']]],
  ['"a","b"\n"c"\n', [['a', 'b'], ['c']]],
  ['"a,b\nc",d', [['a,b\nc', 'd']]],
  ['"a""b""",""', [['a"b"', '']]],
  ['a"b,c', [['a"b', 'c']]],
  ['"a"b', null],
  ['"a', null],
  ['"a""', null],
])('%j is parsed', (text, grid) => {
  expect(parseSeparated(text, ',')).toEqual(grid)
})

test('quotes taken as they stand', () => {
  expect(splitSeparated('"a,b"\nc\n', ',')).toEqual([['"a', 'b"'], ['c']])
  expect(splitSeparated('a', ',')).toEqual([['a']])
  expect(splitSeparated('a\n\n', ',')).toEqual([['a'], ['']])
})

test.each(['a,b', 'a"b', 'a\nb', 'a\rb', ' a', 'a ', '\ufeffa'])(
  '%j is written in quotes',
  (text) => {
    expect(writeSeparated([[text, 'x']], ',')).toBe(`"${text.replaceAll('"', '""')}",x`)
  },
)

test('what needs no quotes is written as it is, lines in CRLF', () => {
  expect(
    writeSeparated(
      [
        ['a b', 'a\tb'],
        ['', '全角　空白'],
      ],
      ',',
    ),
  ).toBe('a b,a\tb\r\n,全角　空白')
})

test.each([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    ' \r\na;b\r\n\r\n;\r\nc;d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a，b\nc，d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a；b\nc；d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    '"a,x",b\nc,d',
    [
      ['a,x', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    ' a,\n , \nc,d ',
    [
      ['a', ''],
      ['c', 'd'],
    ],
  ],
  ['', null],
  ['a,b', null],
  ['a\nb', null],
  ['a,b\nc', null],
  ['a,b\nc,d,e', null],
  ['"a"x,b\nc,d', null],
])('%j in an editor', (text, grid) => {
  expect(gridOfSeparated(text)).toEqual(grid)
})

test.each([
  [
    'a,b;c\nd,e',
    [
      ['a', 'b;c'],
      ['d', 'e'],
    ],
  ],
  [
    'a;b,c\nd;e',
    [
      ['a', 'b,c'],
      ['d', 'e'],
    ],
  ],
  [
    'a\tb,c\nd\te',
    [
      ['a', 'b,c'],
      ['d', 'e'],
    ],
  ],
  ['a', [['a']]],
  [`a,${'b'.repeat(20)};c;d`, [[`a,${'b'.repeat(20)}`, 'c', 'd']]],
  [
    `${'a;b\n'.repeat(20)}${'c,d,e,f\n'.repeat(20)}`,
    [...Array(20).fill(['a', 'b']), ...Array(20).fill(['c,d,e,f'])],
  ],
])('%j in a file', (text, grid) => {
  expect(gridOfSeparatedText(text)).toEqual(grid)
})

test('a file with a null character is no text', () => {
  expect(textOfBytes(new TextEncoder().encode('a,b\0'))).toBeNull()
  expect(textOfBytes(Uint8Array.of(0xff, 0x61))).toBeNull()
})

test.each([
  ['a\tb', [['a', 'b']]],
  ['a\nb', [['a'], ['b']]],
  ['"a"\tb', [['"a"', 'b']]],
  ['"a""b"\tc', [['a"b', 'c']]],
  ['"a\tb"\tc', [['a\tb', 'c']]],
  ['"a\nb"\n', [['a\nb']]],
])('%j on a clipboard', (text, grid) => {
  expect(gridOfText(text)).toEqual(grid)
})
