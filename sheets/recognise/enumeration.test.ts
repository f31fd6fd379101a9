import { expect, test } from 'vitest'
import { bareNames, withoutEnumeration } from './enumeration.ts'

test.each([
  [
    ['1. さくら', '2. かえで'],
    ['さくら', 'かえで'],
  ],
  [
    ['（1）さくら', '（2）かえで', '（3）つばき'],
    ['さくら', 'かえで', 'つばき'],
  ],
  [
    ['①さくら', '②かえで'],
    ['さくら', 'かえで'],
  ],
  [
    ['A. さくら', 'B. かえで'],
    ['さくら', 'かえで'],
  ],
  [
    ['1　さくら', '2　かえで'],
    ['さくら', 'かえで'],
  ],
  [['①号館'], ['①号館']],
  [
    ['Ｐ．Ｐ．Ｐ．オールスターズ', 'Ｃ．Ｇ．Ｊｏｂｓ'],
    ['Ｐ．Ｐ．Ｐ．オールスターズ', 'Ｃ．Ｇ．Ｊｏｂｓ'],
  ],
  [
    ['2の森', '7の家'],
    ['2の森', '7の家'],
  ],
])('%j is %j', (texts, bare) => {
  expect(withoutEnumeration(texts)).toEqual(bare)
})

test('bullets and quotes go where most names have them', () => {
  expect(bareNames(['○さくら', '○かえで'])).toEqual(['さくら', 'かえで'])
  expect(bareNames(['「さくら」', '「ゼノ」なごみ', '「かえで「東」」'])).toEqual([
    'さくら',
    '「ゼノ」なごみ',
    'かえで「東」',
  ])
  expect(bareNames(['☆みらい', 'かえで'])).toEqual(['☆みらい', 'かえで'])
})
