import { expect, test } from 'vitest'
import { quoteOf } from './use-application.ts'

const row = (no: number, facilityName: string, facilityNumber: string, serviceKey: string) => ({
  no,
  facilityName,
  facilityNumber,
  serviceKey,
})
const BEFORE = Date.parse('2025-01-31T23:59:59.999+09:00')
const FROM = Date.parse('2025-02-01T00:00:00+09:00')

test('the rows that count, and their price', () => {
  const rows = [row(1, '', '', ''), row(2, 'あおば', '1310100001', 'KYODO')]
  expect(quoteOf('entry', rows, FROM)).toMatchObject({
    rows: [{ no: 2, facilityName: 'あおば' }],
    estimate: { total: 9980, priceList: 'contract-1' },
  })
})

test('rows are checked first, and one error skips the estimate', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO'), row(2, 'わかば', '', '')]
  expect(quoteOf('entry', rows, FROM)).toEqual([
    {
      field: 'facilities.2.serviceKey',
      message: '2行目：事業所名またはサービス種類が入力されていません。',
    },
  ])
})

test('the trial turns at midnight in Japan, by the clock it is given', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO')]
  expect(quoteOf('trial', rows, BEFORE)).toMatchObject({ estimate: { total: 9980 } })
  expect(quoteOf('trial', rows, FROM)).toMatchObject({ estimate: { total: 10980 } })
})

test('a service that is not offered yet is an error of its row', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO'), row(4, 'のびる', '1350100001', 'HOKAGO')]
  expect(quoteOf('trial', rows, BEFORE)).toEqual([
    {
      field: 'facilities.4.serviceKey',
      message: '4行目：サービス種類は選択肢の中から選んでください。',
    },
  ])
  expect(quoteOf('trial', rows, FROM)).toMatchObject({ estimate: { total: 21_780 } })
})
