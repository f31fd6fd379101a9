import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areUnstorable,
  digitsOnly,
  hasOuterSpace,
  hasQuote,
  lengthOf,
  linesOf,
  toFullWidthKana,
  toHalfWidthAlphanumerics,
  toMailAddress,
  toTelephone,
  trimOuterSpace,
  withoutEnd,
  withoutQuotes,
  withoutStart,
} from './text.ts'

/** Any UTF-16 at all, lone surrogates included. */
const utf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((units) => String.fromCharCode(...units))

test.each([
  [' a b ', 'a b ', ' a b'],
  ['  ', '', ''],
  ['', '', ''],
  ['a', 'a', 'a'],
])('%j without its start is %j, without its end %j', (text, start, end) => {
  expect(withoutStart(text, / /)).toBe(start)
  expect(withoutEnd(text, / /)).toBe(end)
})

test.each([
  ['事業所\tサービス\r\nA\tB', '事業所 サービス\nA B'],
  ['古い\r改行\vと\f改ページ\u0085', '古い\n改行\nと\n改ページ\n'],
  [' 空白　は\n\nそのまま ', ' 空白　は\n\nそのまま '],
])('the lines of %j are %j', (typed, stored) => {
  expect(linesOf(typed)).toBe(stored)
  expect(linesOf(stored)).toBe(stored)
  expect(areUnstorable(typed)).toBe(false)
  expect(areUnstorable(`${typed}\u0007`)).toBe(true)
})

describe('toHalfWidthAlphanumerics', () => {
  test.each([
    ['１３１１１１１１１６', '1311111116'],
    ['ＡＢＣＺａｂｃｚ０９', 'ABCZabcz09'],
    ['03－１２３４−5678', '03－1234−5678'],
    ['：＠［｀｛／', '：＠［｀｛／'],
    ['ｱｲｳ　カナ', 'ｱｲｳ　カナ'],
    ['', ''],
  ])('%j → %j', (typed, sent) => {
    expect(toHalfWidthAlphanumerics(typed)).toBe(sent)
  })
})

describe('toTelephone', () => {
  test.each([
    ['０３－１２３４－５６７８', '03-1234-5678'],
    ['03−1234‐5678', '03-1234-5678'],
    ['03ー1234ｰ5678', '03-1234-5678'],
    ['03–1234—5678', '03-1234-5678'],
    ['1ー2ー3ー4', '1-2-3-4'],
    ['0120-000-000 センター', '0120-000-000 センター'],
    ['03（1234）5678－', '03（1234）5678－'],
  ])('%j → %j', (typed, sent) => {
    expect(toTelephone(typed)).toBe(sent)
  })
})

describe('toMailAddress', () => {
  test.each([
    [' taro@example.jp　', 'taro@example.jp'],
    ['\u200btaro@example.jp\ufeff', 'taro@example.jp'],
    ['\u200b　taro@exa\u00admple.jp\u034f\u2060', 'taro@example.jp'],
    ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｊｐ', 'taro@example.jp'],
    ['ｔａｒｏ－１＠example.jp', 'taro-1@example.jp'],
    ['taro @example.jp', 'taro @example.jp'],
    ['taro　＠example.jp', 'taro　@example.jp'],
    ['taroー1@example。jp', 'taroー1@example。jp'],
    ['山田<taro@example.jp>', '山田<taro@example.jp>'],
    ['Taro@Example.JP', 'Taro@Example.JP'],
    ['', ''],
  ])('%j → %j', (typed, sent) => {
    expect(toMailAddress(typed)).toBe(sent)
  })
})

describe('digitsOnly', () => {
  test.each([
    ['〒１６０－００２２', '1600022'],
    [' 160-0022\n', '1600022'],
    ['郵便番号なし', ''],
    ['٣٤', ''],
  ])('%j → %j', (typed, sent) => {
    expect(digitsOnly(typed)).toBe(sent)
  })
})

describe('toFullWidthKana', () => {
  test.each([
    ['ﾋﾏﾜﾘ', 'ヒマワリ'],
    ['ｶﾞｷﾞｸﾞﾊﾟﾋﾟｳﾞﾜﾞ', 'ガギグパピヴヷ'],
    ['ﾃﾞｲｻｰﾋﾞｽ･ﾎｰﾑ｡｢ｱ｣､', 'デイサービス・ホーム。「ア」、'],
    ['ｱﾞ', 'ア゛'],
    ['ﾞ', '゛'],
    ['ﾟｱ', '゜ア'],
    ['か\u3099', 'か\u3099'],
    ['神戸ｶﾅﾘｱ①㈱Ａ', '神戸カナリア①㈱Ａ'],
    ['髙﨑𠮷野ｶﾞｰﾃﾞﾝ', '髙﨑𠮷野ガーデン'],
  ])('%j → %j', (typed, sent) => {
    expect(toFullWidthKana(typed)).toBe(sent)
  })

  test('a lone mark never joins the character before it', () => {
    expect(toFullWidthKana('はﾞ').normalize('NFC')).toBe('は゛')
  })
})

describe('outer space', () => {
  test.each([
    ['　 \t\u00a0名前\u2003\ufeff\n', '名前'],
    ['中 の　空白', '中 の　空白'],
    ['　', ''],
    ['', ''],
  ])('%j → %j', (typed, trimmed) => {
    expect(trimOuterSpace(typed)).toBe(trimmed)
    expect(hasOuterSpace(typed)).toBe(typed !== trimmed)
  })
})

describe('hasQuote', () => {
  test.each([...'"\'“”‘’＂＇'])('%s is a quote', (quote) => {
    expect(hasQuote(`13${quote}1`)).toBe(true)
    expect(withoutQuotes(`${quote}13${quote}1`)).toBe('131')
  })
  test.each(['「', '」', '`', '´', '′', '″', ',', '1311111116', ''])('%j is none', (text) => {
    expect(hasQuote(text)).toBe(false)
  })
})

test.each([
  ['', 0],
  ['あ', 1],
  ['𠮷', 2],
  ['👨‍👩‍👧', 8],
  ['髙﨑', 2],
  ['か\u3099', 2],
])('lengthOf(%j) is %i UTF-16 units', (text, units) => {
  expect(lengthOf(text)).toBe(units)
})

test.each([
  toHalfWidthAlphanumerics,
  toTelephone,
  toMailAddress,
  digitsOnly,
  toFullWidthKana,
  trimOuterSpace,
])('$name twice is $name once, whatever was typed', (normalise) => {
  fc.assert(
    fc.property(fc.oneof(utf16, fc.string({ unit: 'binary' })), (text) => {
      const once = normalise(text)
      expect(normalise(once)).toBe(once)
    }),
  )
})
