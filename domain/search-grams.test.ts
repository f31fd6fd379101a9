import { expect, test } from 'vitest'
import {
  gramsOfTerm,
  isIndexed,
  referenceOf,
  searchGrams,
  searchTerms,
  searchText,
} from './search-grams.ts'

test.each([
  [['株式会社さくら', '', 'さくら', '東京都 1-2'], '株式会社さくら\nさくら\n東京都12'],
  [['さくら株式会社みどり'], 'さくら株式会社みどり\nさくらみどり'],
  [['社会福祉法人', '😀', '社会福祉法人'], '社会福祉法人'],
])('texts %j are looked for in %j', (texts, found) => {
  expect(searchText(texts)).toBe(found)
})

test.each([
  [' 株式会社さくら　ﾐﾄﾞﾘ\tさくら  ', ['さくら', 'みどり']],
  ['社会福祉法人', ['社会福祉法人']],
  [' 😀 ・ ', []],
])('%j is a search for %j', (search, terms) => {
  expect(searchTerms(search)).toEqual(terms)
})

test('a gram goes across no line; only letters and digits have grams of three', () => {
  expect([...searchGrams('さくら\nab1\n𠮷田')].toSorted()).toEqual(
    ['さく', 'くら', 'ab', 'b1', 'ab1', '𠮷田'].toSorted(),
  )
})

test.each([
  ['さくら', ['さく', 'くら']],
  ['ab12', ['ab1', 'b12']],
  ['ab', ['ab']],
  ['abさ', ['ab', 'bさ']],
  ['さab1', ['さa', 'ab1']],
  ['さ', []],
  ['', []],
])('%j is narrowed down by %j', (term, grams) => {
  expect(gramsOfTerm(term)).toEqual(grams)
  expect(isIndexed(term)).toBe(grams.length > 0)
})

test.each([
  ['ab12-cd34', 'AB12-CD34'],
  ['ＡＢ１２　ｃｄ３４', 'AB12-CD34'],
  ['ab12cd3', null],
  ['ab12cd345', null],
  ['あab12cd34', null],
  ['ab12cd34あ', null],
  ['あいうえcd34', null],
  ['', null],
])('%j is the receipt number %j', (text, reference) => {
  expect(referenceOf(text)).toBe(reference)
})
