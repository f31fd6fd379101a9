import { expect, test } from 'vitest'
import { codeTableOf, serviceOfCode, servicesOfCode, servicesOfCodes } from './service-codes.ts'

test.each([
  ['43 55', 'billing'],
  ['60 70', 'published'],
  ['46 11.0 ４２', 'billing'],
  ['46 61 60', 'published'],
  ['61', null],
  ['61 46', null],
  ['43 60', null],
  ['46 99', null],
  ['46 生活介護', null],
  ['146', null],
  ['461', null],
  ['constructor', null],
])('the codes %s are those of %s', (texts, table) => {
  expect(codeTableOf(texts.split(' '))).toBe(table)
})

test('no texts are no codes', () => {
  expect(codeTableOf([])).toBeNull()
})

test.each([
  ['billing', ' 61\n', 'JIHATSU'],
  ['published', '61.0', 'JIKATSU'],
  ['billing', '60', null],
  ['published', '46.00', null],
  ['published', '4.06', null],
  ['billing', '', null],
] as const)('in the table of %s %j means %s', (table, text, key) => {
  expect(serviceOfCode(table, text)).toBe(key)
})

test.each([
  ['61', ['JIHATSU', 'JIKATSU']],
  ['46', ['SYUKEI_B']],
  ['60', ['SYURO_IKOU']],
  ['43', ['SYURO_IKOU']],
  ['99', []],
  ['', []],
])('%j may mean %j', (text, keys) => {
  expect(servicesOfCode(text)).toEqual(keys)
})

test.each([
  ['11,12', ['HOME_HELP', 'JUHO']],
  ['１１、 ４６', ['HOME_HELP', 'SYUKEI_B']],
  ['11・46 / 11', ['HOME_HELP', 'SYUKEI_B']],
  ['11', []],
  ['11,61', []],
  ['11,99', []],
  ['11 居宅介護', []],
])('%j holds the codes of %j, alike in both tables', (text, keys) => {
  expect(servicesOfCodes(text)).toEqual(keys)
})
