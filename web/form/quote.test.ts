import { describe, expect, test } from 'vitest'
import { type PriceList, priceListAt } from '#domain/prices.ts'
import { isSamePrice, listInForce, quoteOf, wrongClock } from './quote.ts'

const row = (no: number, facilityName: string, facilityNumber: string, serviceKey: string) => ({
  no,
  facilityName,
  facilityNumber,
  serviceKey,
})
const BEFORE = priceListAt('trial', Date.parse('2025-01-31T23:59:59.999+09:00'))
const FROM = priceListAt('trial', Date.parse('2025-02-01T00:00:00+09:00'))
const CONTRACT = priceListAt('contract', 0)

test('the rows that count, and their price', () => {
  const rows = [row(1, '', '', ''), row(2, 'あおば', '1310100001', 'KYODO')]
  expect(quoteOf('entry', rows, CONTRACT)).toMatchObject({
    rows: [{ no: 2, facilityName: 'あおば' }],
    estimate: { total: 9980, priceList: 'contract-1' },
  })
})

test('rows are checked first, and one error skips the estimate', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO'), row(2, 'わかば', '', '')]
  expect(quoteOf('entry', rows, CONTRACT)).toEqual([
    {
      field: 'facilities.2.serviceKey',
      message: '2行目：事業所名またはサービス種類が入力されていません。',
    },
  ])
})

test('the trial is priced by the list that it is given', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO')]
  expect(quoteOf('trial', rows, BEFORE)).toMatchObject({ estimate: { total: 9980 } })
  expect(quoteOf('trial', rows, FROM)).toMatchObject({ estimate: { total: 10980 } })
})

test('a service that is not offered yet is an error of its row', () => {
  const rows = [row(1, 'あおば', '1310100001', 'KYODO'), row(4, 'のびる', '1350100001', 'HOKAGO')]
  expect(quoteOf('trial', rows, BEFORE)).toEqual([
    {
      field: 'facilities.4.serviceKey',
      message: '4行目：サービス種類は、選択肢から選んでください。',
    },
  ])
  expect(quoteOf('trial', rows, FROM)).toMatchObject({ estimate: { total: 21_780 } })
})

describe('the list that the server has told of', () => {
  const at = '2026-04-01T00:30:00.000Z'

  test('of a revision that this build does not know is a list like any other', () => {
    const prices = { consultation: 12_000, community: 6000, disability: 12_000 }
    const list = listInForce('contract', { version: 'contract-9', prices, at })
    expect(list).toEqual({
      version: 'contract-9',
      catalogue: 'contract',
      from: '2026-04-01',
      prices,
    })
    const rows = [row(1, 'あおば', '1310100001', 'KYODO'), row(2, 'いずみ', '', 'IDO')]
    expect(quoteOf('entry', rows, list as PriceList)).toMatchObject({
      estimate: { total: 18_000, priceList: 'contract-9' },
    })
  })

  test('of a known version begins on its known day, at the prices that were told', () => {
    const prices = { consultation: 1 }
    expect(listInForce('trial', { version: 'trial-2025-02', prices, at })).toEqual({
      ...FROM,
      prices,
    })
  })

  test('with a group that this build does not know is none', () => {
    const prices: object = { disability: 12_000, nursing: 9000 }
    expect(listInForce('contract', { version: 'contract-9', prices, at })).toBeNull()
  })
})

test('a price is the same where list and total are', () => {
  const quote = (list: PriceList, service: string) => {
    const made = quoteOf('trial', [row(1, 'あおば', '1310100001', service)], list)
    if (Array.isArray(made)) throw new Error('the row has a price')
    return made
  }
  const sent = quote(FROM, 'KYODO')
  expect(isSamePrice(quote(FROM, 'TANKI'), sent)).toBe(true)
  expect(isSamePrice(quote(FROM, 'HOKAGO'), sent)).toBe(false)
  expect(isSamePrice(quote(BEFORE, 'KYODO'), sent)).toBe(false)
  expect(isSamePrice(quote({ ...FROM, version: 'trial-9' }, 'KYODO'), sent)).toBe(false)
  expect(isSamePrice([], sent)).toBe(false)
})

test('a clock is spoken of where it is more than a day off, either way', () => {
  const server = Date.parse('2026-11-23T12:00:00+09:00')
  const day = 86_400_000
  expect([wrongClock(server - day, server), wrongClock(server + day, server)]).toEqual([null, null])
  expect(wrongClock(server - day - 1, server)).toBe(
    'お使いの端末の日付は2026年11月22日ですが、正しくは2026年11月23日です。端末の日付と時刻の設定をご確認ください。',
  )
  expect(wrongClock(server + 400 * day, server)).toContain('2027年12月28日ですが')
})
