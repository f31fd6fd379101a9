import { expect, test } from 'vitest'
import { estimate, priceListAt } from '#domain/prices.ts'
import { chargeOf, rangesOf, reasonOf } from './estimate-lines.tsx'

test.each([
  [[], ''],
  [[4], '4'],
  [[1, 2], '1〜2'],
  [[1, 3, 5], '1・3・5'],
  [[1, 2, 3, 7, 9, 10], '1〜3・7・9〜10'],
])('rows %j are named %j', (nos, words) => {
  expect(rangesOf(nos)).toBe(words)
})

test('each row says what it is charged, or which row carries its charge', () => {
  const rows = [
    { no: 1, facilityNumber: '1310100011', serviceKey: 'KYODO' },
    { no: 2, facilityNumber: '1310100011', serviceKey: 'HOKAGO' },
    { no: 4, facilityNumber: '1310100029', serviceKey: 'KEIKAKU_SOUDAN' },
    { no: 5, facilityNumber: '1310100037', serviceKey: 'TIKI_IKOU' },
  ]
  const priced = estimate(priceListAt('trial', Date.UTC(2026, 10, 22)), rows)
  if (!priced) throw new Error('the rows have a price')
  const lines = priced.rows.map((charge) => [
    charge.no,
    chargeOf(charge, priced),
    reasonOf(charge, priced, undefined),
  ])
  expect(lines).toEqual([
    [1, '2行目に含む', '2行目と同じ事業所番号のため、加算はありません。'],
    [2, '10,800円', '児童福祉の料金（10,800円）がかかります。'],
    [4, '10,980円', '相談支援の料金（10,980円）がかかります。'],
    [5, '4行目に含む', '相談支援は1法人につき1回の料金のため、4行目の料金に含まれます。'],
  ])
})

test('rows without a number are one charge together, and no number is spoken of', () => {
  const rows = [1, 4].map((no) => ({
    no,
    facilityName: `あおば${no}`,
    facilityNumber: '',
    serviceKey: 'KYODO',
  }))
  const priced = estimate(priceListAt('contract', 0), rows)
  const said = priced?.rows.map((charge, index) => reasonOf(charge, priced, rows[index]))
  expect(said).toEqual([
    '事業所番号が空欄の行は、4行目とまとめて1件分です。',
    '障害福祉サービスの料金（9,980円）がかかります。',
  ])
})
