import { expect, test } from 'vitest'
import { corporationPath, sortFacilities } from './directory.ts'
import { askedNumber } from './directory-notes.ts'

test('facilities stand by prefecture and district, then name, number and service', () => {
  const facility = (number: string, name: string, serviceKey: 'TANKI' | 'SYUKEI_B') => ({
    ...{ number, name, serviceKey },
  })
  const sorted = [
    facility('0110100013', 'い', 'TANKI'),
    facility('1310000018', 'あ', 'TANKI'),
    facility('1310000018', 'あ', 'SYUKEI_B'),
    facility('1310000026', 'あ', 'TANKI'),
    // The kind of the number, its third digit, is no matter of place.
    facility('1320000016', 'い', 'TANKI'),
    facility('1310100017', 'あ', 'TANKI'),
  ]
  const key = ({ number, serviceKey }: (typeof sorted)[number]) => `${number} ${serviceKey}`
  const expected = sortFacilities(sorted).map(key)
  expect(expected.map((text) => text.slice(0, 10))).toEqual(sorted.map(({ number }) => number))
  expect(sortFacilities(sorted.toReversed()).map(key)).toEqual(expected)
})

test('a corporation’s address has its id', () => {
  expect(corporationPath('a/b')).toContain('/a%2Fb')
})

test.each([
  ['1310000018', '1310000018'],
  ['110100013', '0110100013'],
  ['11010001', null],
  ['13100000180', null],
  ['a310000018', null],
  ['131000001a', null],
  ['', null],
])('%j is asked for as %j', (text, asked) => {
  expect(askedNumber(text)).toBe(asked)
})
